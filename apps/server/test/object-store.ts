import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { BucketSettings } from "../src/platform/config/outside-config.ts";

/** A store of objects that a test calls. */
export interface TestStore {
  readonly settings: BucketSettings["store"];
  /** Makes a bucket and answers its name. */
  makeBucket(isLocked: boolean): Promise<string>;
  close(): Promise<void>;
}

/** The small server that stands in for a store, and what a test may do behind the product's back. */
export interface SmallStore extends TestStore {
  /** Answers so many calls with 503, or all while it is Infinity. */
  failing: number;
  /** Keeps what it is sent and forgets the lock. */
  isForgetful: boolean;
  readonly uploads: Map<string, Upload>;
}

interface Version {
  readonly id: string;
  /** Undefined for a mark that the object was deleted. */
  readonly body: Buffer | undefined;
  readonly lock: string | undefined;
  readonly until: string | undefined;
}

interface Upload {
  readonly key: string;
  readonly begun: Date;
  readonly parts: Map<number, Buffer>;
}

interface Bucket {
  readonly isLocked: boolean;
  readonly objects: Map<string, Version[]>;
}

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const strictlyEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** Checks a signature by the published rules of Signature Version 4, without the product's library. */
function checkSignature(
  request: IncomingMessage,
  body: Buffer,
  { keyId, secret, region }: BucketSettings["store"],
): void {
  const { authorization = "", "x-amz-date": at = "", "x-amz-content-sha256": digest = "" } = request.headers;
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    authorization,
  );
  const [, credential = "", signed = "", signature] = found ?? [];
  const [id, day = "", inRegion] = credential.split("/");
  if (id !== keyId) throw new Refusal(403, "InvalidAccessKeyId");
  if (inRegion !== region) throw new Refusal(400, "AuthorizationHeaderMalformed");
  if (digest !== sha256(body)) throw new Refusal(400, "XAmzContentSHA256Mismatch");
  const url = new URL(request.url ?? "", "http://store");
  const query = [...url.searchParams]
    .map(([name, value]) => `${strictlyEncoded(name)}=${strictlyEncoded(value)}`)
    .sort()
    .join("&");
  const headers = signed.split(";").map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`);
  const path = decodeURIComponent(url.pathname).split("/").map(strictlyEncoded).join("/");
  const canonical = [request.method, path, query, headers.join(""), signed, digest].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ["s3", "aws4_request"].reduce<Buffer>(hmac, hmac(hmac(`AWS4${secret}`, day), region));
  const expected = hmac(key, ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n")).toString("hex");
  if (expected !== signature) throw new Refusal(403, "SignatureDoesNotMatch");
}

/** Starts the server on a free port of this machine. */
export async function startSmallStore(): Promise<SmallStore> {
  const buckets = new Map<string, Bucket>();
  const uploads = new Map<string, Upload>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, String(error));
      response.writeHead(status).end(`<Error><Code>${code}</Code><Message>said by the store</Message></Error>`);
    });
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    if (store.failing > 0) {
      store.failing -= 1;
      throw new Refusal(503, "SlowDown");
    }
    checkSignature(request, body, store.settings);
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://store");
    const [, name = "", ...rest] = pathname.split("/");
    const bucket = buckets.get(name);
    if (!bucket) throw new Refusal(404, "NoSuchBucket");
    const call: Call = { bucket, key: rest.join("/"), query, body, uploads, method: request.method ?? "" };
    const lock = store.isForgetful ? undefined : lockOf(request, call);
    const { status = 200, headers = {}, text = "" } = call.key === "" ? aboutBucket(call) : aboutObject(call, lock);
    response.writeHead(status, { "content-length": String(text.length), ...headers });
    response.end(request.method === "HEAD" ? undefined : text);
  };
  const port = await listen(server);
  const store: SmallStore = {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "nowhere-1",
      keyId: "KEY",
      secret: "s/e+cret",
      isPathStyle: true,
    },
    failing: 0,
    isForgetful: false,
    uploads,
    makeBucket: async (isLocked) => {
      const name = `bucket-${randomUUID().slice(0, 8)}`;
      buckets.set(name, { isLocked, objects: new Map() });
      return name;
    },
    close: async () => void server.close(),
  };
  return store;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

interface Call {
  readonly bucket: Bucket;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly uploads: Map<string, Upload>;
  readonly method: string;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly text?: string | Buffer;
}

type Lock = Pick<Version, "lock" | "until">;

/** What a call asks for as object lock; stores refuse it without a digest of the body. */
function lockOf({ headers }: IncomingMessage, { bucket, body }: Call): Lock | undefined {
  const lock = headers["x-amz-object-lock-mode"];
  if (lock === undefined) return undefined;
  if (!bucket.isLocked) throw new Refusal(400, "InvalidRequest");
  if (headers["content-md5"] !== createHash("md5").update(body).digest("base64"))
    throw new Refusal(400, "InvalidDigest");
  return { lock: String(lock), until: String(headers["x-amz-object-lock-retain-until-date"]) };
}

/** When every object was written, as listings say it: no test waits for a file to have lain there. */
const longAgo = "<LastModified>2026-01-02T03:04:05.000Z</LastModified>";

function aboutBucket({ bucket, query, uploads }: Call): Answer {
  const prefix = query.get("prefix") ?? "";
  if (query.has("object-lock")) {
    if (!bucket.isLocked) throw new Refusal(404, "ObjectLockConfigurationNotFoundError");
    return {
      text: "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>",
    };
  }
  if (query.has("uploads"))
    return page(
      [...uploads]
        .filter(([, { key }]) => key.startsWith(prefix))
        .map(
          ([id, { key, begun }]) =>
            `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
        ),
      query,
      "upload-id-marker",
      "NextUploadIdMarker",
    );
  const kept = [...bucket.objects]
    .filter(([key]) => key.startsWith(prefix))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (query.has("versions"))
    return page(
      kept.flatMap(([key, versions]) =>
        versions.toReversed().map(({ id, body }) => {
          const kind = body ? "Version" : "DeleteMarker";
          const tag = body ? `<ETag>${sha256(body)}</ETag>` : "";
          return `<${kind}><Key>${key}</Key><VersionId>${id}</VersionId>${tag}</${kind}>`;
        }),
      ),
      query,
      "version-id-marker",
      "NextVersionIdMarker",
    );
  const present = kept.flatMap(([key, versions]) => {
    const body = versions.at(-1)?.body;
    return body ? [`<Contents><Key>${key}</Key><Size>${body.length}</Size>${longAgo}</Contents>`] : [];
  });
  return page(present, query, "continuation-token", "NextContinuationToken");
}

