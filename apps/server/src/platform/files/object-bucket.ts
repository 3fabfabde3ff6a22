import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import type { BucketSettings } from "../config/outside-config.ts";

/** One call to a bucket. Keys are relative to the bucket's prefix. */
export interface BucketCall {
  readonly method?: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Absent for a call about the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
}

/** A bucket of an S3-compatible store. */
export interface ObjectBucket {
  /** Its name for people: `s3://bucket/prefix`. */
  readonly name: string;
  readonly prefix: string;
  /** Sends a call, retried while the store is busy. Throws {@link ObjectStoreError} for every status but 2xx. */
  send(call: BucketCall): Promise<Response>;
}

/** The store is unreachable or refused the call; the message is for people. */
export class ObjectStoreError extends Error {
  override readonly name = "ObjectStoreError";
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The store's error code, such as `NoSuchKey`. */
  readonly code: string;
  constructor(message: string, status: number, code: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Time for an answer to begin, in milliseconds. */
const answerMs = 60_000;
const retries = 3;

/**
 * Opens a bucket without sending anything. `carry` replaces `fetch` and is then called once per call, without retries:
 * the caller retries.
 */
export function openBucket(
  { store, bucket, prefix }: BucketSettings,
  carry?: (request: Request) => Promise<Response>,
): ObjectBucket {
  const client = new AwsClient({
    accessKeyId: store.keyId,
    secretAccessKey: store.secret,
    region: store.region,
    service: "s3",
    retries,
  });
  const endpoint = new URL(store.endpoint);
  const base = store.isPathStyle
    ? `${store.endpoint}/${bucket}`
    : `${endpoint.protocol}//${bucket}.${endpoint.host}${endpoint.pathname.replace(/\/$/, "")}`;
  const name = `s3://${bucket}/${prefix}`;
  return {
    name,
    prefix,
    send: async ({ method = "GET", key, query = {}, headers = {}, body }) => {
      const url = new URL(`${base}${key === undefined ? (store.isPathStyle ? "" : "/") : `/${prefix}${key}`}`);
      for (const [field, value] of Object.entries(query)) url.searchParams.set(field, value);
      const digest = createHash("sha256")
        .update(body ?? "")
        .digest("hex");
      const waiting = new AbortController();
      const timer = setTimeout(() => waiting.abort(), answerMs);
      const call: RequestInit = {
        method,
        // The body is signed too: the store refuses altered content.
        headers: { ...headers, "x-amz-content-sha256": digest },
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        signal: waiting.signal,
      };
      const answer = await (carry ? client.sign(url.href, call).then(carry) : client.fetch(url.href, call))
        .catch((error: unknown) => {
          throw new ObjectStoreError(`${name} cannot be reached (${reasonOf(error)})`, 0, "Unreachable");
        })
        .finally(() => clearTimeout(timer));
      if (!answer.ok) throw await refusalOf(name, answer);
      return answer;
    },
  };
}

function reasonOf(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: { code?: string; message?: string } };
  return name === "AbortError" ? "no answer" : (cause?.code ?? cause?.message ?? message);
}

/** Error codes of wrong settings, worded for the operator who set them. */
const words: Readonly<Record<string, string>> = {
  NoSuchBucket: "there is no such bucket",
  InvalidAccessKeyId: "the store does not know the key id",
  SignatureDoesNotMatch: "the store does not accept the secret",
  AccessDenied: "the key has no right to this",
  RequestTimeTooSkewed: "the store finds that the clock of this machine is off",
  PermanentRedirect: "the bucket is in another region",
  AuthorizationHeaderMalformed: "the bucket is in another region",
  EntityTooLarge: "the file is larger than the store takes",
};

async function refusalOf(name: string, answer: Response): Promise<ObjectStoreError> {
  const text = (await answer.text().catch(() => "")).slice(0, 4_096);
  return errorOf(name, answer.status, text);
}

/** The error that an answer reports. */
export function errorOf(name: string, status: number, text: string): ObjectStoreError {
  const code = textOf(text, "Code") ?? (status === 404 ? "NotFound" : `HTTP ${status}`);
  const said = words[code] ?? textOf(text, "Message");
  return new ObjectStoreError(`${name} answered ${status} ${code}${said ? `: ${said}` : ""}`, status, code);
}

/** Text of the first element with that name in a store's answer. */
export function textOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replace(/&(amp|lt|gt|quot|apos|#39);/g, readEntity);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };
const readEntity = (all: string, entity: string): string => entities[entity] ?? all;

/** Inner XML of all elements with that name. */
export const elementsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs"))].map(([, inside = ""]) => inside);

/** The pages of a listing, each the elements of that name. `next` reads where the next page begins. */
export async function* listedPages(
  bucket: ObjectBucket,
  { query, element, next, read = (answer) => answer.text() }: BucketListing,
): AsyncGenerator<readonly string[]> {
  let from: Readonly<Record<string, string>> | undefined = {};
  while (from) {
    const xml = await read(await bucket.send({ query: { ...query, ...from } }));
    yield elementsOf(xml, element);
    const to = textOf(xml, "IsTruncated") === "true" ? next(xml) : undefined;
    if (to && JSON.stringify(to) === JSON.stringify(from))
      throw new ObjectStoreError(`${bucket.name} lists the same page again and again`, 200, "Endless");
    from = to;
  }
}

/** All entries of a listing, whichever page they stand on. */
export async function* listedEntries(bucket: ObjectBucket, listing: BucketListing): AsyncGenerator<string> {
  for await (const entries of listedPages(bucket, listing)) yield* entries;
}

/** What is listed, and how. */
export interface BucketListing {
  readonly query: Readonly<Record<string, string>>;
  readonly element: string;
  next(xml: string): Readonly<Record<string, string>>;
  /** Reads an answer, where it may be longer than our own store's. */
  readonly read?: (answer: Response) => Promise<string>;
}
