import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { performance } from "node:perf_hooks";
import { isNamed, parseReachable, publicOnly, type ReachableHosts } from "../../../platform/outbound/outbound-post.ts";
import { guardedLookup, isPublicAddress } from "../../../platform/outbound/public-fetch.ts";
import type { GatewayAccountForCalls } from "./connector.port.ts";
import { type KnownSecrets, maskBody, maskHeaders, maskUrl } from "./masking.service.ts";
import type { GatewayExchange } from "./outcome.port.ts";

/** One HTTP call of a connector. */
export interface GatewayRequest {
  readonly operation: string;
  readonly method: "GET" | "POST";
  /** Path below the account's base URL, with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** An object is sent as JSON; a text is JSON already, for numbers that must not pass through a float. */
  readonly body: object | string | null;
  readonly idempotencyKey: string | null;
  /** Header with the gateway's request id. */
  readonly requestIdHeader: string;
  readonly secrets: KnownSecrets;
  /** Largest accepted answer in bytes, for files. */
  readonly answerBytesMax?: number;
}

/** The reply with a loggable exchange; the connector sets the exchange's `result`. */
export type GatewayReply =
  /** `json` is undefined where the body is not JSON; `text` serves exact reading of numbers. */
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly json: unknown;
      readonly text: string;
      readonly headers: IncomingHttpHeaders;
      readonly exchange: GatewayExchange;
    }
  /** No byte of the request was sent: it cannot have been processed. */
  | {
      readonly kind: "not_sent";
      readonly reason: "refused" | "unreachable" | "timeout";
      readonly exchange: GatewayExchange;
    }
  /** Sent without a complete answer: it may have been processed. */
  | { readonly kind: "lost"; readonly reason: "timeout" | "reset" | "too_long"; readonly exchange: GatewayExchange };

const objectBytesMax = 1_048_576;
/**
 * Idle time of connections in milliseconds, shorter than servers': a connection closed during a payment would make it
 * unknown.
 */
const idleMs = 4_000;

const agentOptions = { keepAlive: true, maxFreeSockets: 16, timeout: idleMs } as const;
const agents = { "http:": new HttpAgent(agentOptions), "https:": new HttpsAgent(agentOptions) } as const;

/** The URL at which the account may be called; undefined where policy forbids it. */
export const addressFor = (account: GatewayAccountForCalls, path: string): URL | undefined =>
  parseReachable(`${account.baseUrl.replace(/\/$/, "")}${path}`, reachOf(account));

const reachOf = ({ mode, testHosts }: GatewayAccountForCalls): ReachableHosts =>
  mode === "test" ? testHosts : publicOnly;

type RawResponse =
  | { readonly kind: "answered"; readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }
  | { readonly kind: "not_sent"; readonly reason: "unreachable" | "timeout" }
  | {
      readonly kind: "lost";
      readonly reason: "timeout" | "reset" | "too_long";
      readonly status?: number;
      readonly headers?: IncomingHttpHeaders;
    };

/**
 * Makes one call and reports exactly how far it got. Follows no redirect, retries nothing and never throws. Live
 * accounts reach public https hosts only, checked on the address actually connected to.
 */
