import type { BucketSettings } from "../config/outside-config.ts";
import { listedEntries, ObjectStoreError, openBucket, textOf } from "../files/object-bucket.ts";
import { fetchOutside } from "./guarded-call.ts";
import type { ReachableHosts } from "./outbound-post.ts";
import {
  type RemoteFault,
  type RemoteFile,
  type RemoteFiles,
  RemoteFilesError,
  remoteFilesMax,
  tooManyFiles,
} from "./remote-files.ts";

const faults: Readonly<Record<string, RemoteFault>> = {
  NoSuchBucket: "folder_missing",
  NoSuchKey: "folder_missing",
  InvalidAccessKeyId: "credentials_refused",
  SignatureDoesNotMatch: "credentials_refused",
  AccessDenied: "not_permitted",
};

function faultOf(error: unknown): unknown {
  if (!(error instanceof ObjectStoreError)) return error;
  const refused = /is no public host|is a bare address/.test(error.message) ? "address_refused" : "unreachable";
  return new RemoteFilesError(error.status === 0 ? refused : (faults[error.code] ?? "unexpected"), error.message);
}

/** Opens a folder of a bucket: the objects below its prefix, without subfolders. Throws {@link RemoteFilesError}. */
export function openBucketFiles(settings: BucketSettings, reach: ReachableHosts): RemoteFiles {
  const bucket = openBucket(settings, fetchOutside(reach));
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw faultOf(error);
    }
  };
  const listed = async (): Promise<RemoteFile[]> => {
    const files: RemoteFile[] = [];
    const objects = listedEntries(bucket, {
      query: { "list-type": "2", prefix: bucket.prefix, delimiter: "/" },
      element: "Contents",
      next: (xml) => ({ "continuation-token": textOf(xml, "NextContinuationToken") ?? "" }),
    });
    for await (const object of objects) {
      const name = (textOf(object, "Key") ?? "").slice(bucket.prefix.length);
      if (name === "" || name.includes("/")) continue;
      files.push({
        name,
        bytes: Number(textOf(object, "Size")),
        modifiedTime: new Date(textOf(object, "LastModified") ?? 0).toISOString(),
      });
      if (files.length > remoteFilesMax) throw tooManyFiles();
    }
    return files;
  };
  const read = async (key: string, bytesMax: number): Promise<Buffer> => {
    const answer = await bucket.send({ key });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new RemoteFilesError("too_large", `${key} is longer than ${bytesMax} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  };
  return {
    list: () => told(listed),
    read: (name, bytesMax) => told(() => read(name, bytesMax)),
    write: (name, content) =>
      told(async () => {
        await bucket.send({ method: "PUT", key: name, body: new Uint8Array(content) });
      }),
    close: async () => {},
  };
}
