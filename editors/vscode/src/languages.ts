// The documents that the gate judges.
import * as vscode from "vscode";

const LANGUAGES = [
  "markdown",
  "quarto",
  "rmd",
  "latex",
  "tex",
  "org",
  "restructuredtext",
  "typst",
] as const;

/** The documents whose findings are shown. */
export const MANUSCRIPTS: { scheme: string; language: string }[] = LANGUAGES.flatMap((language) => [
  { scheme: "file", language },
  { scheme: "untitled", language },
]);

/** Return whether a document is one that the gate judges. */
export function isManuscript(document: vscode.TextDocument | undefined): boolean {
  return document !== undefined && vscode.languages.match(MANUSCRIPTS, document) > 0;
}

/** Return the manuscript in the active editor, or undefined. */
export function activeManuscript(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return isManuscript(editor?.document) ? editor : undefined;
}
