import { defaultLocale, locales } from "@countinghouse/contract/kit/locale.ts";
import type { ImportMapping } from "@countinghouse/contract/payments/order-import/import-mapping.ts";
import { type ImportColumn, importRowsMax } from "@countinghouse/contract/payments/order-import/order-import.ts";
import type {
  DelimiterName,
  EncodingName,
} from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { sha256 } from "../../../platform/crypto/digest.ts";
import { type FileRow, headOf, rowsOf, UnreadableFile } from "../../../platform/files/file-parts.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { delimiterOf, encodingOf } from "../../../platform/files/file-style.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { RowSeals } from "../../../platform/seals/row-seals.ts";
import { columnsWatch, proposeMapping } from "./import-file.policy.ts";
import { type HistoricalOrder, type ReadRow, type RowPlan, readRow } from "./import-row.policy.ts";
import {
  correctVerdicts,
  type DryRunRef,
  earlierRows,
  insertVerdicts,
  type NewRowVerdict,
  newRowsAfter,
  removeRows,
  type StoredImportRow,
  totalsOf,
} from "./import-row.store.ts";
import { contentOfNumbers, insertImportedOrders, removeImportedOrders } from "./imported-order.store.ts";
import {
  type ImportRef,
  type ImportRow,
  methodCategories,
  noteProgress,
  readImport,
  zoneOfMerchant,
} from "./order-import.store.ts";

type Db = Context["db"];

/** Dependencies of an import's steps. */
export interface ImportContext {
  readonly db: Db;
  readonly files: FileStore;
  readonly seals: RowSeals;
  now(): Date;
  /** Aborted when the node stops: uncommitted work is left to the next node. */
  readonly signal: AbortSignal;
}

/** Another user moved the import on, or the node stops: nothing more is written. */
export class ImportStopped extends Error {}

/** Rows per transaction. */
const batchRows = 500;
const clockSkewMs = 86_400_000;

const refOf = ({ merchantId, id, checkNo }: ImportRow): DryRunRef => ({ merchantId, importId: id, checkNo });

async function note(desk: ImportContext, row: ImportRow, values: Parameters<typeof noteProgress>[3]): Promise<void> {
  if (desk.signal.aborted || !(await noteProgress(desk.db, refOf(row), row.status, values))) throw new ImportStopped();
}

/** Detects a file's encoding, delimiter and columns, and proposes a mapping. */
export async function inspectFile(desk: ImportContext, row: ImportRow): Promise<void> {
  const { db, files } = desk;
  const locale = locales.find((one) => one === row.locale) ?? defaultLocale;
  const head = await headOf(files, row);
  const encoding = row.encoding ?? encodingOf(head, locale);
  const delimiter = row.delimiter ?? delimiterOf(new TextDecoder(encoding).decode(head, { stream: true }));
  let watch: ReturnType<typeof columnsWatch> | undefined;
  let rowCount = 0;
  for await (const { cells } of rowsOf(files, row, { encoding, delimiter, rowsMax: importRowsMax })) {
    if (!watch) {
      watch = columnsWatch(cells);
      continue;
    }
    watch.see(cells);
    rowCount += 1;
    if (rowCount % 20_000 === 0) await note(desk, row, { doneRows: rowCount });
  }
  if (!watch || rowCount === 0) throw new UnreadableFile("emptyFile");
  const columns = watch.columns();
  const codes = new Set((await methodCategories(db, row.tenantId)).keys());
  const mapping = proposeMapping(columns, codes, await zoneOfMerchant(db, row.merchantId));
  await note(desk, row, {
    encoding,
    delimiter,
    columns: JSON.stringify(columns),
    mapping: JSON.stringify(mapping),
    rowCount,
    doneRows: 0,
    status: "mapping",
  });
}

