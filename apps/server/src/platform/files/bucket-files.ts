import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { ConfigError } from "../config/config-error.ts";
import { checkFileName, type FileStore, type StoredFile, unfinishedKeptMs } from "./file-store.ts";
import { elementsOf, errorOf, listedEntries, type ObjectBucket, ObjectStoreError, textOf } from "./object-bucket.ts";

/** Part size of a multipart upload in bytes. Stores accept ten thousand parts, so a file may have 80 GB. */
const partBytes = 8 * 1024 * 1024;

/** Stores files of any size in a bucket. A file exists once its last part has arrived, and not before. */
export function bucketFiles(bucket: ObjectBucket): FileStore {
  return {
    put: (name, content) => putWhole(bucket, checkFileName(name), content),
    read: async (name) => {
      const answer = await getObject(bucket, checkFileName(name));
      if (!answer?.body) return undefined;
      const bytes = Number(answer.headers.get("content-length"));
      return { content: Readable.fromWeb(answer.body), bytes };
    },
    remove: async (name) => {
      await bucket.send({ method: "DELETE", key: checkFileName(name) });
    },
    removeUnfinished: (now) => abortUploads(bucket, now.getTime() - unfinishedKeptMs),
  };
}

/** Reads an object; undefined where there is none. A missing bucket throws. */
async function getObject(bucket: ObjectBucket, key: string): Promise<Response | undefined> {
  try {
    return await bucket.send({ key });
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === "NoSuchKey") return undefined;
    throw error;
  }
}

async function putWhole(bucket: ObjectBucket, key: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  let upload: Upload | undefined;
  try {
    let last = Buffer.alloc(0);
    for await (const part of partsOf(content)) {
      hash.update(part);
      bytes += part.length;
      if (part.length < partBytes) last = part;
      else {
        upload ??= await beginUpload(bucket, key);
        await upload.add(part);
      }
    }
    if (!upload) await bucket.send({ method: "PUT", key, body: last });
    else {
      if (last.length > 0) await upload.add(last);
      await upload.finish();
    }
  } catch (error) {
    // A failed abort leaves an unfinished upload, which the clean-up removes after a day.
    await upload?.abort().catch(() => {});
    throw error;
  }
  return { bytes, checksum: hash.digest("hex") };
}

/** The same bytes in parts of equal size; only the last one may be smaller. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  for await (const piece of content) {
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(piece.length - from, partBytes - filled);
      part.set(piece.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
      if (filled < partBytes) continue;
      yield part;
      part = Buffer.allocUnsafe(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** A multipart upload in progress. */
interface Upload {
  add(part: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(): Promise<void>;
  abort(): Promise<void>;
}

async function beginUpload(bucket: ObjectBucket, key: string): Promise<Upload> {
  const begun = await bucket.send({ method: "POST", key, query: { uploads: "" } });
  const uploadId = textOf(await begun.text(), "UploadId");
  if (!uploadId) throw new Error(`${bucket.name} began an upload without naming it`);
  const tags: string[] = [];
  return {
    add: async (body) => {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const answer = await bucket.send({ method: "PUT", key, query, body });
      tags.push(answer.headers.get("etag") ?? "");
    },
    finish: async () => {
      const parts = tags
        .map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
        .join("");
      const body = `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`;
      const answer = await bucket.send({ method: "POST", key, query: { uploadId }, body });
      const text = await answer.text();
      // Stores send status 200 before they know whether completion succeeds; an error then stands in the body.
      if (elementsOf(text, "Error").length > 0) throw errorOf(bucket.name, answer.status, text);
    },
    abort: async () => {
      await bucket.send({ method: "DELETE", key, query: { uploadId } });
    },
  };
}

async function abortUploads(bucket: ObjectBucket, beforeMs: number): Promise<number> {
  const uploads = listedEntries(bucket, {
    query: { uploads: "", prefix: bucket.prefix },
    element: "Upload",
    next: (xml) => ({
      "key-marker": textOf(xml, "NextKeyMarker") ?? "",
      "upload-id-marker": textOf(xml, "NextUploadIdMarker") ?? "",
    }),
  });
  const old: { readonly key: string; readonly uploadId: string }[] = [];
  for await (const upload of uploads) {
    const [key, uploadId] = [textOf(upload, "Key") ?? "", textOf(upload, "UploadId") ?? ""];
    const isOld = Date.parse(textOf(upload, "Initiated") ?? "") <= beforeMs;
    if (isOld) old.push({ key: key.slice(bucket.prefix.length), uploadId });
  }
  for (const { key, uploadId } of old) await bucket.send({ method: "DELETE", key, query: { uploadId } });
  return old.length;
}

const markName = ".countinghouse-files";

/** The mark of a shared bucket; undefined in one that was not used yet. */
export async function readBucketMark(bucket: ObjectBucket): Promise<string | undefined> {
  return (await getObject(bucket, markName))?.text();
}

/** Marks a bucket that has no mark; answers the mark it has now. Call it from one node at a time. */
export async function markBucket(bucket: ObjectBucket): Promise<string> {
  const found = await readBucketMark(bucket);
  if (found !== undefined) return found;
  const mark = randomUUID();
  await bucket.send({ method: "PUT", key: markName, body: mark });
  return mark;
}

/** Writes, reads and removes a test object. Throws a {@link ConfigError} for a bucket where one of these fails. */
export async function checkBucket(bucket: ObjectBucket): Promise<void> {
  const key = `.countinghouse-try-${randomUUID()}`;
  try {
    await bucket.send({ method: "PUT", key, body: "x" });
    await (await bucket.send({ key })).text();
    await bucket.send({ method: "DELETE", key });
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    throw new ConfigError(`Files cannot be kept by COUNTINGHOUSE_FILES=s3: ${error.message}.`);
  }
}

/** Number of files in a bucket, and their total size. */
export async function sizeOfBucket(bucket: ObjectBucket): Promise<{ readonly files: number; readonly bytes: number }> {
  const objects = listedEntries(bucket, {
    query: { "list-type": "2", prefix: bucket.prefix },
    element: "Contents",
    next: (xml) => ({ "continuation-token": textOf(xml, "NextContinuationToken") ?? "" }),
  });
  let files = 0;
  let bytes = 0;
  for await (const object of objects) {
    if (textOf(object, "Key")?.slice(bucket.prefix.length).startsWith(".")) continue;
    files += 1;
    bytes += Number(textOf(object, "Size"));
  }
  return { files, bytes };
}