export async function callGateway(account: GatewayAccountForCalls, request: GatewayRequest): Promise<GatewayReply> {
  const startedAt = performance.timeOrigin + performance.now();
  const { body: asked } = request;
  const body = asked === null || typeof asked === "string" ? asked : JSON.stringify(asked);
  const headers: Record<string, string> = {
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": "Countinghouse",
    ...(body === null ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    ...request.headers,
  };
  const exchangeOf = exchangeBuilder(account, request, { startedAt, body, headers });
  const url = addressFor(account, request.path);
  if (!url) return { kind: "not_sent", reason: "refused", exchange: exchangeOf(null, null, {}) };
  const isNear = isNamed(url, reachOf(account));
  const { method, answerBytesMax = objectBytesMax } = request;
  const raw = await send(url, { method, headers, body, timeoutMs: account.timeoutMs, isNear, answerBytesMax });
  if (raw.kind === "answered") {
    const { status, headers: given } = raw;
    return {
      kind: "answered",
      status,
      headers: given,
      json: readJson(raw.text),
      text: raw.text,
      exchange: exchangeOf(status, raw.text, given),
    };
  }
  if (raw.kind === "lost")
    return { kind: "lost", reason: raw.reason, exchange: exchangeOf(raw.status ?? null, null, raw.headers ?? {}) };
  return { kind: "not_sent", reason: raw.reason, exchange: exchangeOf(null, null, {}) };
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

interface SentRequest {
  readonly startedAt: number;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

function exchangeBuilder(account: GatewayAccountForCalls, request: GatewayRequest, sent: SentRequest) {
  const { secrets, operation, method, path, idempotencyKey, requestIdHeader } = request;
  const secret: KnownSecrets = { ...secrets, anywhere: [...secrets.anywhere, ...Object.values(account.credentials)] };
  return (httpStatus: number | null, text: string | null, headers: IncomingHttpHeaders): GatewayExchange => {
    const requestId = headers[requestIdHeader];
    return {
      operation,
      url: maskUrl(`${account.baseUrl.replace(/\/$/, "")}${path}`, secret),
      httpMethod: method,
      httpStatus,
      latencyMs: Math.round(performance.timeOrigin + performance.now() - sent.startedAt),
      requestHeaders: maskHeaders(sent.headers, secret),
      requestBody: maskBody(sent.body, secret),
      responseHeaders: maskHeaders(headers, secret),
      responseBody: maskBody(text, secret),
      idempotencyKey,
      upstreamRequestId: typeof requestId === "string" ? requestId.slice(0, 128) : null,
      result: "error",
      startedAt: new Date(sent.startedAt).toISOString(),
    };
  };
}

interface RequestToSend {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
  /** A host allowed by a setting, whatever it resolves to. */
  readonly isNear: boolean;
  readonly answerBytesMax: number;
}

function send(
  url: URL,
  { method, headers, body, timeoutMs, isNear, answerBytesMax }: RequestToSend,
): Promise<RawResponse> {
  return new Promise((resolve) => {
    let isConnected = false;
    let isOver = false;
    const isSecure = url.protocol === "https:";
    const call = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      headers,
      agent: agents[isSecure ? "https:" : "http:"],
      lookup: guardedLookup(isNear ? () => true : isPublicAddress),
    });
    const finish = (raw: RawResponse): void => {
      isOver = true;
      clearTimeout(deadline);
      resolve(raw);
    };
    const give = (reason: "timeout" | "reset" | "too_long", response?: IncomingMessage): void => {
      if (isOver) return;
      const head = response ? { status: response.statusCode ?? 0, headers: response.headers } : {};
      if (isConnected) finish({ kind: "lost", reason, ...head });
      else finish({ kind: "not_sent", reason: reason === "timeout" ? "timeout" : "unreachable" });
    };
    const deadline = setTimeout(() => {
      give("timeout");
      call.destroy();
    }, timeoutMs);
    call.on("socket", (socket) => {
      const connected = (): void => {
        isConnected = true;
      };
      // An open connection may carry the request at any moment: failures from here on are unknown outcomes.
      if (call.reusedSocket || !socket.connecting) connected();
      else socket.once(isSecure ? "secureConnect" : "connect", connected);
    });
    call.on("error", () => give("reset"));
    call.on("response", (response) => {
      readText(response, answerBytesMax).then(
        (text) => {
          if (text === undefined) {
            give("too_long", response);
            call.destroy();
          } else if (!isOver) {
            finish({ kind: "answered", status: response.statusCode ?? 0, headers: response.headers, text });
          }
        },
        () => give("reset", response),
      );
    });
    call.end(body ?? undefined);
  });
}

/** Reads the whole body; undefined when it exceeds the limit. */
async function readText(response: IncomingMessage, answerBytesMax: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
