import { createHash, randomUUID } from "node:crypto";
import type { Image } from "../../../platform/files/image.policy.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { filePartName } from "./file.policy.ts";
import { fileQueue } from "./file.service.ts";
import { insertFile, removeRelated, type SysFileRow } from "./file.store.ts";

/** What a picture belongs to. */
interface Belonging {
  readonly relationName: string;
  readonly relationId: string;
  readonly belongId: string;
}

const folder = "/upload/picture";

/**
 * Where a picture is read: an address of 122 random bits. Whoever was told it reads it without a session, as pictures in
 * pages are read; it is told to those alone who may read what the picture belongs to, and another picture has another one.
 */
const addressOf = ({ storeKey, suffix }: Pick<SysFileRow, "storeKey" | "suffix">): string =>
  `${folder}/${storeKey}.${suffix}`;

/** Keeps a picture that came whole, in the place of the one there was; answers it with its address. */
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

/** Takes away what something had as its picture. */
export async function dropPicture(ctx: Context, of: Belonging): Promise<void> {
  for (const { storeKey, parts } of await removeRelated(ctx, of))
    await ctx.enqueue({ queue: fileQueue, data: { gone: storeKey, parts } });
}
