import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysFile } from "@countinghouse/contract/operations/file/file.ts";
import { suffixOf, takenFileOf, takenFiles } from "@countinghouse/contract/operations/file/file-types.ts";
import { maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";
import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { lockRow, removeRow, updateRow } from "../../../platform/db/table-operations.ts";
import { readOf } from "../../../platform/db/tables.ts";
import { UnreadableFile } from "../../../platform/files/file-parts.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { workbookText } from "../../../platform/files/workbook-table.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { FileAnswer } from "../../../platform/http/file-answer.ts";
import { settingsOf } from "../../settings/config/index.ts";
import { filePartName } from "./file.policy.ts";
import { bytesOfTenant, changeFile, findCutOff, findReadable, insertFile, type SysFileRow } from "./file.store.ts";

type Operations = typeof sysFile.operations;

/** Queue of checks of uploaded files, and of deletions of content. */
export const fileQueue = "files";

const megabyte = 1_048_576;

/** Starts an upload, or resumes an interrupted one. */
export async function openUpload(
  ctx: Context,
  input: InputOf<Operations["uploadFile"]>,
): Promise<ResultOf<Operations["uploadFile"]>> {
  const { fileName, fileBytes } = input;
  const suffix = suffixOf(fileName);
  const taken = takenFileOf(suffix);
  if (!taken) throw refuse("sysFile.suffixUnknown", { suffix, taken: Object.keys(takenFiles).join(", ") });
  const { sys_file_max_mb: limit, sys_file_quota_mb: quota } = await settingsOf(ctx, [
    "sys_file_max_mb",
    "sys_file_quota_mb",
  ]);
  if (fileBytes > limit * megabyte) throw refuse("sysFile.fileTooLarge", { limit });
  const cutOff = await findCutOff(ctx, { fileName, fileBytes });
  if (cutOff) return { id: cutOff.id, receivedBytes: cutOff.receivedBytes };
  const used = await bytesOfTenant(ctx, ctx.actor.tenantId);
  if (used + fileBytes > quota * megabyte)
    throw refuse("sysFile.quotaExceeded", { used: Math.ceil(used / megabyte), quota });
  const { contentType } = taken;
  const { id } = await insertFile(ctx, { ...input, suffix, contentType, storeKey: randomUUID() });
  return { id, receivedBytes: 0 };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Stores the next part. A part sent again after a lost answer replaces itself. */
export const takePart =
  (files: FileStore) =>
  async (ctx: Context, { id, part, data }: InputOf<Operations["uploadPart"]>): Promise<{ receivedBytes: number }> => {
    const row = await lockRow(ctx, "sysFiles", sysFile, id);
    const bytes = Buffer.from(data, "base64");
    const expected = Math.min(filePartBytes, row.fileBytes - row.receivedBytes);
    if (row.status !== "uploading" || part !== row.parts + 1 || bytes.length !== expected)
      throw refuse("sysFile.partOutOfOrder", {}, { extras: { receivedBytes: row.receivedBytes } });
    await files.put(filePartName(row.storeKey, part), once(bytes));
    const receivedBytes = row.receivedBytes + bytes.length;
    const isWhole = receivedBytes === row.fileBytes;
    await changeFile(ctx, row, { parts: part, receivedBytes, ...(isWhole ? { status: "checking" as const } : {}) });
    if (isWhole) await ctx.enqueue({ queue: fileQueue, data: { fileId: id } });
    return { receivedBytes };
  };

/** The content of a file, part by part. */
export async function* contentOf(
  files: FileStore,
  { storeKey, parts }: Pick<SysFileRow, "storeKey" | "parts">,
): AsyncGenerator<Uint8Array> {
  for (let part = 1; part <= parts; part += 1) {
    const stored = await files.read(filePartName(storeKey, part));
    if (!stored) throw new Error(`part ${part} of the file ${storeKey} is gone`);
    yield* stored.content as AsyncIterable<Uint8Array>;
  }
}

export async function updateFile(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const row = await lockRow(ctx, "sysFiles", sysFile, input.id);
  if (suffixOf(input.fileName) !== row.suffix) throw refuse("sysFile.suffixFixed", { suffix: row.suffix });
  await updateRow(ctx, "sysFiles", sysFile, input);
  return null;
}

export async function deleteFile(ctx: Context, input: InputOf<Operations["delete"]>): Promise<null> {
  const { storeKey, parts } = await lockRow(ctx, "sysFiles", sysFile, input.id);
  await removeRow(ctx, "sysFiles", sysFile, input);
  // After the row was deleted, and not before: a rollback keeps the content.
  await ctx.enqueue({ queue: fileQueue, data: { gone: storeKey, parts } });
  return null;
}

/** A file that is there, for whoever may read it. */
async function readyFile(ctx: Context, files: FileStore, id: number): Promise<SysFileRow> {
  const row = await findReadable(ctx, id);
  if (row.status !== "ready") throw refuse("sysFile.notReady");
  const first = await files.read(filePartName(row.storeKey, 1));
  if (!first) throw refuse("sysFile.fileMissing");
  first.content.destroy();
  return row;
}

const answered = (files: FileStore, row: SysFileRow, inline: boolean): FileAnswer => ({
  kind: "file",
  name: row.fileName,
  contentType: row.contentType,
  content: Readable.from(contentOf(files, row)),
  bytes: row.fileBytes,
  inline,
});

/** Downloads a file; the audit trail records by whom. */
export const downloadFile = (files: FileStore) => async (ctx: Context, asked: { readonly id: number }) => {
  const { id, fileName, createUserName } = await findReadable(ctx, asked.id);
  ctx.recordChange(readOf({ table: "sysFiles", id, number: fileName, owner: createUserName ?? "" }));
  return answered(files, await readyFile(ctx, files, id), false);
};

/** Limits on a workbook that is shown: its bytes, since a node unpacks it whole, and the rows below its heading. */
const sheetBytesMax = 8 * megabyte;
const sheetRowsMax = 500;

/** The first rows of a workbook's first sheet, as CSV; card numbers are masked, since no scan looks into archives. */
async function sheetOf(files: FileStore, row: SysFileRow): Promise<FileAnswer> {
  if (row.fileBytes > sheetBytesMax) throw refuse("sysFile.sheetUnreadable");
  const bytes = await buffer(contentOf(files, row));
  try {
    const content = Buffer.from(maskCardNumbers(workbookText(bytes, { rowsMax: sheetRowsMax, isCut: true })));
    return { kind: "file", name: `${row.fileName}.csv`, contentType: "text/csv", content, inline: true };
  } catch (error) {
    throw error instanceof UnreadableFile ? refuse("sysFile.sheetUnreadable") : error;
  }
}

/** Shown in place, where a browser shows it and runs nothing of it. */
export const previewFile =
  (files: FileStore) =>
  async (ctx: Context, { id }: { readonly id: number }): Promise<FileAnswer> => {
    const row = await readyFile(ctx, files, id);
    return row.suffix === "xlsx"
      ? sheetOf(files, row)
      : answered(files, row, takenFileOf(row.suffix)?.preview !== undefined);
  };
