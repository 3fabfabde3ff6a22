import { randomUUID } from "node:crypto";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { bodyHashOf, signatureOf } from "../src/modules/integration/open-api/signature.service.ts";
import type { TestClock } from "./app.ts";
import { assertDeclared } from "./open-contract.ts";

/** A request of a merchant's server; what is left out is as a careful client makes it. */
export interface OpenQuestion {
  readonly body?: unknown;
  /** Bytes to send and sign in place of `body`. */
  readonly raw?: string | Buffer;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly secret?: string;
  readonly ip?: string;
  /** The idempotency key; null sends none. */
  readonly key?: string | null;
}

/** An answer of the open API. */
export interface OpenAnswered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the answer of any call.
  readonly body: any;
  readonly text: string;
  readonly headers: LightMyRequestResponse["headers"];
}

export interface OpenClient {
  readonly appKey: string;
  readonly secret: string;
  /** Signs and sends. */
  send(method: string, path: string, question?: OpenQuestion): Promise<OpenAnswered>;
  /** The request as it would be sent, for tests that change it on its way. */
  signed(method: string, path: string, question?: OpenQuestion): SignedMessage;
}

/** A signed request as it goes over the wire. */
export interface SignedMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: string | Buffer;
  readonly remoteAddress: string;
}

/** Sends a message as it stands. Fails where the answer is not one that the document of the open API declares. */
export async function deliver(server: FastifyInstance, message: SignedMessage): Promise<OpenAnswered> {
  const { payload, ...rest } = message;
  const isEmpty = payload.length === 0;
  const response = await server.inject({ ...rest, method: rest.method as "GET", ...(isEmpty ? {} : { payload }) });
  const isJson = response.headers["content-type"]?.toString().includes("json");
  const body = isJson ? JSON.parse(response.body) : undefined;
  assertDeclared({ method: message.method, url: message.url, status: response.statusCode, body });
  return { status: response.statusCode, body, text: response.body, headers: response.headers };
}

/** A merchant's server with a key. */
export function openClient(
  server: FastifyInstance,
  clock: TestClock,
  { appKey, secret }: { readonly appKey: string; readonly secret: string },
): OpenClient {
  const signed: OpenClient["signed"] = (method, path, question = {}) => {
    const payload = question.raw ?? (question.body === undefined ? "" : JSON.stringify(question.body));
    const timestamp = question.timestamp ?? String(Math.floor(clock.now().getTime() / 1000));
    const nonce = question.nonce ?? randomUUID();
    const query = question.query ?? "";
    const bodyHash = bodyHashOf(Buffer.from(payload));
    const signature = signatureOf(question.secret ?? secret, { method, path, query, timestamp, nonce, bodyHash });
    const key = question.key === undefined ? randomUUID() : question.key;
    return {
      method,
      url: query === "" ? path : `${path}?${query}`,
      payload,
      remoteAddress: question.ip ?? "203.0.113.7",
      headers: {
        "accept-language": "en",
        "x-app-key": appKey,
        "x-timestamp": timestamp,
        "x-nonce": nonce,
        "x-signature": signature,
        ...(method === "POST" && key !== null ? { "idempotency-key": key } : {}),
        ...(payload.length > 0 ? { "content-type": "application/json" } : {}),
        ...question.headers,
      },
    };
  };
  return {
    appKey,
    secret,
    signed,
    send: (method, path, question) => deliver(server, signed(method, path, question)),
  };
}