/** Groups rows into batches of the size of one transaction. */
async function* inBatches(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * The dry run: writes a verdict for every row, in batches that also store the progress. After an interruption it
 * continues behind the last row with a verdict.
 */
export async function checkFile(desk: ImportContext, row: ImportRow): Promise<void> {
  const { db, files } = desk;
  const check = refOf(row);
  while ((await removeRows(db, check, check.checkNo, 10 * batchRows)) > 0)
    if (desk.signal.aborted) throw new ImportStopped();
  const columns = row.columns as ImportColumn[];
  const plan: RowPlan = {
    mapping: row.mapping as ImportMapping,
    width: columns.length,
    categories: await methodCategories(db, row.tenantId),
    latestMs: desk.now().getTime() + clockSkewMs,
  };
  const style = {
    encoding: row.encoding as EncodingName,
    delimiter: row.delimiter as DelimiterName,
    rowsMax: importRowsMax,
  };
  for await (const batch of inBatches(rowsAfter(rowsOf(files, row, style), row.doneRows))) {
    const read = batch.map(({ row: rowNo, cells }) => ({ rowNo, ...hashed(readRow(plan, cells)) }));
    await db.transaction().execute(async (tx) => {
      const verdicts = await judged(tx, row, read, columns);
      await insertVerdicts(tx, verdicts);
      await note({ ...desk, db: tx }, row, { doneRows: batch.at(-1)?.row ?? row.doneRows });
    });
  }
  await note(desk, row, {
    ...(await figuresOf(db, check)),
    doneRows: 0,
    checkTime: desk.now().toISOString(),
    status: "checked",
  });
}

/** Rows below the heading without a verdict. */
async function* rowsAfter(rows: AsyncIterable<FileRow>, done: number): AsyncGenerator<FileRow> {
  let isHeading = true;
  for await (const row of rows) {
    if (!isHeading && row.row > done) yield row;
    isHeading = false;
  }
}

async function figuresOf(db: Db, check: DryRunRef) {
  const totals = await totalsOf(db, check);
  const count = (verdict: string) =>
    totals.filter((one) => one.verdict === verdict).reduce((sum, one) => sum + one.count, 0);
  return {
    totals: JSON.stringify(totals),
    newCount: count("new"),
    presentCount: count("present"),
    leftOutCount: count("leftOut"),
    refusedCount: count("refused"),
  };
}

interface HashedRow {
  readonly read: ReadRow;
  readonly contentHash: string | null;
}

const hashed = (read: ReadRow): HashedRow => ({
  read,
  contentHash: read.kind === "order" ? contentHashOf(read.order) : null,
});

/** Fingerprint of an order, the same in whatever file it stands. */
const contentHashOf = (order: HistoricalOrder): string =>
  `import:${sha256(
    JSON.stringify([
      order.currency,
      order.amount,
      order.status,
      order.orderTime,
      order.paidTime,
      order.paymentMethod,
      order.methodCategory,
      order.email,
      order.country,
      order.cardBrand,
      order.cardLast4,
      order.transactionNo,
    ]),
  )}`;

/** Verdicts on rows, given existing orders and earlier rows. */
async function judged(
  db: Db,
  row: ImportRow,
  rows: readonly (HashedRow & { readonly rowNo: number })[],
  columns: readonly ImportColumn[],
): Promise<NewRowVerdict[]> {
  const numbers = rows.flatMap(({ read }) => (read.kind === "order" ? [read.order.merchantOrderNo] : []));
  const [stored, before] =
    numbers.length === 0
      ? [new Map<string, string>(), new Map<string, string>()]
      : [await contentOfNumbers(db, row, numbers), await earlierRows(db, refOf(row), numbers)];
  const mapping = row.mapping as ImportMapping;
  const nameOf = (field: string | null): string | null => {
    const at = field === null ? undefined : mapping.columns[field as keyof typeof mapping.columns];
    return at?.map((one) => columns[one]?.name ?? "").join(" - ") ?? null;
  };
  return rows.map(({ rowNo, read, contentHash }) => {
    const base = { merchantId: row.merchantId, importId: row.id, checkNo: row.checkNo, rowNo, ...blank, ...read.order };
    if (read.kind === "leftOut") return { ...base, verdict: "leftOut" };
    const refused = (field: string | null, reason: string, value: string | null): NewRowVerdict => ({
      ...base,
      verdict: "refused",
      field,
      columnName: nameOf(field),
      reason,
      value: value?.replaceAll("\u0000", "").slice(0, 128) ?? null,
    });
    if (read.kind === "refused") return refused(read.refusal.field, read.refusal.reason, read.refusal.value);
    const { merchantOrderNo } = read.order;
    const there = stored.get(merchantOrderNo);
    const earlier = before.get(merchantOrderNo);
    if (earlier === undefined && contentHash !== null) before.set(merchantOrderNo, contentHash);
    if (there !== undefined && there !== contentHash) return refused("merchantOrderNo", "numberTaken", merchantOrderNo);
    if (earlier !== undefined && earlier !== contentHash)
      return refused("merchantOrderNo", "numberRepeated", merchantOrderNo);
    return { ...base, contentHash, verdict: there === undefined && earlier === undefined ? "new" : "present" };
  });
}

/** Rows of one statement need the same columns, whatever each of them contains. */
const blank = {
  field: null,
  columnName: null,
  reason: null,
  value: null,
  merchantOrderNo: null,
  currency: null,
  amount: null,
  status: null,
  orderTime: null,
  paidTime: null,
  paymentMethod: null,
  methodCategory: null,
  email: null,
  country: null,
  cardBrand: null,
  cardLast4: null,
  transactionNo: null,
  contentHash: null,
} as const;

/** Imports the next rows and stores the position in the same transaction; false when none are left. */
export async function importBatch(desk: ImportContext, row: ImportRow): Promise<ImportRow | undefined> {
  return desk.db.transaction().execute(async (tx) => {
    const check = refOf(row);
    const rows = await newRowsAfter(tx, check, row.doneRows, batchRows);
    const last = rows.at(-1)?.rowNo;
    if (last === undefined) return undefined;
    const of = { ...check, tenantId: row.tenantId, mode: row.mode };
    const added = await insertImportedOrders(tx, of, rows.map(orderOf), { now: desk.now(), seals: desk.seals });
    if (added.size < rows.length) {
      const left = rows.filter(({ merchantOrderNo }) => !added.has(merchantOrderNo ?? ""));
      await settleTaken({ ...desk, db: tx }, row, left);
    }
    const importedCount = row.importedCount + added.size;
    await note({ ...desk, db: tx }, row, { doneRows: last, importedCount });
    return { ...row, doneRows: last, importedCount };
  });
}

const orderOf = ({ rowNo: _row, importId: _import, checkNo: _check, verdict: _verdict, ...row }: StoredImportRow) => ({
  merchantOrderNo: row.merchantOrderNo ?? "",
  contentHash: row.contentHash ?? "",
  currency: currency(row.currency ?? ""),
  amount: row.amount ?? "",
  status: row.status ?? "failed",
  orderTime: row.orderTime ?? "",
  paidTime: row.paidTime,
  paymentMethod: row.paymentMethod,
  methodCategory: row.methodCategory,
  email: row.email,
  country: row.country,
  cardBrand: row.cardBrand,
  cardLast4: row.cardLast4,
  transactionNo: row.transactionNo,
});

/** Rows whose number was taken after the dry run: the same order counts as present, a different one is left out. */
async function settleTaken({ db }: ImportContext, row: ImportRow, left: readonly StoredImportRow[]): Promise<void> {
  const numbers = left.map(({ merchantOrderNo }) => merchantOrderNo ?? "");
  const stored = await contentOfNumbers(db, row, numbers);
  const isSame = (one: StoredImportRow) => stored.get(one.merchantOrderNo ?? "") === one.contentHash;
  const rowNos = (rows: readonly StoredImportRow[]) => rows.map(({ rowNo }) => rowNo);
  const check = refOf(row);
  await correctVerdicts(db, check, rowNos(left.filter(isSame)), { verdict: "present", field: null, reason: null });
  await correctVerdicts(db, check, rowNos(left.filter((one) => !isSame(one))), {
    verdict: "refused",
    field: "merchantOrderNo",
    reason: "numberTaken",
  });
}

/** Marks an import as complete, with its totals. */
export async function finishImport(desk: ImportContext, row: ImportRow): Promise<void> {
  const figures = await figuresOf(desk.db, refOf(row));
  await note(desk, row, { ...figures, status: "done", finishTime: desk.now().toISOString() });
}

/** Removes the orders of an import, batch by batch. The verdicts on its rows stay. */
export async function undoOrders(desk: ImportContext, row: ImportRow): Promise<void> {
  const of: ImportRef = refOf(row);
  for (;;) {
    const removed = await desk.db.transaction().execute(async (tx) => {
      const count = await removeImportedOrders(tx, of, batchRows);
      const now = await readImport(tx, of);
      await note({ ...desk, db: tx }, row, { importedCount: Math.max(0, (now?.importedCount ?? 0) - count) });
      return count;
    });
    if (removed === 0) break;
  }
  const left = (await readImport(desk.db, of))?.importedCount ?? 0;
  if (left > 0) return note(desk, row, { status: "stopped", doneRows: 0 });
  await note(desk, row, { status: "undone", doneRows: 0, finishTime: desk.now().toISOString() });
}
