import type { Locale } from "@countinghouse/contract/kit/locale.ts";

/** A label and what stands beside it. */
export interface PdfFact {
  readonly label: string;
  readonly value: string;
}

/** A column of a table: its share of the width, and figures to the right. */
export interface PdfColumn {
  readonly heading: string;
  readonly share: number;
  readonly isFigure?: boolean;
}

/** A table under its title; the sum stands below the rows. Each row has one text a column. */
export interface PdfTable {
  readonly title: string;
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly sum?: readonly string[];
  readonly note?: string;
}

/** A few lines beside the summary: facts, sentences or both. */
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
 * A document by which somebody is paid: who writes to whom, the result, the proof of it in tables, and the summary that
 * repeats it. Every text is in the reader's language already; amounts are written out.
 */
export interface PdfDocument {
  readonly locale: Locale;
  readonly title: string;
  /** The number the document is quoted by. */
  readonly number: string;
  readonly issuer: { readonly name: string; readonly lines: readonly string[] };
  readonly to: { readonly label: string; readonly name: string; readonly lines: readonly string[] };
  readonly facts: readonly PdfFact[];
  readonly result: { readonly label: string; readonly amount: string; readonly currency: string };
  readonly tables: readonly PdfTable[];
  readonly notes: readonly PdfNote[];
  readonly summary: { readonly title: string; readonly rows: readonly PdfSum[] };
  readonly footer: string;
  /** Where a page stands among all of them: `{page}` and `{pages}` are filled in. */
  readonly pageOf: string;
}
