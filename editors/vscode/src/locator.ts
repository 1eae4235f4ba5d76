// The command that gives the citation at the cursor a place in its source.
import * as vscode from "vscode";
import { activeManuscript } from "./languages";

const LOCATOR = /^insert a (?:locator|marker) for /;

/** Insert a locator where the cursor is, as the server would; the writer types over its `?`. */
export async function insertLocator(): Promise<void> {
  const editor = activeManuscript();
  if (editor === undefined) {
    void vscode.window.showInformationMessage("Put the cursor on a citation of a manuscript first.");
    return;
  }
  const found = await vscode.commands.executeCommand<(vscode.CodeAction | vscode.Command)[]>(
    "vscode.executeCodeActionProvider",
    editor.document.uri,
    editor.selection,
    vscode.CodeActionKind.QuickFix.value,
  );
  const offered = (found ?? []).filter(
    (one): one is vscode.CodeAction => "edit" in one && LOCATOR.test(one.title),
  );
  const action = offered.length > 1 ? await chosen(offered) : offered[0];
  if (action?.edit !== undefined) {
    await apply(action.edit, editor);
  } else if (offered.length === 0) {
    void vscode.window.showInformationMessage("There is no citation without a locator at the cursor.");
  }
}

async function chosen(offered: vscode.CodeAction[]): Promise<vscode.CodeAction | undefined> {
  const named = offered.map((action) => ({ label: action.title, action }));
  return (await vscode.window.showQuickPick(named, { title: "Insert locator" }))?.action;
}

async function apply(edit: vscode.WorkspaceEdit, editor: vscode.TextEditor): Promise<void> {
  const edits = edit.get(editor.document.uri);
  const first = edits[0];
  if (!(await vscode.workspace.applyEdit(edit)) || first === undefined) {
    return;
  }
  const mark = first.newText.indexOf("?");
  if (mark >= 0) {
    const start = editor.document.offsetAt(first.range.start) + mark;
    const at = editor.document.positionAt(start);
    editor.selection = new vscode.Selection(at, editor.document.positionAt(start + 1));
  }
}
