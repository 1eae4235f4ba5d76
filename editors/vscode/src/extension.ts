// The gate in Visual Studio Code: `ars lsp` beside the editor, three commands and a count.
import * as vscode from "vscode";
import { LanguageClient, RevealOutputChannelOn } from "vscode-languageclient/node";
import { WorkspaceCheck } from "./check";
import { openDesk } from "./desk";
import { NotStarted, checkServer, findArs } from "./executable";
import { MANUSCRIPTS } from "./languages";
import { insertLocator } from "./locator";
import { StatusCount } from "./status";

let client: LanguageClient | undefined;

/** Called by the editor with the first manuscript. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("ars", { log: true });
  const status = new StatusCount();
  const check = new WorkspaceCheck(log);
  const restart = async (): Promise<void> => {
    await stop();
    await start(log, status);
  };
  const command = (name: string, run: () => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(name, () => run().catch(tell));
  context.subscriptions.push(
    log,
    status,
    check,
    command("ars.checkWorkspace", () => check.run()),
    command("ars.insertLocator", insertLocator),
    command("ars.openDesk", openDesk),
    command("ars.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("ars.path") || change.affectsConfiguration("ars.arguments")) {
        void restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void restart()),
  );
  await start(log, status);
}

/** Called by the editor when it ends. */
export async function deactivate(): Promise<void> {
  await stop();
}

async function start(log: vscode.LogOutputChannel, status: StatusCount): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  try {
    const ars = await findArs(folder);
    await checkServer(ars, folder?.fsPath);
    client = new LanguageClient(
      "ars",
      "ars",
      {
        command: ars.path,
        args: ["lsp", ...ars.options],
        ...(folder === undefined ? {} : { options: { cwd: folder.fsPath } }),
      },
      {
        documentSelector: MANUSCRIPTS,
        outputChannel: log,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
      },
    );
    await client.start();
    log.info(`${ars.path} serves`);
    status.setTrouble(undefined);
  } catch (error) {
    status.setTrouble(error instanceof Error ? error.message : String(error));
    log.error(error instanceof Error ? error : String(error));
    // Nobody is waited for: a message that stands there must not keep the editor from starting.
    void tell(error);
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop().catch(() => undefined); // one that ended by itself cannot be stopped
}

async function tell(error: unknown): Promise<void> {
  if (!(error instanceof NotStarted)) {
    void vscode.window.showErrorMessage(`ars: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  const copy = "Copy install command";
  const settings = "Open settings";
  const picked = await vscode.window.showErrorMessage(error.message, copy, settings);
  if (picked === copy) {
    await vscode.env.clipboard.writeText(error.install);
  } else if (picked === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "ars.path");
  }
}
