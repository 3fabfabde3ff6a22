import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { FieldRefusal } from "@countinghouse/contract/kit/refusal.ts";
import {
  type CallInput,
  type OperationName,
  operationOf,
  pathOf,
  type Resource,
  type ResultOf,
} from "@countinghouse/contract/kit/resource.ts";
import type { SentForApproval } from "@countinghouse/contract/platform/second-person.ts";
import { currentLocale } from "../i18n/language.ts";
import { wordsNow } from "../i18n/use-words.ts";
import { CallError } from "./call-error.ts";
import { clientMessages } from "./client.messages.ts";
import { doubtConnection } from "./connection.ts";
import { clearTokens, millisecondsLeft, storedTokens, storeTokens, type TokenPair } from "./tokens.ts";

/** Time-out of a call, in milliseconds. */
export const callTimeout = 600_000;
/** A token this close to its expiry may have expired on the way; a refusal is then worth a retry. Milliseconds. */
const nearlyOver = 60_000;

/** Options of a call. */
export interface CallOptions {
  /** Cancels the call, which then rejects with a {@link CallError} with failure `aborted`. */
  readonly signal?: AbortSignal;
  /** Identifies the command, so that a repetition has no further effect. Generated for each command by default. */
  readonly idempotencyKey?: string;
  /** Throws the refusal instead of asking for step-up authentication. */
  readonly withoutStepUp?: boolean;
  /** Reason for the second person; asked for where the server requires it. */
  readonly reason?: string;
  /** Accepts the answer's cookie. No other call uses cookies. */
  readonly keepsCookie?: boolean;
}

/** Browsers allow 64 KiB in total for calls that outlive their page; the rest is for other calls. In characters. */
const outlivingMost = 16_384;

/** What the client needs to know of an operation. */
export interface CallTarget {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly isCommand: boolean;
  /** Does not count as user activity. */
  readonly isPassive: boolean;
}

/** Handlers of session events during calls; set once by the session. */
export interface ClientEvents {
  /** The session has ended: stored data is cleared. */
  signedOut(): void;
  /** The session is locked on the server. */
  locked(): void;
  /** Asks for step-up authentication; resolves to whether it succeeded. */
  stepUp(): Promise<boolean>;
  /** Asks for the reason for the second person; undefined if cancelled. */
  reason(): Promise<string | undefined>;
  /** The change now waits for a second person. */
  sent(request: SentForApproval): void;
}

let events: ClientEvents = {
  signedOut: () => {},
  locked: () => {},
  stepUp: async () => false,
  reason: async () => undefined,
  sent: () => {},
};

/** Connects the client with the session. */
export const onClientEvents = (handlers: ClientEvents): void => {
  events = handlers;
};

/** Calls an operation of the contract. Every failure rejects with a {@link CallError}. */
export function call<R extends Resource, O extends OperationName<R>>(
  resource: R,
  operation: O,
  input: CallInput<R["operations"][O]>,
  options: CallOptions = {},
): Promise<ResultOf<R["operations"][O]>> {
  const { kind, method, passive } = operationOf(resource, operation);
  const endpoint = {
    path: pathOf(resource, operation),
    method,
    isCommand: kind === "command",
    isPassive: passive === true,
  };
  return send(endpoint, input as Record<string, unknown>, options) as Promise<ResultOf<R["operations"][O]>>;
}

type RemoteOptions = CallOptions & { readonly method?: "GET"; readonly passive?: boolean };

/**
 * Calls operations by name, typed by the contract without importing its schemas: for chunks that must stay small, such
 * as the sign-in page. `remote<typeof sysAuth>("sysAuth")("login", { … })`.
 */
export const remote =
  <R extends Resource>(name: R["name"]) =>
  <O extends OperationName<R>>(
    operation: O,
    input: CallInput<R["operations"][O]>,
    { method = "POST" as "GET", passive = false, ...options }: RemoteOptions = {},
  ): Promise<ResultOf<R["operations"][O]>> => {
    const endpoint: CallTarget = {
      path: `/api/${name}/${operation}`,
      method,
      isCommand: method !== "GET",
      isPassive: passive,
    };
    return send(endpoint, input as Record<string, unknown>, options) as Promise<ResultOf<R["operations"][O]>>;
  };

/** Sends a call that is not an operation; otherwise use {@link call}. */
export async function send(
  endpoint: CallTarget,
  input: Record<string, unknown>,
  options: CallOptions = {},
): Promise<unknown> {
  let tried: CallOptions = { ...options, idempotencyKey: options.idempotencyKey ?? newKey() };
  for (;;) {
    try {
      return await attempt(endpoint, input, tried);
    } catch (error) {
      if (error instanceof CallError && error.failure === "sent")
        events.sent(error.extras as unknown as SentForApproval);
      const more = error instanceof CallError ? await supplied(error, tried) : undefined;
      if (!more) throw error;
      // The refused call changed nothing; with a new key the server does not repeat the stored refusal.
      tried = { ...tried, ...more, idempotencyKey: newKey() };
    }
  }
}

/** What the server requires beyond the input, asked of the user once each; undefined where there is nothing more. */
async function supplied({ bizCode }: CallError, options: CallOptions): Promise<CallOptions | undefined> {
  if (bizCode === "platform.stepUpRequired" && !options.withoutStepUp)
    return (await events.stepUp()) ? { withoutStepUp: true } : undefined;
  if (bizCode !== "platform.reasonRequired" || options.reason !== undefined) return undefined;
  const reason = await events.reason();
  return reason === undefined ? undefined : { reason };
}

