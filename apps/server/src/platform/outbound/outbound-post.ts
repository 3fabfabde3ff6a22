import type { lookup as resolveName } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { guardedLookup, isPublicAddress, OutboundRefused, parsePublicUrl } from "./public-fetch.ts";

/** Hosts outside the public internet that a setting allows, as `host` or `host:port`. */
export type ReachableHosts = readonly string[];

/** Only hosts of the public internet. */
export const publicOnly: ReachableHosts = [];

/** Whether a setting allows the host of an address. */
export const isNamed = ({ hostname, host }: URL, reach: ReachableHosts): boolean =>
  reach.includes(hostname) || reach.includes(host);

/**
 * The URL of a host that may be called; undefined where policy forbids it. Public hosts are called by name, over https
 * on the standard port; allowed hosts over http as well, and on the port that the setting allows.
 */
export function parseReachable(text: string, reach: ReachableHosts): URL | undefined {
  const isPublic = parsePublicUrl(text);
  if (isPublic || /[\s\\]/.test(text) || !URL.canParse(text)) return isPublic;
  const url = new URL(text);
  const isPlain = /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isPlain && isNamed(url, reach) ? url : undefined;
}

/**
 * Canonical form of an address: host in lower case, no standard port, no fragment, no dot segments in the path. Two
 * spellings of one address become the same text.
 */
export function calledAs(address: string | URL): string {
  const url = new URL(address);
  url.hash = "";
  // An empty query is dropped.
  if (url.search === "") url.search = "";
  return url.href;
}

/** One message to an external server. */
export interface OutboundPost {
  readonly url: string;
  readonly reach: ReachableHosts;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole call, in milliseconds. */
  readonly timeoutMs: number;
  /** Bytes of the answer that are read; the rest is not fetched. */
  readonly headBytes: number;
  readonly signal?: AbortSignal;
  /** Addresses whose answer is read; public ones by default, tests replace it. */
  readonly isReadable?: (address: string) => boolean;
  /** Resolves a host name; the system's resolver by default, tests replace it. */
  readonly resolve?: typeof resolveName;
}

/** The answer; `head` is the beginning of the body as text, empty where the answering address is not public. */
export interface OutboundAnswer {
  readonly status: number;
  readonly head: string;
}

const headerBytes = 16_384;

/**
 * Posts a body to a host and reads the beginning of its answer. Follows no redirect, sends no cookie and uses no
 * proxy; connects to the address that was checked. Throws {@link OutboundRefused} for calls that policy forbids, and
 * the connection's own errors.
 */
export async function postOutside(post: OutboundPost): Promise<OutboundAnswer> {
  const url = parseReachable(post.url, post.reach);
  if (!url) throw new OutboundRefused("the address is not allowed");
  const deadline = AbortSignal.timeout(post.timeoutMs);
  const signal = post.signal ? AbortSignal.any([post.signal, deadline]) : deadline;
  const response = await requestOnce(url, post, isNamed(url, post.reach) ? () => true : isPublicAddress, signal);
  const status = response.statusCode ?? 0;
  if ((post.isReadable ?? isPublicAddress)(response.socket.remoteAddress ?? ""))
    return { status, head: await readHead(response, post.headBytes, signal) };
  // Answers of internal machines must not become visible outside, whatever led to the call.
  response.destroy();
  return { status, head: "" };
}

function requestOnce(
  url: URL,
  { headers, body, resolve: resolver }: OutboundPost,
  allows: (address: string) => boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body, "utf8");
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const call = send(
      url,
      {
        method: "POST",
        // A fresh connection: one kept alive was checked for another call.
        agent: false,
        lookup: guardedLookup(allows, resolver),
        maxHeaderSize: headerBytes,
        headers: { ...headers, "content-length": String(bytes.length), "accept-encoding": "identity" },
        signal,
      },
      resolve,
    );
    call.on("error", reject);
    call.end(bytes);
  });
}

/**
 * Reads the beginning of an answer. A body that is slow or breaks off does not change the status received before it.
 */
async function readHead(response: IncomingMessage, headBytes: number, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stop = (): void => void response.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= headBytes) break;
    }
  } catch {
    // The part received so far is kept.
  } finally {
    signal.removeEventListener("abort", stop);
    response.destroy();
  }
  const text = Buffer.concat(chunks).subarray(0, headBytes).toString("utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: strangers' control characters only serve to deceive.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
}
