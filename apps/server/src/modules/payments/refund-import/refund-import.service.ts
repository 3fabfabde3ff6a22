import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { refundColumns } from "@countinghouse/contract/payments/refund-import/refund-columns.ts";
import {
  openRefundImportsMax,
  type refundImport,
  refundImportRowsMax,
} from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { type FileRow as Line, UnreadableFile } from "../../../platform/files/file-parts.ts";
import { type TableLines, tableLines } from "../../../platform/files/table-lines.ts";
import type { Context } from "../../../platform/http/context.ts";
import { lockMerchant } from "../../merchants/merchant/index.ts";
import { headerOf, type RefundHeader, readRefundRow } from "./refund-file.policy.ts";
import {
  changeFile,
  countOpen,
  insertFile,
  lockFile,
  type RefundFileChange,
  type RefundFileRow,
  refOfFile,
} from "./refund-import.store.ts";
import { countsOf, insertRows } from "./refund-row.store.ts";

type Operations = typeof refundImport.operations;

/** Steps of a file that the worker runs. */
export type RefundFileStep = "check" | "run";

/** Queue of refund files. */
export const refundImportQueue = "refund-import";

/** Rows of one statement. */
const chunk = 500;

/** Starts a step in the background, in the caller's name. */
async function begin(ctx: Context, row: RefundFileRow, step: RefundFileStep, values: RefundFileChange): Promise<null> {
  await changeFile(ctx, row, { workerUserId: ctx.actor.userId, failure: null, ...values });
  await ctx.enqueue({ queue: refundImportQueue, data: { ...refOfFile(row), step } });
  return null;
}

/** The rows of a file below its heading, and the column positions. */
async function readLines(ctx: Context, bytes: Buffer): Promise<{ header: RefundHeader; lines: readonly Line[] }> {
  const { locale } = ctx.request;
  let table: TableLines;
  try {
    table = await tableLines(bytes, { locale, rowsMax: refundImportRowsMax });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (error.failure === "tooManyRows") throw refuse("refundImport.tooManyRows", { limit: refundImportRowsMax });
    throw refuse("refundImport.unreadable", { row: error.row });
  }
  const { heading, below } = table;
  if (!heading || below.length === 0) throw refuse("refundImport.emptyFile");
  const header = headerOf(heading.cells);
  if ("missing" in header)
    throw refuse("refundImport.columnMissing", { column: refundColumns[header.missing].text[locale] });
  return { header, lines: below };
}

/** Accepts a file: stores its rows, and starts the dry run. */
export async function addFile(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const { id: merchantId, tenantId } = await lockMerchant(ctx, input.merchantId);
  const count = await countOpen(ctx, merchantId);
  if (count >= openRefundImportsMax) throw refuse("refundImport.tooManyOpen", { count });
  const { mode, fileName, data } = input;
  const { locale } = ctx.request;
  const bytes = Buffer.from(data, "base64");
  const { header, lines } = await readLines(ctx, bytes);
  const file = await insertFile(ctx, {
    id: newId("rim", ctx.now),
    merchantId,
    tenantId,
    mode,
    fileName,
    fileBytes: bytes.length,
    locale,
    rowCount: lines.length,
  });
  const rows = lines.map(({ row: rowNo, cells }) => {
    const read = readRefundRow(header, cells, locale);
    return {
      ...read,
      ...refOfFile(file),
      rowNo,
      turn: 0,
      mode,
      verdict: read.refusal === null ? null : ("refused" as const),
    };
  });
  for (let at = 0; at < rows.length; at += chunk) await insertRows(ctx, rows.slice(at, at + chunk));
  await begin(ctx, file, "check", {});
  return file.id;
}

export async function checkAgain(ctx: Context, { id }: InputOf<Operations["check"]>): Promise<null> {
  const file = await lockFile(ctx, id, "check");
  return begin(ctx, file, "check", { status: "checking", doneRows: 0, checkTime: null });
}

export async function startFile(ctx: Context, input: InputOf<Operations["start"]>): Promise<null> {
  const file = await lockFile(ctx, input.id, "start");
  const { refund = 0, review = 0, refused = 0 } = await countsOf(ctx.db, refOfFile(file));
  const leaveOutRefused = input.leaveOutRefused || file.leaveOutRefused;
  if (refused > 0 && !leaveOutRefused) throw refuse("refundImport.rowsRefused", { count: refused });
  if (refund + review === 0) throw refuse("refundImport.nothingToRefund");
  const startTime = file.startTime ?? ctx.now.toISOString();
  const doneRows = file.rowCount - refund - review;
  return begin(ctx, file, "run", { status: "running", leaveOutRefused, startTime, doneRows });
}

export async function stopFile(ctx: Context, { id }: InputOf<Operations["stop"]>): Promise<null> {
  await changeFile(ctx, await lockFile(ctx, id, "stop"), { status: "stopped" });
  return null;
}

export async function cancelFile(ctx: Context, { id }: InputOf<Operations["cancel"]>): Promise<null> {
  const file = await lockFile(ctx, id, "cancel");
  await changeFile(ctx, file, { status: "canceled", finishTime: ctx.now.toISOString() });
  return null;
}
