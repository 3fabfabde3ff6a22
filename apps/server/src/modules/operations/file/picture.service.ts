import { createHash, randomUUID } from "node:crypto";
import type { Image } from "../../../platform/files/image.policy.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { filePartName } from "./file.policy.ts";
import { fileQueue } from "./file.service.ts";
import { insertFile, removeRelated, type SysFileRow } from "./file.store.ts";

/** Owner of a picture. */
interface Belonging {
  readonly relationName: string;
  readonly relationId: string;
  readonly belongId: string;
}

const folder = "/upload/picture";

/**
 * Address of a picture, with 122 random bits. It works without a session, as pictures in pages need; it is disclosed
 * only to readers of the owning record, and each picture has its own.
 */
const addressOf = ({ storeKey, suffix }: Pick<SysFileRow, "storeKey" | "suffix">): string =>
  `${folder}/${storeKey}.${suffix}`;

/** Stores a picture, replacing the previous one; answers it with its address. */
export async function keepPicture(
  ctx: Context,
  { files, config }: Pick<Platform, "files" | "config">,
  { content, contentType, extension }: Image,
  of: Belonging & { readonly fileName: string },
): Promise<SysFileRow & { readonly url: string }> {
  await dropPicture(ctx, of);
  const isChecked = config.scanner === undefined;
  const row = await insertFile(ctx, {
    ...of,
    fileName: `${of.fileName}.${extension}`,
    suffix: extension,
    contentType,
    storeKey: randomUUID(),
    fileBytes: content.length,
    receivedBytes: content.length,
    parts: 1,
    checksum: createHash("sha256").update(content).digest("hex"),
    status: isChecked ? "ready" : "checking",
    readyTime: isChecked ? ctx.now.toISOString() : null,
  });
  await files.put(filePartName(row.storeKey, 1), once(content));
  if (!isChecked) await ctx.enqueue({ queue: fileQueue, data: { fileId: row.id } });
  return { ...row, url: addressOf(row) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Deletes the picture of a record. */
export async function dropPicture(ctx: Context, of: Belonging): Promise<void> {
  for (const { storeKey, parts } of await removeRelated(ctx, of))
    await ctx.enqueue({ queue: fileQueue, data: { gone: storeKey, parts } });
}
