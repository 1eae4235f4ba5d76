// What `ars check --format json` says, as far as it is shown here.

/** One citation of a document. */
export interface Citation {
  readonly key: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly status: string;
  readonly contamination: readonly string[];
  readonly reason: string;
  readonly fix: string;
}

/** One document. */
export interface Checked {
  readonly path: string;
  readonly verdict: string;
  readonly error: unknown;
  readonly citations: readonly Citation[];
}

/** Where a finding stands in the text of its file, in lines and UTF-16 units from 0. */
export interface Place {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Read a report. */
export function readReport(text: string): readonly Checked[] {
  const data = JSON.parse(text) as { documents?: Checked[] };
  if (!Array.isArray(data.documents)) {
    throw new TypeError("there is no list of documents in it");
  }
  return data.documents;
}

/** Return where a citation stands: a report counts characters, the editor UTF-16 units. */
export function placeOf(citation: Citation, lines: readonly string[]): Place {
  const line = Math.max(0, (citation.line ?? 1) - 1);
  const text = lines[line] ?? "";
  const characters = Array.from(text);
  const start = characters.slice(0, Math.max(0, (citation.column ?? 1) - 1)).join("").length;
  const key = citation.key ?? "";
  const found = key === "" ? -1 : text.indexOf(key, start);
  if (found < 0) {
    return { line, start, end: text.length };
  }
  const end = found + key.length;
  return { line, start, end: text[start + 1] === "{" && text[end] === "}" ? end + 1 : end };
}
