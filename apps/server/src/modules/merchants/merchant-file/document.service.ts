import { Readable } from "node:stream";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import {
  type DocumentAction,
  documentLifecycle,
} from "@countinghouse/contract/merchants/merchant-file/merchant-document.lifecycle.ts";
import {
  documentBytesMax,
  type merchantDocument,
} from "@countinghouse/contract/merchants/merchant-file/merchant-document.ts";
import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { FileAnswer } from "../../../platform/http/file-answer.ts";
import { lockMerchant } from "../merchant/index.ts";
import { documentPart, typeOfFile } from "./document.policy.ts";
import { changeDocument, type DocumentRow, findDocument, insertDocument, lockDocument } from "./document.store.ts";

type Operations = typeof merchantDocument.operations;

const megabyte = 1_048_576;

export async function addDocument(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const { tenantId } = await lockMerchant(ctx, input.merchantId);
  if (input.fileBytes > documentBytesMax)
    throw refuse("merchantDocument.fileTooLarge", { limit: documentBytesMax / megabyte });
  const { id } = await insertDocument(ctx, { ...input, id: newId("doc", ctx.now), tenantId });
  return id;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Stores the next part. A part sent again after a lost answer replaces itself. */
export const uploadDocument =
  (files: FileStore) =>
  async (ctx: Context, { id, part, data }: InputOf<Operations["upload"]>): Promise<{ receivedBytes: number }> => {
    const row = await lockDocument(ctx, { id }, "upload");
    const bytes = Buffer.from(data, "base64");
    const expected = Math.min(filePartBytes, row.fileBytes - row.receivedBytes);
    if (part !== row.parts + 1 || bytes.length !== expected)
      throw refuse("merchantDocument.partOutOfOrder", {}, { extras: { receivedBytes: row.receivedBytes } });
    const contentType = row.contentType ?? typeOfFile(bytes);
    if (!contentType) throw refuse("merchantDocument.fileType");
    await files.put(documentPart(id, part), once(bytes));
    const receivedBytes = row.receivedBytes + bytes.length;
    const isWhole = receivedBytes === row.fileBytes;
    const status = isWhole ? documentLifecycle.actions.receive.to : row.status;
    await changeDocument(ctx, row, {
      parts: part,
      receivedBytes,
      contentType,
      status,
    });
    return { receivedBytes };
  };

/** The parts of a document in order. */
async function* contentOf(files: FileStore, { id, parts }: DocumentRow): AsyncGenerator<Uint8Array> {
  for (let part = 1; part <= parts; part += 1) {
    const stored = await files.read(documentPart(id, part));
    if (!stored) throw new Error(`part ${part} of the document ${id} is gone`);
    yield* stored.content as AsyncIterable<Uint8Array>;
  }
}

export const downloadDocument =
  (files: FileStore) =>
  async (ctx: Context, { id }: InputOf<Operations["download"]>): Promise<FileAnswer> => {
    const row = await findDocument(ctx, id);
    const isThere = row.receivedBytes === row.fileBytes && (await files.read(documentPart(id, 1)));
    if (!isThere || row.contentType === null) throw refuse("merchantDocument.fileMissing");
    isThere.content.destroy();
    return {
      kind: "file",
      name: row.fileName,
      contentType: row.contentType,
      content: Readable.from(contentOf(files, row)),
      bytes: row.fileBytes,
    };
  };

/** Records the reviewer's verdict on a document. */
export const judgeDocument =
  (action: Extract<DocumentAction, "verify" | "reject">) =>
  async (ctx: Context, input: InputOf<Operations["verify"]> & { readonly reason?: string }): Promise<null> => {
    const row = await lockDocument(ctx, input, action);
    if (input.reason) ctx.recordReason(input.reason);
    await changeDocument(ctx, row, {
      status: documentLifecycle.actions[action].to,
      decideUserName: ctx.actor.realName,
      decideTime: ctx.now.toISOString(),
      decisionReason: input.reason ?? null,
    });
    return null;
  };
