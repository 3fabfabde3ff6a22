import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect, isIP, type Socket } from "node:net";
import { Readable } from "node:stream";
import { isNamed, type ReachableHosts } from "./outbound-post.ts";
import { guardedLookup, isPublicAddress, OutboundRefused } from "./public-fetch.ts";

/** A bare address says where it is itself; a name is looked up once, and the address that was checked is connected to. */
function assertAllowed(url: URL, isAllowed: boolean): void {
  if (!isAllowed && isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0)
    throw new OutboundRefused(`${url.hostname} is a bare address`);
}

/** Connects to the host and port of an address: to a public one, or to one that a setting names. */
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

/** Carries a request that was made and signed already: as `fetch` does, but to the address that was checked, and never on. */
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
          // A response of such a status may have no body at all.
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
