// The command that opens the desk: a manuscript beside its sources, in the browser.
import * as vscode from "vscode";
import { findArs } from "./executable";
import { activeManuscript } from "./languages";

/** Start `ars desk` on the active manuscript in a terminal of the editor, which shows what it says. */
export async function openDesk(): Promise<void> {
  const document = activeManuscript()?.document;
  if (document === undefined || document.isUntitled) {
    void vscode.window.showInformationMessage("Open a saved manuscript first: the desk shows one.");
    return;
  }
  if (document.isDirty) {
    await document.save();
  }
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const ars = await findArs(folder?.uri);
  const terminal = vscode.window.createTerminal({
    name: "ars desk",
    shellPath: ars.path,
    shellArgs: ["desk", ...ars.options, document.uri.fsPath],
    ...(folder === undefined ? {} : { cwd: folder.uri }),
    isTransient: true,
  });
  terminal.show(true);
}
