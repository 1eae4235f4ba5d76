// How many citations of the manuscript are refused, in the status bar.
import * as vscode from "vscode";
import { activeManuscript } from "./languages";

/** The name under which the server reports. */
export const SOURCE = "ars";

/** The count in the status bar. */
export class StatusCount implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly listeners: vscode.Disposable[];
  private trouble: string | undefined;

  constructor() {
    this.item = vscode.window.createStatusBarItem("ars.count", vscode.StatusBarAlignment.Left, 10);
    this.item.name = "ars: refused citations";
    this.listeners = [
      vscode.languages.onDidChangeDiagnostics(() => this.show()),
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
    ];
    this.show();
  }

  /** Say that the server does not run, and why; undefined once it does. */
  setTrouble(trouble: string | undefined): void {
    this.trouble = trouble;
    this.show();
  }

  private show(): void {
    const editor = activeManuscript();
    if (editor === undefined) {
      this.item.hide();
      return;
    }
    if (this.trouble === undefined) {
      this.count(editor.document.uri);
    } else {
      this.item.text = "$(warning) ars";
      this.item.tooltip = this.trouble;
      this.item.command = "ars.restart";
      this.item.backgroundColor = new vscode.ThemeColor("statusBarItem.warningBackground");
    }
    this.item.show();
  }

  private count(document: vscode.Uri): void {
    const found = vscode.languages.getDiagnostics(document).filter((one) => one.source === SOURCE);
    const notJudged = found.find((one) => one.code === "not-judged");
    const refused = found.filter((one) => one.severity === vscode.DiagnosticSeverity.Error).length;
    this.item.command = "workbench.actions.view.problems";
    this.item.backgroundColor = undefined;
    if (notJudged !== undefined) {
      this.item.text = "$(question) ars";
      this.item.tooltip = `This document cannot be judged: ${notJudged.message}`;
    } else if (refused > 0) {
      this.item.text = `$(error) ars ${refused}`;
      this.item.tooltip = `The gate would refuse this document: ${things(refused, "finding")}`;
    } else {
      this.item.text = "$(check) ars";
      this.item.tooltip = "The gate would pass this document";
    }
  }

  dispose(): void {
    this.item.dispose();
    for (const one of this.listeners) {
      one.dispose();
    }
  }
}

/** Return a count with its noun: `1 finding`, `2 findings`. */
export function things(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
