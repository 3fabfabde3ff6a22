import type { LocalizedText } from "../kit/locale.ts";

/** A file column: its heading, and accepted alternatives. */
export interface FileColumn {
  readonly text: LocalizedText;
  readonly also: readonly string[];
}

/** A heading normalised for comparison: without case, spaces and punctuation. */
const plain = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Index of a column in a header, or -1. */
export function findColumn(name: string, { text, also }: FileColumn, header: readonly string[]): number {
  const names = [name, ...Object.values(text), ...also].map(plain);
  return header.findIndex((heading) => names.includes(plain(heading)));
}
