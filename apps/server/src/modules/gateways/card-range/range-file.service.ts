import {
  type cardRangeFile,
  cardRangeFileBytesMax,
} from "@countinghouse/contract/gateways/card-range/card-range-file.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { keepPart } from "../../../platform/files/file-parts.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import type { Context } from "../../../platform/http/context.ts";
import { removeRanges } from "./card-range.store.ts";
import { changeFile, insertFile, lockFile } from "./range-file.store.ts";

type Operations = typeof cardRangeFile.operations;

/** Steps of a file that the worker runs. */
export type CardRangeFileStep = "check" | "load" | "drop";

/** Queue of card range files. */
export const cardRangeQueue = "card-ranges";

const megabyte = 1_048_576;

const work = (ctx: Context, fileId: string, step: CardRangeFileStep): Promise<void> =>
  ctx.enqueue({ queue: cardRangeQueue, data: { fileId, step } });

export async function addFile(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  if (input.fileBytes > cardRangeFileBytesMax) {
    throw refuse("cardRangeFile.fileTooLarge", { limit: cardRangeFileBytesMax / megabyte });
  }
  return (await insertFile(ctx, { ...input, id: newId("crf", ctx.now) })).id;
}

export const uploadFilePart =
  (files: FileStore) =>
  async (ctx: Context, { id, part, data }: InputOf<Operations["upload"]>): Promise<{ receivedBytes: number }> => {
    const row = await lockFile(ctx, id, "receive");
    const kept = await keepPart(files, row, { part, data });
    if (!kept) {
      const extras = { receivedBytes: row.receivedBytes };
      throw refuse("cardRangeFile.partOutOfOrder", {}, { extras });
    }
    const { isWhole, ...values } = kept;
    await changeFile(ctx, row, isWhole ? { ...values, status: "checking" } : values);
    if (isWhole) await work(ctx, id, "check");
    return { receivedBytes: kept.receivedBytes };
  };

/** Starts replacing the source's ranges; the user has to confirm that refused rows are left out. */
export async function startFile(ctx: Context, input: InputOf<Operations["start"]>): Promise<null> {
  const row = await lockFile(ctx, input.id, "start");
  const { rowCount, refusedCount: count } = row;
  if (count > 0 && !input.leaveOutRefused) throw refuse("cardRangeFile.rowsRefused", { count });
  if ((rowCount ?? 0) <= count) throw refuse("cardRangeFile.nothingToLoad");
  await changeFile(ctx, row, { status: "loading" });
  await work(ctx, row.id, "load");
  return null;
}

export async function cancelFile(ctx: Context, { id }: InputOf<Operations["cancel"]>): Promise<null> {
  await changeFile(ctx, await lockFile(ctx, id, "cancel"), { status: "canceled" });
  await work(ctx, id, "drop");
  return null;
}

export async function withdrawFile(ctx: Context, { id }: InputOf<Operations["withdraw"]>): Promise<null> {
  const row = await lockFile(ctx, id, "withdraw");
  await removeRanges(ctx.db, id);
  await changeFile(ctx, row, { status: "withdrawn" });
  return null;
}
