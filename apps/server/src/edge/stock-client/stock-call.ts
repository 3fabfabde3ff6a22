import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import type { SealedPasswords } from "./passwords.ts";
import { type StockClientReason, type StockClientWord, stockClientMessages } from "./stock-client.messages.ts";
import type { StockInput } from "./values.ts";
import type { LocalTimes } from "./zone.ts";

/** An operation of the contract by its name. */
export interface NamedOperation {
  readonly resource: Resource;
  readonly name: string;
  readonly operation: Operation;
}

/** The result of an operation, in our own API's values. */
// biome-ignore lint/suspicious/noExplicitAny: results are read by the shapes that the contract declares of them.
export type OwnResult = any;

/** A file as an answer. */
export interface StockFile {
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** One request of the client during its translation. */
export interface StockRequest {
  readonly locale: Locale;
  readonly times: LocalTimes;
  readonly passwords: SealedPasswords;
  /** URL of our own console, for steps that the client has no screen for. */
  readonly page: (path?: string) => string;
  /** IANA zone of the client's times. */
  readonly zone: string;
  readonly now: Date;
  /** Runs another operation in the caller's name; throws {@link StockRefusal} where it is refused. */
  ask(resource: Resource, name: string, input: unknown): Promise<OwnResult>;
  /** The same for an operation that answers with a file. */
  fetch(resource: Resource, name: string, input: unknown): Promise<StockFile>;
  /** A captcha with as many characters as the client's field takes. */
  picture(): Promise<OwnResult>;
  /** Signs in. Calls `open` for the password once the sign-in's rate limits admit this caller. */
  signIn(input: StockInput, open: () => string): Promise<OwnResult>;
  /** Answers with a message to the user, in place of a result. */
  tell(word: StockClientWord, values?: Readonly<Record<string, string>>): StockRefusal;
}

/** A refusal for the client, or a message in place of a result. */
export class StockRefusal extends Error {
  readonly code: number;
  readonly bizCode: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly isWarning: boolean;
  constructor(
    code: number,
    message: string,
    parts: { bizCode?: string | undefined; headers?: Readonly<Record<string, string>>; isWarning?: boolean } = {},
  ) {
    super(message);
    this.name = "StockRefusal";
    this.code = code;
    this.bizCode = parts.bizCode;
    this.headers = parts.headers ?? {};
    this.isWarning = parts.isWarning ?? false;
  }
}

/** How our operations answer one call of the published API; omitted members follow from the contract. */
export interface StockCall {
  /** Method and path: `GET sysUser/ownRoleList/:userId`. */
  readonly call: string;
  readonly resource?: Resource;
  /** Name of the operation. */
  readonly operation?: string;
  /** Maps the client's input to the operation's, before it is fitted to the schema. */
  input?(sent: StockInput, request: StockRequest): unknown;
  /** Maps our result to the client's form; its instants are local times already. */
  result?(result: OwnResult, request: StockRequest, sent: StockInput): unknown;
  /** Runs the whole call, where it needs several operations. */
  run?(sent: StockInput, request: StockRequest): Promise<unknown>;
  /** Whether null in the body clears a field. */
  readonly overwrites?: boolean;
  /** Whether it needs no session. */
  readonly isAnonymous?: boolean;
  /** Largest body in bytes; the operation's limit by default. */
  readonly bytes?: number;
  /** The body is a bare text, with or without quotes; `run` finds it as `text`. */
  readonly takesText?: boolean;
  /** Why the call is never offered. */
  readonly unsafe?: StockClientReason;
  /** Why it is done on a page of ours. */
  readonly elsewhere?: StockClientReason;
}

/** A message in a language, with its values. */
export const said = (locale: Locale, word: StockClientWord, values: Readonly<Record<string, string>> = {}): string =>
  fill(stockClientMessages[locale][word], values);

export const reasonFor = (locale: Locale, reason: StockClientReason): string =>
  stockClientMessages[locale].reasons[reason];

/** A page in the client's form. */
export const pageShape = (page: OwnResult, one: (row: OwnResult) => unknown = (row) => row) => ({
  page: page.page,
  pageSize: page.pageSize,
  total: page.total,
  totalPages: page.totalPages,
  items: page.items.map(one),
  hasPrevPage: page.hasPrevPage,
  hasNextPage: page.hasNextPage,
});

/** A page of a complete list. */
export function pageOfList<T>(rows: readonly T[], sent: StockInput) {
  const page = Math.max(1, Number(sent.page) || 1);
  const pageSize = Math.min(200, Math.max(1, Number(sent.pageSize) || 20));
  const totalPages = Math.ceil(rows.length / pageSize);
  return {
    page,
    pageSize,
    total: rows.length,
    totalPages,
    items: rows.slice((page - 1) * pageSize, page * pageSize),
    hasPrevPage: page > 1,
    hasNextPage: page < totalPages,
  };
}

/** Answer of a command where this API expects the number of changed rows. */
export const oneRow = (): number => 1;
export const nothing = (): null => null;
