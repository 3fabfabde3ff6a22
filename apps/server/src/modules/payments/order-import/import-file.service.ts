import { pipeline, Readable } from "node:stream";
import { importRowsMax } from "@countinghouse/contract/payments/order-import/order-import.ts";
import type {
  DelimiterName,
  EncodingName,
  ImportFailureName,
} from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { CsvError, parse } from "csv-parse";
import type { FileStore } from "../../../platform/files/file-store.ts";

/** Longest row that is taken, in characters. */
const rowMax = 65_536;

/** A file that cannot be read to its end, and the row where it stops being one; the heading is row 1. */
export class UnreadableFile extends Error {
  readonly failure: ImportFailureName;
  readonly row: number | null;

  constructor(failure: UnreadableFile["failure"], row: number | null = null) {
    super(failure);
    this.failure = failure;
    this.row = row;
  }
}

/** The name under which a part of a file is stored. */
export const partName = (importId: string, part: number): string => `imports/${importId}-${part}.csv`;

/** A file in its stored parts. */
export interface StoredParts {
  readonly id: string;
  readonly parts: number;
}

/** The bytes of a stored file, part after part. */
export async function* bytesOf(files: FileStore, { id, parts }: StoredParts): AsyncGenerator<Uint8Array> {
  for (let part = 1; part <= parts; part += 1) {
    const stored = await files.read(partName(id, part));
    if (!stored) throw new UnreadableFile("fileMissing");
    yield* stored.content as AsyncIterable<Uint8Array>;
  }
}

/** The first bytes of a stored file. */
export async function headOf(files: FileStore, of: StoredParts): Promise<Uint8Array> {
  for await (const piece of bytesOf(files, of)) return piece;
  throw new UnreadableFile("emptyFile");
}

/** Removes every part of a file. */
export async function removeFile(files: FileStore, { id, parts }: StoredParts): Promise<void> {
  for (let part = 1; part <= parts; part += 1) await files.remove(partName(id, part));
}

/** Text without the mark some programs put before it. */
async function* textOf(bytes: AsyncIterable<Uint8Array>, encoding: EncodingName): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** A row of a file; the heading is row 1. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a file one after the other, never holding more than a few of them. Rows without any text are passed over
 * and counted, so that a row has the number a spreadsheet program shows. Throws {@link UnreadableFile}.
 */
export async function* rowsOf(
  files: FileStore,
  of: StoredParts,
  { encoding, delimiter }: { readonly encoding: EncodingName; readonly delimiter: DelimiterName },
): AsyncGenerator<FileRow> {
  const options = { delimiter, relaxColumnCount: true, skipEmptyLines: false, maxRecordSize: rowMax };
  // Whoever stops reading closes the parser, and that the file; what goes wrong in the file ends the reading.
  const parser = pipeline(Readable.from(textOf(bytesOf(files, of), encoding)), parse(options), () => {});
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row > importRowsMax + 1) throw new UnreadableFile("tooManyRows", row);
      if (cells.length > 1 || (cells[0] ?? "").trim() !== "") yield { row, cells };
    }
  } catch (error) {
    throw unreadable(error, row);
  }
}

function unreadable(error: unknown, rowsRead: number): unknown {
  if (!(error instanceof CsvError)) return error;
  // The parser is ahead of its reader: it knows best how many rows it had behind it.
  const { records } = error as CsvError & { readonly records?: unknown };
  const row = (typeof records === "number" ? records : rowsRead) + 1;
  return new UnreadableFile(error.code === "CSV_MAX_RECORD_SIZE" ? "rowTooLong" : "quotesUnbalanced", row);
}
