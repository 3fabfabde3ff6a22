import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import { operationOf, pathOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type OwnResult, type StockFile, StockRefusal } from "./stock-call.ts";
import { fittedInput, isRecord, toldValue } from "./values.ts";
import type { LocalTimes } from "./zone.ts";

/** Our own API in the caller's name, for one request of the client. */
export interface OwnApi {
  ask(resource: Resource, name: string, input: unknown, overwrites?: boolean): Promise<OwnResult>;
  fetch(resource: Resource, name: string, input: unknown): Promise<StockFile>;
  /** Token headers issued or renewed on the way, for the answer. */
  readonly headers: Record<string, string>;
  /** The answer of a change that waits for a second person. */
  readonly sent: string | undefined;
}

interface OwnApiOptions {
  readonly app: FastifyInstance;
  readonly inside: Readonly<Record<string, string>>;
  readonly times: LocalTimes;
}

/** Request headers that identify the caller; no others are passed on. */
const passedOn = ["authorization", "x-authorization", "accept-language", "user-agent", "x-forwarded-for", "x-real-ip"];
/** Headers of our answer that are passed to the client. */
const broughtBack = ["access-token", "x-access-token", "retry-after", "clear-site-data"];
const ofFiles = ["content-type", "content-disposition", "content-length"];

interface OwnBody {
  readonly code: number;
  readonly message: string;
  readonly result: unknown;
  readonly extras: {
    readonly bizCode?: string;
    readonly fields?: readonly { field: string; message: string }[];
  } | null;
}

/** The message with every field error, in one text: this client shows nothing else. */
const wordsOf = ({ message, extras }: OwnBody): string =>
  [message, ...(extras?.fields ?? []).map((one) => one.message).filter((text) => text !== message)].join("\n");

const textsOf = (input: unknown): Record<string, string> =>
  isRecord(input)
    ? Object.fromEntries(
        Object.entries(input)
          .filter(([, value]) => value !== undefined && value !== null)
          .map(([name, value]) => [name, String(value)]),
      )
    : {};

const slot = /:(\w+)/g;

/** Method, URL and body of an operation's request. */
function requestOf(resource: Resource, name: string, operation: Operation, input: unknown) {
  const record = isRecord(input) ? input : {};
  const path = pathOf(resource, name).replace(slot, (_slot, part: string) =>
    encodeURIComponent(String(record[part] ?? "")),
  );
  if (operation.method === "POST") return { method: "POST", url: path, payload: input as object } as const;
  const query = textsOf(record);
  return { method: "GET", url: path, query } as const;
}

/**
 * Calls our own API for a request of the client through the server's regular HTTP interface, so that every check of an
 * external call applies. Answers are returned in the client's values.
 */
export function ownApiFor(request: FastifyRequest, { app, inside, times }: OwnApiOptions): OwnApi {
  const headers: Record<string, string> = {};
  const state: { sent?: string } = {};
  const own = Object.fromEntries(
    passedOn.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
  );
  const send = async (resource: Resource, name: string, input: unknown) => {
    const operation = operationOf(resource, name);
    // Tokens were renewed: the next internal request of this call uses the new pair.
    const renewed = headers["access-token"];
    const credentials =
      renewed && renewed !== "invalid_token" ? { authorization: `Bearer ${renewed}`, "x-authorization": "" } : {};
    const answer = await app.inject({
      ...requestOf(resource, name, operation, input),
      remoteAddress: request.socket.remoteAddress ?? "",
      headers: { ...own, ...credentials, ...inside, "x-request-id": request.id },
    });
    for (const one of broughtBack) {
      const value = answer.headers[one];
      if (typeof value === "string") headers[one] = value;
    }
    return answer;
  };
  const refused = (body: OwnBody): StockRefusal =>
    new StockRefusal(body.code, wordsOf(body), { bizCode: body.extras?.bizCode, headers });
  return {
    headers,
    get sent() {
      return state.sent;
    },
    ask: async (resource, name, input, overwrites = false) => {
      const operation = operationOf(resource, name);
      const isChange = operation.kind === "command";
      const fitted = fittedInput(operation.input, input, times, { isChange, overwrites });
      const answer = await send(resource, name, listed(operation, fitted));
      const body = answer.json<OwnBody>();
      if (answer.statusCode === 202) state.sent = body.message;
      if (answer.statusCode >= 300) throw refused(body);
      return operation.answer === "bare" ? body : toldValue(operation.output, body.result, times);
    },
    fetch: async (resource, name, input) => {
      const answer = await send(resource, name, input);
      if (answer.statusCode >= 300) throw refused(answer.json<OwnBody>());
      const brought = ofFiles.flatMap((one) => (answer.headers[one] ? [[one, String(answer.headers[one])]] : []));
      return { content: answer.rawPayload, headers: Object.fromEntries(brought) };
    },
  };
}

const longestPage = 200;

/** A list request within our limits: page size at most the list's, sorted by a sortable field. */
function listed({ list }: Operation, input: unknown): unknown {
  if (!isRecord(input)) return input;
  if (!list) return "pageSize" in input ? { ...input, pageSize: Math.min(longestPage, Number(input.pageSize)) } : input;
  const { pageSize, field, order, descStr: _word, ...rest } = input;
  const sort = list.sortBy.find((one) => one.toLowerCase() === String(field ?? "").toLowerCase());
  return {
    ...rest,
    ...(pageSize === undefined ? {} : { pageSize: Math.min(longestPage, Math.max(1, Number(pageSize) || 20)) }),
    ...(sort === undefined ? {} : { field: sort, order: String(order ?? "").startsWith("desc") ? "desc" : "asc" }),
  };
}
