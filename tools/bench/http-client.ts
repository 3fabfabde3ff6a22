import http from "node:http";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { operationOf, pathOf } from "@countinghouse/contract/kit/resource.ts";

/** An answer with its timing. */
export interface Answer {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A client of one server with persistent connections. */
export interface Client {
  /** Sends a request; fails on any status except 200, because a fast refusal would look like speed. */
  send(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends an operation of the contract and answers its result. */
  call<T>(resource: Resource, operation: string, input: object, headers?: Readonly<Record<string, string>>): Promise<T>;
  close(): void;
}

/** Opens a client. Connections are kept alive, as browsers and load balancers do; further calls wait for one. */
export function openClient(address: string, connections = 64): Client {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const send: Client["send"] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sized =
        text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
      const request = http.request(
        new URL(path, address),
        { method, agent, headers: { ...sized, ...headers } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.once("error", reject);
          answer.once("end", () => {
            const whole = Buffer.concat(chunks);
            if (answer.statusCode === 200) resolve({ headers: answer.headers, body: whole });
            else
              reject(
                new Error(`${method} ${path} answered ${answer.statusCode}: ${whole.toString("utf8").slice(0, 400)}`),
              );
          });
        },
      );
      request.once("error", reject);
      request.end(text);
    });
  return {
    send,
    call: async <T>(resource: Resource, name: string, input: object, headers?: Readonly<Record<string, string>>) => {
      const { body } = await sendOperation(send, resource, name, input, headers);
      return (JSON.parse(body.toString("utf8")) as { result: T }).result;
    },
    close: () => agent.destroy(),
  };
}

/** Sends an operation as its contract says, its input in the query or in the body. */
export function sendOperation(
  send: Client["send"],
  resource: Resource,
  name: string,
  input: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { method } = operationOf(resource, name);
  const path = pathOf(resource, name);
  if (method !== "GET") return send(method, path, input, headers);
  const query = new URLSearchParams(
    Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]),
  );
  return send(method, query.size > 0 ? `${path}?${query}` : path, undefined, headers);
}
