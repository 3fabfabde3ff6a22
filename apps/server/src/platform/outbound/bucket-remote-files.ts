import type { BucketSettings } from "../config/outside-config.ts";
import { listedPages, ObjectStoreError, openBucket, textOf } from "../files/object-bucket.ts";
import { fetchOutside } from "./guarded-call.ts";
import type { ReachableHosts } from "./outbound-post.ts";
import {
  type RemoteFault,
  type RemoteFile,
  type RemoteFiles,
  RemoteFilesError,
  remoteListing,
  remoteWorkMs,
} from "./remote-files.ts";

const faults: Readonly<Record<string, RemoteFault>> = {
  NoSuchBucket: "folder_missing",
  NoSuchKey: "folder_missing",
  InvalidAccessKeyId: "credentials_refused",
  SignatureDoesNotMatch: "credentials_refused",
  AccessDenied: "not_permitted",
};

/** One answer of a listing, in bytes: a store lists a thousand names at a time, of a thousand bytes at most. */
const listingBytesMax = 16_777_216;

function faultOf(error: unknown): unknown {
  if (!(error instanceof ObjectStoreError)) return error;
  const refused = /is no public host|is a bare address/.test(error.message) ? "address_refused" : "unreachable";
  return new RemoteFilesError(error.status === 0 ? refused : (faults[error.code] ?? "unexpected"), error.message);
}

/** The body of an answer, no longer than that and not once the time is over: whoever dawdles or goes on is left. */
async function bodyOf(answer: Response, what: string, bytesMax: number, over: AbortSignal): Promise<Buffer> {
  const reader = answer.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const leave = (): void => void reader.cancel().catch(() => {});
  over.addEventListener("abort", leave);
  if (over.aborted) leave();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (over.aborted) throw new RemoteFilesError("unreachable", `${what}: no answer`);
      if (done) return Buffer.concat(chunks);
      bytes += value.length;
      if (bytes > bytesMax) throw new RemoteFilesError("too_large", `${what} is longer than ${bytesMax} bytes`);
      chunks.push(value);
    }
  } finally {
    over.removeEventListener("abort", leave);
    leave();
  }
}

/**
 * Opens a folder of a bucket: what lies below its prefix, and not in a folder within. Throws {@link RemoteFilesError}.
 * `workMs` is for one piece of work with it.
 */
export function openBucketFiles(settings: BucketSettings, reach: ReachableHosts, workMs = remoteWorkMs): RemoteFiles {
  const bucket = openBucket(settings, fetchOutside(reach));
  const told = async <T>(work: (over: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await work(AbortSignal.timeout(workMs));
    } catch (error) {
      throw faultOf(error);
    }
  };
  const fileOf = (object: string): RemoteFile => {
    const [bytes, time] = [Number(textOf(object, "Size")), Date.parse(textOf(object, "LastModified") ?? "")];
    if (!Number.isSafeInteger(bytes) || Number.isNaN(time))
      throw new RemoteFilesError("unexpected", `${bucket.name} lists a file without its size or time`);
    const name = (textOf(object, "Key") ?? "").slice(bucket.prefix.length);
    return { name, bytes, modifiedTime: new Date(time).toISOString() };
  };
  const listed = async (over: AbortSignal): Promise<RemoteFile[]> => {
    const listing = remoteListing();
    const pages = listedPages(bucket, {
      query: { "list-type": "2", prefix: bucket.prefix, delimiter: "/" },
      element: "Contents",
      next: (xml) => ({ "continuation-token": textOf(xml, "NextContinuationToken") ?? "" }),
      read: async (answer) => (await bodyOf(answer, bucket.name, listingBytesMax, over)).toString("utf8"),
    });
    for await (const objects of pages)
      listing.take(objects.map(fileOf).filter(({ name }) => name !== "" && !name.includes("/")));
    return listing.files;
  };
  return {
    list: () => told(listed),
    read: (name, bytesMax) => told(async (over) => bodyOf(await bucket.send({ key: name }), name, bytesMax, over)),
    write: (name, content) =>
      told(async () => {
        await bucket.send({ method: "PUT", key: name, body: new Uint8Array(content) });
      }),
    close: async () => {},
  };
}
