import { pipeline, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { fromWithoutFormulas } from "@countinghouse/contract/platform/spreadsheet-text.ts";
import { CsvError, parse } from "csv-parse";
import type { FileStore } from "./file-store.ts";
import { tableWithoutCardNumbers } from "./table-masking.ts";

/** Why a file of rows cannot be read to its end. */
export type FileFailure = "emptyFile" | "quotesUnbalanced" | "rowTooLong" | "tooManyRows" | "fileMissing";

/** Longest accepted row, in characters. */
export const rowMax = 65_536;

/** A file that cannot be read to its end, with the row of the fault; the heading is row 1. */
export class UnreadableFile extends Error {
  readonly failure: FileFailure;
  readonly row: number | null;

  constructor(failure: UnreadableFile["failure"], row: number | null = null) {
    super(failure);
    this.failure = failure;
    this.row = row;
  }
}

/** The name under which a part of a file is stored. */
export const partName = (importId: string, part: number): string => `imports/${importId}-${part}.csv`;

/** A file stored in parts. */
export interface StoredParts {
  readonly id: string;
  readonly parts: number;
}

/** A file that is uploaded in parts, and how much has arrived. */
export interface PartialFile extends StoredParts {
  readonly fileBytes: number;
  readonly receivedBytes: number;
}

/**
 * Stores the next part of a file with card numbers masked. A part sent again after a lost answer replaces itself.
 * Undefined for a part that does not follow the last one.
 */
export async function keepPart(
  files: FileStore,
  { id, parts, fileBytes, receivedBytes }: PartialFile,
  { part, data }: { readonly part: number; readonly data: string },
): Promise<{ readonly parts: number; readonly receivedBytes: number; readonly isWhole: boolean } | undefined> {
  const bytes = Buffer.from(data, "base64");
  const expected = Math.min(filePartBytes, fileBytes - receivedBytes);
  if (part !== parts + 1 || bytes.length !== expected) return undefined;
  await putMasked(files, id, part, bytes);
  const received = receivedBytes + bytes.length;
  return { parts: part, receivedBytes: received, isWhole: received === fileBytes };
}

/**
 * Stores a part with card numbers masked, including one that begins in the previous part: no row is longer than the
 * limit.
 */
async function putMasked(files: FileStore, id: string, part: number, bytes: Buffer): Promise<void> {
  const before = part > 1 ? await storedPart(files, id, part - 1) : Buffer.alloc(0);
  const at = Math.max(0, before.length - rowMax);
  const head = part > 2 ? await storedPart(files, id, 1) : part > 1 ? before : bytes;
  const masked = await tableWithoutCardNumbers(Buffer.concat([before.subarray(at), bytes]), head.subarray(0, rowMax));
  const end = masked.subarray(0, before.length - at);
  if (!end.equals(before.subarray(at)))
    await files.put(partName(id, part - 1), once(Buffer.concat([before.subarray(0, at), end])));
  await files.put(partName(id, part), once(masked.subarray(end.length)));
}

async function storedPart(files: FileStore, id: string, part: number): Promise<Buffer> {
  const stored = await files.read(partName(id, part));
  if (!stored) throw new UnreadableFile("fileMissing");
  return Buffer.concat((await stored.content.toArray()) as Uint8Array[]);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
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

/** Bytes parsed before other work gets its turn: a file in memory would otherwise be read in one go. */
const turnBytes = 16_384;

/** Text without a leading byte order mark. */
async function* textOf(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes)
    for (let at = 0; at < piece.length; at += turnBytes) {
      yield decoder.decode(piece.subarray(at, at + turnBytes), { stream: true });
      await setImmediate();
    }
  yield decoder.decode();
}

/** A row of a file; the heading is row 1. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** Encoding and delimiter of a file, and how many rows may follow its heading. */
export interface RowStyle {
  readonly encoding: string;
  readonly delimiter: string;
  readonly rowsMax: number;
}

/** The rows of a stored file, read as {@link rowsIn} does. */
export const rowsOf = (files: FileStore, of: StoredParts, style: RowStyle): AsyncGenerator<FileRow> =>
  rowsIn(bytesOf(files, of), style);

/**
 * The rows of a file as a stream, holding only a few in memory. Blank rows are skipped but counted, so that row
 * numbers equal those of a spreadsheet; the apostrophe that our exports put before formulas is removed. Throws {@link
 * UnreadableFile}.
 */
export async function* rowsIn(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, delimiter, rowsMax }: RowStyle,
): AsyncGenerator<FileRow> {
  const options = { delimiter, relaxColumnCount: true, skipEmptyLines: false, maxRecordSize: rowMax };
  // A consumer that stops closes the parser, and the parser the file; a fault in the file ends the iteration.
  const parser = pipeline(Readable.from(textOf(bytes, encoding)), parse(options), () => {});
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row > rowsMax + 1) throw new UnreadableFile("tooManyRows", row);
      if (cells.length > 1 || (cells[0] ?? "").trim() !== "") yield { row, cells: cells.map(fromWithoutFormulas) };
    }
  } catch (error) {
    throw unreadable(error, row);
  }
}

function unreadable(error: unknown, rowsRead: number): unknown {
  if (!(error instanceof CsvError)) return error;
  // The parser is ahead of its reader, so its own count tells the row of the fault.
  const { records } = error as CsvError & { readonly records?: unknown };
  const row = (typeof records === "number" ? records : rowsRead) + 1;
  return new UnreadableFile(error.code === "CSV_MAX_RECORD_SIZE" ? "rowTooLong" : "quotesUnbalanced", row);
}