async function attempt(endpoint: CallTarget, input: Record<string, unknown>, options: CallOptions): Promise<unknown> {
  const pair = storedTokens();
  const isOver = pair !== undefined && millisecondsLeft(pair.access) <= 0;
  let response = await fetchOf(endpoint, input, options, pair, isOver);
  if (response.status === 401 && pair && !isOver && millisecondsLeft(pair.access) < nearlyOver) {
    response = await fetchOf(endpoint, input, options, pair, true);
  }
  followSession(response);
  return await resultOf(response);
}

async function fetchOf(
  endpoint: CallTarget,
  input: Record<string, unknown>,
  options: CallOptions,
  pair: TokenPair | undefined,
  withRefresh: boolean,
): Promise<Response> {
  const { path, rest } = fillPath(endpoint.path, input);
  const isGet = endpoint.method === "GET";
  const headers = sessionHeaders(pair, withRefresh);
  if (endpoint.isPassive) headers.set("X-Passive", "1");
  if (endpoint.isCommand && options.idempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey);
  // Headers can only contain Latin-1.
  if (options.reason !== undefined) headers.set("Change-Reason", encodeURIComponent(options.reason));
  if (!isGet) headers.set("Content-Type", "application/json");
  const limit = AbortSignal.timeout(callTimeout);
  const body = isGet ? undefined : JSON.stringify(rest);
  try {
    return await fetch(isGet ? path + queryOf(rest) : path, {
      method: endpoint.method,
      headers,
      credentials: options.keepsCookie ? "same-origin" : "omit",
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      ...(body === undefined ? {} : { body }),
      // A command completes even if the user closes the window right after.
      keepalive: endpoint.isCommand && (body?.length ?? 0) <= outlivingMost,
    });
  } catch (error) {
    throw unreached(options.signal, error);
  }
}

/** Session headers, for calls and the event stream. */
export function sessionHeaders(pair: TokenPair | undefined, withRefresh: boolean): Headers {
  // Identifies this console, where the server has other clients at the same address.
  const headers = new Headers({ "Accept-Language": currentLocale(), "X-Countinghouse-Console": "1" });
  if (pair) headers.set("Authorization", `Bearer ${pair.access}`);
  if (pair && withRefresh) headers.set("X-Authorization", `Bearer ${pair.refresh}`);
  return headers;
}

/** Applies an answer's effects on the session: renewed tokens, sign-out, lock. */
export function followSession(response: Response): void {
  const access = response.headers.get("access-token");
  const refresh = response.headers.get("x-access-token");
  if (response.status === 401 || access === "invalid_token") endSession();
  else if (access && refresh) storeTokens({ access, refresh });
  if (response.status === 423) events.locked();
}

function endSession(): void {
  // A failed sign-in also answers 401; without a session there is nothing to end.
  if (!storedTokens()) return;
  clearTokens();
  events.signedOut();
}

function unreached(signal: AbortSignal | undefined, error: unknown): CallError {
  const words = wordsNow(clientMessages);
  if (signal?.aborted) return new CallError("aborted", words.aborted);
  if (error instanceof DOMException && error.name === "TimeoutError") return new CallError("timeout", words.timeout);
  void doubtConnection();
  return new CallError("network", words.network);
}

interface Envelope {
  readonly code?: number;
  readonly message?: unknown;
  readonly result?: unknown;
  readonly extras?: Record<string, unknown> | null;
  readonly errors?: unknown;
}

async function resultOf(response: Response): Promise<unknown> {
  const body = await bodyOf(response);
  const code = typeof body?.code === "number" ? body.code : undefined;
  if (code === 401) endSession();
  if (!response.ok || hasErrors(body)) throw refusedBy(response, body);
  if (code === undefined) return body;
  if (code === 202)
    throw new CallError("sent", asText(body?.message), { status: 202, extras: body?.result as object as never });
  if (code !== 200) throw refusedBy(response, body);
  return body?.result;
}

async function bodyOf(response: Response): Promise<Envelope | undefined> {
  const text = await response.text().catch(() => "");
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    throw new CallError("refused", fill(wordsNow(clientMessages).unreadable, { status: response.status }), {
      status: response.status,
      requestId: response.headers.get("x-request-id") ?? "",
    });
  }
}

function hasErrors(body: Envelope | undefined): boolean {
  const errors = body?.errors;
  return (
    errors !== undefined &&
    errors !== null &&
    errors !== "" &&
    JSON.stringify(errors) !== "[]" &&
    JSON.stringify(errors) !== "{}"
  );
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function refusedBy(response: Response, body: Envelope | undefined): CallError {
  const extras = body?.extras ?? {};
  const said = hasErrors(body) ? asText(body?.errors) : body?.message ? asText(body.message) : "";
  const requestId = extras.requestId ?? response.headers.get("x-request-id");
  const status = response.ok && typeof body?.code === "number" ? body.code : response.status;
  return new CallError("refused", said || fill(wordsNow(clientMessages).unreadable, { status }), {
    status,
    bizCode: typeof extras.bizCode === "string" ? extras.bizCode : "",
    fields: Array.isArray(extras.fields) ? (extras.fields as FieldRefusal[]) : [],
    requestId: typeof requestId === "string" ? requestId : "",
    extras,
  });
}

/** Fills `:name` segments of a path from the input; the rest goes into query or body. */
function fillPath(template: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  // Some commands take a plain list without names.
  if (Array.isArray(input)) return { path: template, rest: input };
  const rest = { ...input };
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value ?? ""));
  });
  return { path, rest };
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, asText(one).toString());
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** A random key. `crypto.randomUUID` is missing on plain HTTP, which a first start in a LAN may use. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