/** Two entries on a page, so that every listing has several. */
function page(entries: readonly string[], query: URLSearchParams, marker: string, next: string): Answer {
  const from = Number(query.get(marker) || 0);
  const shown = entries.slice(from, from + 2);
  const isTruncated = from + 2 < entries.length;
  const end = isTruncated ? `<${next}>${from + 2}</${next}>` : "";
  return { text: `<Result><IsTruncated>${isTruncated}</IsTruncated>${end}${shown.join("")}</Result>` };
}

function aboutObject(call: Call, lock: Lock | undefined): Answer {
  const { method, query, key, bucket, body } = call;
  if (query.has("uploads") || query.has("uploadId")) return aboutUpload(call);
  const versions = bucket.objects.get(key) ?? [];
  if (method === "PUT") {
    const version = { id: randomUUID(), body, lock: lock?.lock, until: lock?.until };
    bucket.objects.set(key, bucket.isLocked ? [...versions, version] : [version]);
    return { headers: { etag: `"${sha256(body)}"` } };
  }
  if (method === "DELETE") return removed(call, versions);
  const id = query.get("versionId");
  const found = id === null ? versions.at(-1) : versions.find((version) => version.id === id);
  if (!found?.body) throw new Refusal(404, "NoSuchKey");
  const locked = found.lock
    ? { "x-amz-object-lock-mode": found.lock, "x-amz-object-lock-retain-until-date": found.until ?? "" }
    : {};
  return { text: found.body, headers: { "content-length": String(found.body.length), ...locked } };
}

function removed({ bucket, key, query }: Call, versions: readonly Version[]): Answer {
  const id = query.get("versionId");
  if (id !== null && versions.find((version) => version.id === id)?.lock) throw new Refusal(403, "AccessDenied");
  const mark: Version = { id: randomUUID(), body: undefined, lock: undefined, until: undefined };
  if (id !== null)
    bucket.objects.set(
      key,
      versions.filter((version) => version.id !== id),
    );
  else if (bucket.isLocked) bucket.objects.set(key, [...versions, mark]);
  else bucket.objects.delete(key);
  return { status: 204 };
}

function aboutUpload({ method, key, query, body, uploads, bucket }: Call): Answer {
  const id = query.get("uploadId") ?? randomUUID();
  if (query.has("uploads")) {
    uploads.set(id, { key, begun: new Date(), parts: new Map() });
    return { text: `<Result><UploadId>${id}</UploadId></Result>` };
  }
  const upload = uploads.get(id);
  if (!upload) throw new Refusal(404, "NoSuchUpload");
  if (method === "PUT") {
    upload.parts.set(Number(query.get("partNumber")), body);
    return { headers: { etag: `"${sha256(body)}"` } };
  }
  uploads.delete(id);
  if (method === "DELETE") return { status: 204 };
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
  const parts = named.map(([, number, tag]) => {
    const part = upload.parts.get(Number(number));
    if (!part || `"${sha256(part)}"` !== tag) throw new Refusal(400, "InvalidPart");
    return part;
  });
  if (parts.slice(0, -1).some(({ length }) => length < 5 * 1024 * 1024)) throw new Refusal(400, "EntityTooSmall");
  bucket.objects.set(key, [{ id, body: Buffer.concat(parts), lock: undefined, until: undefined }]);
  return { text: "<Result/>" };
}
