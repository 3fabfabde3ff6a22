import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect, isIP, type Socket } from "node:net";
import { Readable } from "node:stream";
import { isNamed, type ReachableHosts } from "./outbound-post.ts";
import { guardedLookup, isPublicAddress, OutboundRefused } from "./public-fetch.ts";

/**
 * An IP address is checked directly; a name is resolved once, and the connection goes to the address that was checked.
 */
function assertAllowed(url: URL, isAllowed: boolean): void {
  if (!isAllowed && isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0)
    throw new OutboundRefused(`${url.hostname} is a bare address`);
}

/** Connects to the host and port of an address: a public one, or one that a setting allows. */
export function connectOutside(
  url: URL,
  { reach, timeoutMs }: { readonly reach: ReachableHosts; readonly timeoutMs: number },
): Promise<Socket> {
  const isAllowed = isNamed(url, reach);
  assertAllowed(url, isAllowed);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port),
      lookup: guardedLookup(isAllowed ? () => true : isPublicAddress),
      timeout: timeoutMs,
    });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.once("error", fail);
    socket.once("timeout", () => fail(new Error("no answer")));
    socket.once("connect", () => {
      socket.removeAllListeners();
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

/**
 * Sends a request that was built and signed elsewhere: like `fetch`, but to the checked address and without following
 * redirects.
 */
export const fetchOutside =
  (reach: ReachableHosts) =>
  async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const isAllowed = isNamed(url, reach);
    assertAllowed(url, isAllowed);
    const body = Buffer.from(await request.arrayBuffer());
    return new Promise((resolve, reject) => {
      const send = url.protocol === "https:" ? httpsRequest : httpRequest;
      const call = send(
        url,
        {
          method: request.method,
          agent: false,
          lookup: guardedLookup(isAllowed ? () => true : isPublicAddress),
          headers: { ...Object.fromEntries(request.headers), "content-length": String(body.length) },
          signal: request.signal,
        },
        (answer) => {
          const status = answer.statusCode ?? 0;
          const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          // A response with such a status must have no body.
          const isEmpty = status === 204 || status === 304;
          if (isEmpty) answer.resume();
          const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream);
          resolve(new Response(stream, { status, headers }));
        },
      );
      call.on("error", reject);
      call.end(body);
    });
  };
