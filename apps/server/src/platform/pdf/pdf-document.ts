import type { Locale } from "@countinghouse/contract/kit/locale.ts";

/** A label and its value. */
export interface PdfFact {
  readonly label: string;
  readonly value: string;
}

/** A column of a table: its share of the width, and whether it is right-aligned as figures are. */
export interface PdfColumn {
  readonly heading: string;
  readonly share: number;
  readonly isFigure?: boolean;
}

/** A table with a title and a total below its rows. Each row has one text per column. */
export interface PdfTable {
  readonly title: string;
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly sum?: readonly string[];
  readonly note?: string;
}

/** A note beside the summary: facts, sentences or both. */
export interface PdfNote {
  readonly title: string;
  readonly facts?: readonly PdfFact[];
  readonly text?: readonly string[];
}

/** A line of the summary; a strong one is a result. */
export interface PdfSum extends PdfFact {
  readonly isStrong?: boolean;
}

/**
 * A statement or invoice: sender and recipient, the result, the tables that prove it, and the summary that repeats it.
 * Every text is in the reader's language already; amounts are formatted.
 */
export interface PdfDocument {
  readonly locale: Locale;
  readonly title: string;
  /** The document number that people quote. */
  readonly number: string;
  readonly issuer: { readonly name: string; readonly lines: readonly string[] };
  readonly to: { readonly label: string; readonly name: string; readonly lines: readonly string[] };
  readonly facts: readonly PdfFact[];
  readonly result: { readonly label: string; readonly amount: string; readonly currency: string };
  readonly tables: readonly PdfTable[];
  readonly notes: readonly PdfNote[];
  readonly summary: { readonly title: string; readonly rows: readonly PdfSum[] };
  readonly footer: string;
  /** Page numbering: `{page}` and `{pages}` are filled in. */
  readonly pageOf: string;
}
