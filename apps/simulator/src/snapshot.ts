import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Book } from "./book.ts";

/** Amounts and tables, which JSON has no words for. */
function pack(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return { $amount: String(value) };
  if (value instanceof Map) return { $table: [...value] };
  return value;
}

function unpack(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if ("$amount" in value) return BigInt(String(value.$amount));
  if ("$table" in value) return new Map(value.$table as [unknown, unknown][]);
  return value;
}

/** The book as text, from which it can be read back exactly. */
export const writeBook = (book: Book): string => JSON.stringify(book, pack);

/** What payments had not yet when an older version wrote the book. */
const laterOfPayment = { attempt: null, consent: null, metadata: {}, captures: [] } as const;

/** Adds to a book of an older version what is known of its payments by now. */
function completeOld({ payments }: Book): void {
  for (const [id, payment] of payments) payments.set(id, { ...laterOfPayment, ...payment });
}

/** A book that was written by `writeBook`. Calls that were in progress then are over; what they booked stays bound. */
export function readBook(text: string): Book {
  const book = JSON.parse(text, unpack) as Book;
  completeOld(book);
  for (const [key, kept] of book.kept) {
    if (kept.status === "in_progress" && kept.objectId === "") book.kept.delete(key);
    else if (kept.status === "in_progress") kept.status = "object";
  }
  return book;
}

/** Replaces the snapshot file in one step, so that a crash leaves the former one whole. */
export function saveSnapshot(path: string, book: Book): void {
  writeFileSync(`${path}.new`, writeBook(book), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The book of the snapshot file, or nothing when there is none yet. */
export function loadSnapshot(path: string): Book | undefined {
  try {
    return readBook(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
