import type { lookup as resolveName } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { guardedLookup, isPublicAddress, OutboundRefused, parsePublicUrl } from "./public-fetch.ts";

/** Who may be called besides hosts of the public internet: those that a setting names, as `host` or `host:port`. */
export type ReachableHosts = readonly string[];

/** Nobody but hosts of the public internet. */
export const publicOnly: ReachableHosts = [];

/** Whether a setting names the host of an address. */
export const isNamed = ({ hostname, host }: URL, reach: ReachableHosts): boolean =>
  reach.includes(hostname) || reach.includes(host);

/**
 * The address of a host that may be called, or undefined where policy forbids it. Public hosts are called over https on
 * the standard port by a name; hosts that are named, over http as well and on any port that their name allows.
 */
export function parseReachable(text: string, reach: ReachableHosts): URL | undefined {
  const isPublic = parsePublicUrl(text);
  if (isPublic || /[\s\\]/.test(text) || !URL.canParse(text)) return isPublic;
  const url = new URL(text);
  const isPlain = /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isPlain && isNamed(url, reach) ? url : undefined;
}

/**
 * An address as it is called: the host in small letters, no standard port, no fragment, no steps up and down in the path.
 * Two spellings of one address are the same text then.
 */
export function calledAs(address: string | URL): string {
  const url = new URL(address);
  url.hash = "";
  // A question mark with nothing behind it asks nothing.
  if (url.search === "") url.search = "";
  return url.href;
}

/** One message to somebody else's server. */
export interface OutboundPost {
  readonly url: string;
  readonly reach: ReachableHosts;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole call. */
  readonly timeoutMs: number;
  /** How much of the answer is read, in bytes; the rest is never fetched. */
  readonly headBytes: number;
  readonly signal?: AbortSignal;
  /** Whose answer is read; public addresses unless a test stands in. */
  readonly isReadable?: (address: string) => boolean;
  /** Finds the addresses of a name; the system's resolver unless a test stands in. */
  readonly resolve?: typeof resolveName;
}

/** What was answered; `head` is the beginning of the body as text, and empty where no public address answered. */
export interface OutboundAnswer {
  readonly status: number;
  readonly head: string;
}

const headerBytes = 16_384;

/**
 * Sends a body to a host and reads the beginning of its answer. Follows no redirect, sends no cookie and uses no proxy;
 * the address that was checked is the one connected to. Throws {@link OutboundRefused} for what policy forbids and
 * whatever the connection fails with.
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
  // What a machine inside says is nobody's outside, however it came to be called.
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
        // A connection of its own: one that is kept open was checked for another call.
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

/** The beginning of an answer. A body that dawdles or breaks off changes nothing about the status that came before it. */
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
    // What came until then is what is kept.
  } finally {
    signal.removeEventListener("abort", stop);
    response.destroy();
  }
  const text = Buffer.concat(chunks).subarray(0, headBytes).toString("utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: strangers' control characters only serve to deceive.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
}
