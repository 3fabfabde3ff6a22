import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { missingFields } from "@countinghouse/contract/payments/order-import/import-mapping.ts";
import {
  importFileBytesMax,
  openImportsMax,
  type orderImport,
} from "@countinghouse/contract/payments/order-import/order-import.ts";
import { ImportField } from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { keepPart } from "../../../platform/files/file-parts.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import type { Context } from "../../../platform/http/context.ts";
import { lockMerchant } from "../../merchants/merchant/index.ts";
import { countWorkedWith } from "./imported-order.store.ts";
import {
  changeImport,
  countOpen,
  type ImportChange,
  type ImportRow,
  insertImport,
  lockImport,
} from "./order-import.store.ts";

type Operations = typeof orderImport.operations;

/** Steps of an import that the worker runs. */
export type ImportStep = "inspect" | "check" | "import" | "undo" | "drop";

/** Queue of order imports. */
export const importQueue = "order-import";

const megabyte = 1_048_576;

const work = (ctx: Context, { merchantId, id }: ImportRow, step: ImportStep): Promise<void> =>
  ctx.enqueue({ queue: importQueue, data: { merchantId, importId: id, step } });

/** Starts a step in the background, in the caller's name. */
async function begin(ctx: Context, row: ImportRow, step: ImportStep, values: ImportChange): Promise<null> {
  await changeImport(ctx, row, { workerUserId: ctx.actor.userId, ...values });
  await work(ctx, row, step);
  return null;
}

export async function addImport(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const { id: merchantId, tenantId } = await lockMerchant(ctx, input.merchantId);
  if (input.fileBytes > importFileBytesMax) {
    const limit = importFileBytesMax / megabyte;
    throw refuse("orderImport.fileTooLarge", { limit });
  }
  const count = await countOpen(ctx, merchantId);
  if (count >= openImportsMax) throw refuse("orderImport.tooManyOpen", { count });
  const row = await insertImport(ctx, {
    ...input,
    id: newId("imp", ctx.now),
    merchantId,
    tenantId,
    locale: ctx.request.locale,
    columns: JSON.stringify([]),
    totals: JSON.stringify([]),
  });
  return row.id;
}

/** Stores the next part of a file. A part sent again after a lost answer replaces itself. */
export const uploadPart =
  (files: FileStore) =>
  async (ctx: Context, { id, part, data }: InputOf<Operations["upload"]>): Promise<{ receivedBytes: number }> => {
    const row = await lockImport(ctx, id, "receive");
    const kept = await keepPart(files, row, { part, data });
    if (!kept) {
      const extras = { receivedBytes: row.receivedBytes };
      throw refuse("orderImport.partOutOfOrder", {}, { extras });
    }
    const { isWhole, ...values } = kept;
    if (isWhole) await begin(ctx, row, "inspect", { ...values, status: "inspecting" });
    else await changeImport(ctx, row, values);
    return { receivedBytes: kept.receivedBytes };
  };

const cleared = { failure: null, failureRow: null, doneRows: 0 } as const;

export async function inspectAgain(ctx: Context, input: InputOf<Operations["inspect"]>): Promise<null> {
  const row = await lockImport(ctx, input.id, "inspect");
  const { encoding, delimiter } = input;
  return begin(ctx, row, "inspect", { ...cleared, encoding, delimiter, mapping: null, status: "inspecting" });
}

export async function checkImport(ctx: Context, { id, mapping }: InputOf<Operations["check"]>): Promise<null> {
  const row = await lockImport(ctx, id, "check");
  const [missing] = missingFields(mapping);
  if (missing) {
    const field = ImportField.memberOf(missing)?.text[ctx.request.locale] ?? missing;
    throw refuse("orderImport.fieldMissing", { field }, { field: `mapping.columns.${missing}` });
  }
  const width = row.columns.length;
  const beyond = Object.values(mapping.columns)
    .flat()
    .find((at) => at !== undefined && at >= width);
  if (beyond !== undefined) throw refuse("orderImport.noSuchColumn", { column: beyond + 1 });
  return begin(ctx, row, "check", {
    ...cleared,
    mapping: JSON.stringify(mapping),
    checkNo: row.checkNo + 1,
    totals: JSON.stringify([]),
    newCount: 0,
    presentCount: 0,
    leftOutCount: 0,
    refusedCount: 0,
    checkTime: null,
    status: "checking",
  });
}

export async function startImport(ctx: Context, input: InputOf<Operations["start"]>): Promise<null> {
  const row = await lockImport(ctx, input.id, "start");
  const leaveOutRefused = input.leaveOutRefused || row.leaveOutRefused;
  if (row.refusedCount > 0 && !leaveOutRefused) {
    throw refuse("orderImport.rowsRefused", { count: row.refusedCount });
  }
  if (row.newCount === 0) throw refuse("orderImport.nothingNew");
  return begin(ctx, row, "import", {
    status: "importing",
    leaveOutRefused,
    failure: null,
    // After a dry run the import starts at the first row; a stopped one continues.
    ...(row.status === "checked" ? { doneRows: 0, startTime: ctx.now.toISOString() } : {}),
  });
}

export async function stopImport(ctx: Context, { id }: InputOf<Operations["stop"]>): Promise<null> {
  await changeImport(ctx, await lockImport(ctx, id, "stop"), { status: "stopped" });
  return null;
}

export async function cancelImport(ctx: Context, { id }: InputOf<Operations["cancel"]>): Promise<null> {
  const row = await lockImport(ctx, id, "cancel");
  return begin(ctx, row, "drop", { status: "canceled", finishTime: ctx.now.toISOString() });
}

export async function undoImport(ctx: Context, { id }: InputOf<Operations["undo"]>): Promise<null> {
  const row = await lockImport(ctx, id, "undo");
  const count = await countWorkedWith(ctx.db, { merchantId: row.merchantId, importId: id });
  if (count > 0) throw refuse("orderImport.ordersInUse", { count });
  return begin(ctx, row, "undo", { status: "undoing" });
}
