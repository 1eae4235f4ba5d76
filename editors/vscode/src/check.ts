// The command that judges all documents of a folder, those that are not open too.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import * as vscode from "vscode";
import { type Ars, findArs } from "./executable";
import { isManuscript } from "./languages";
import { type Checked, type Citation, placeOf, readReport } from "./report";
import { SOURCE, things } from "./status";

const MOST = 256 * 2 ** 20;

/** What the last check of a folder found in files that are not open; open ones have the server's. */
export class WorkspaceCheck implements vscode.Disposable {
  private readonly found = vscode.languages.createDiagnosticCollection("ars workspace");
  private readonly listener: vscode.Disposable;

  constructor(private readonly log: vscode.LogOutputChannel) {
    this.listener = vscode.workspace.onDidOpenTextDocument((document) => {
      if (isManuscript(document)) {
        this.found.delete(document.uri);
      }
    });
  }

  /** Judge a folder and show what was found. */
  async run(): Promise<void> {
    const folder = await chosenFolder();
    if (folder === undefined) {
      return;
    }
    const ars = await findArs(folder.uri);
    const title = `ars checks ${folder.name}`;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const documents = await vscode.window.withProgress(options, (_progress, token) =>
      this.check(ars, folder.uri.fsPath, token),
    );
    if (documents !== undefined) {
      await this.show(documents, folder.uri.fsPath);
    }
  }

  private async check(
    ars: Ars,
    root: string,
    token: vscode.CancellationToken,
  ): Promise<readonly Checked[] | undefined> {
    const given = [...ars.options];
    // Behind -d the defaults file names the documents.
    const inputs = given.some((one) => one === "-d" || one.startsWith("--defaults")) ? [] : ["."];
    const done = await new Promise<{ out: string; said: string }>((resolve) => {
      const child = execFile(
        ars.path,
        ["check", ...given, "--format", "json", ...inputs],
        { cwd: root, maxBuffer: MOST },
        (_error, out, said) => resolve({ out, said }),
      );
      token.onCancellationRequested(() => child.kill());
    });
    if (token.isCancellationRequested) {
      return undefined;
    }
    try {
      return readReport(done.out);
    } catch {
      this.log.error(done.said);
      const what = done.said.trim().split("\n")[0] ?? "";
      const picked = await vscode.window.showErrorMessage(`ars cannot check: ${what}`, "Show details");
      if (picked !== undefined) {
        this.log.show();
      }
      return undefined;
    }
  }

  private async show(documents: readonly Checked[], root: string): Promise<void> {
    this.found.clear();
    const open = new Set(vscode.workspace.textDocuments.map((one) => one.uri.fsPath));
    let refused = 0;
    let notJudged = 0;
    for (const document of documents) {
      const path = isAbsolute(document.path) ? document.path : join(root, document.path);
      refused += document.verdict === "refused" ? 1 : 0;
      notJudged += document.error === null ? 0 : 1;
      if (!open.has(path)) {
        this.found.set(vscode.Uri.file(path), await diagnostics(document, path));
      }
    }
    const said = [`${things(documents.length, "document")} checked`, `${refused} refused`];
    if (notJudged > 0) {
      said.push(`${notJudged} not judged`);
    }
    const picked = await vscode.window.showInformationMessage(
      `ars: ${said.join(", ")}.`,
      ...(refused + notJudged > 0 ? ["Show problems"] : []),
    );
    if (picked !== undefined) {
      await vscode.commands.executeCommand("workbench.actions.view.problems");
    }
  }

  dispose(): void {
    this.listener.dispose();
    this.found.dispose();
  }
}

async function chosenFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    void vscode.window.showInformationMessage("Open a folder first: its documents are checked.");
  }
  return folders.length > 1 ? vscode.window.showWorkspaceFolderPick() : folders[0];
}

async function diagnostics(document: Checked, path: string): Promise<vscode.Diagnostic[]> {
  const top = new vscode.Range(0, 0, 0, 0);
  if (document.error !== null) {
    const said = typeof document.error === "string" ? document.error : JSON.stringify(document.error);
    return [diagnostic(top, said, vscode.DiagnosticSeverity.Error, "not-judged")];
  }
  const wanted = document.citations.filter((one) => one.status !== "ok" || one.contamination.length > 0);
  if (wanted.length === 0) {
    return [];
  }
  const lines = await textLines(path);
  const accepted = document.verdict !== "refused";
  return wanted.map((one) => {
    const { line, start, end } = placeOf(one, lines);
    const worst = accepted || one.status === "ok";
    const severity = worst ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Error;
    return diagnostic(new vscode.Range(line, start, line, end), words(one), severity, one.status);
  });
}

async function textLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, "utf8")).replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  } catch {
    return []; // it went since: what was found is shown at its top
  }
}

function words(one: Citation): string {
  if (one.status === "ok") {
    return `its source has contamination signals: ${one.contamination.join("+")}`;
  }
  return one.fix === "" ? one.reason : `${one.reason}\nfix: ${one.fix}`;
}

function diagnostic(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
  code: string,
): vscode.Diagnostic {
  const found = new vscode.Diagnostic(range, message, severity);
  found.source = SOURCE;
  found.code = code;
  return found;
}
