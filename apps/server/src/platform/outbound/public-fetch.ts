import { lookup as resolveName } from "node:dns/promises";
import type { IncomingMessage, RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { closedNetworks } from "@countinghouse/contract/platform/web-address.ts";

const closed = new BlockList();
for (const [network, prefix] of closedNetworks) closed.addSubnet(network, prefix, "ipv4");

/**
 * In IPv6 only the global unicast block is public, except its ranges for embedded IPv4 addresses, tunnels and
 * documentation.
 */
const openV6 = new BlockList();
openV6.addSubnet("2000::", 3, "ipv6");
const closedV6 = new BlockList();
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  closedV6.addSubnet(network, prefix, "ipv6");

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, "ipv4");
  return family === 6 && openV6.check(address, "ipv6") && !closedV6.check(address, "ipv6");
}

/** Why an outbound call was not made, or not finished. */
export class OutboundRefused extends Error {
  override readonly name = "OutboundRefused";
}

/**
 * The URL of a public host; undefined where policy forbids the call: anything but https on the standard port, user
 * names, IP addresses in whatever spelling, and names without a dot.
 */
export function parsePublicUrl(text: string): URL | undefined {
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const host = url.hostname;
  const isPlain = url.protocol === "https:" && url.port === "" && url.username === "" && url.password === "";
  const isName = host.includes(".") && !host.endsWith(".") && isIP(host) === 0 && !host.startsWith("[");
  return isPlain && isName ? url : undefined;
}

/** Resolves a name to one address, to which the connection goes, and only when all its addresses are allowed. */
export const guardedLookup =
  (allows: (address: string) => boolean, resolve: typeof resolveName = resolveName): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { all: true, verbatim: true }).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => allows(address)))
          return done(new OutboundRefused(`${hostname} is no public host`), "", 0);
        if (options.all) return done(null, [first]);
        done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, "", 0),
    );
  };

/** Limits and transport of a fetch. */
export interface PublicFetchOptions {
  readonly signal?: AbortSignal;
  /** For the whole call with its redirects, in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number;
  /** 1 MB by default. */
  readonly maxBytes?: number;
  /** Transport and allowed addresses; https and public ones by default, tests replace them. */
  readonly transport?: {
    readonly request: (
      url: URL,
      options: RequestOptions,
      answered: (response: IncomingMessage) => void,
    ) => ReturnType<typeof httpsRequest>;
    readonly allows: (address: string) => boolean;
    readonly parse: (text: string) => URL | undefined;
  };
}

const redirects = [301, 302, 303, 307, 308];
const redirectsMax = 3;

const overTheInternet = { request: httpsRequest, allows: isPublicAddress, parse: parsePublicUrl } as const;

/**
 * Fetches a text from a public https address without credentials, cookies or proxies. Follows redirects within the
 * same host only. Throws {@link OutboundRefused} for calls that policy forbids, a status other than 200, and an answer
 * that is too long.
 */
export async function fetchPublicText(address: string, options: PublicFetchOptions = {}): Promise<string> {
  const { transport = overTheInternet, timeoutMs = 10_000, maxBytes = 1_048_576 } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const first = transport.parse(address);
  if (!first) throw new OutboundRefused("the address is not allowed");
  let url = first;
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const answer = await requestOnce(url, { transport, signal, maxBytes });
    if (typeof answer === "string") return answer;
    const next = transport.parse(new URL(answer.location, url).href);
    if (next?.host !== first.host) throw new OutboundRefused("the answer leads to another host");
    url = next;
  }
  throw new OutboundRefused("the answer leads in circles");
}

interface Call {
  readonly transport: NonNullable<PublicFetchOptions["transport"]>;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

function requestOnce(url: URL, { transport, signal, maxBytes }: Call): Promise<string | { location: string }> {
  return new Promise((resolve, reject) => {
    const lookup = guardedLookup(transport.allows);
    const headers = { accept: "text/csv, application/xml, application/json", "accept-encoding": "identity" };
    const call = transport.request(url, { agent: false, lookup, signal, headers }, (response) => {
      const { statusCode = 0, headers: given } = response;
      if (redirects.includes(statusCode) && given.location) {
        response.destroy();
        return resolve({ location: given.location });
      }
      if (statusCode !== 200) {
        response.destroy();
        return reject(new OutboundRefused(`the host answered ${statusCode}`));
      }
      readText(response, maxBytes).then(resolve, reject);
    });
    call.on("error", reject);
    call.end();
  });
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new OutboundRefused(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
