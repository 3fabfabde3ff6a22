import type { LocalizedText } from "../kit/locale.ts";

/** What a column of a file tells: its heading, and the other headings that are understood. */
export interface FileColumn {
  readonly text: LocalizedText;
  readonly also: readonly string[];
}

/** A heading without what people write differently: capitals, spaces, marks. */
const plain = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Where in a header a column stands, or -1 when no heading names it. */
export function findColumn(name: string, { text, also }: FileColumn, header: readonly string[]): number {
  const names = [name, ...Object.values(text), ...also].map(plain);
  return header.findIndex((heading) => names.includes(plain(heading)));
}
