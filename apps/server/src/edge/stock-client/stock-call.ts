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

/** What an operation answered: its result, in the values of our own API. */
// biome-ignore lint/suspicious/noExplicitAny: results are read by the shapes that the contract declares of them.
export type OwnResult = any;

/** A file that was answered. */
export interface StockFile {
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** One request of the client while it is translated. */
export interface StockRequest {
  readonly locale: Locale;
  readonly times: LocalTimes;
  readonly passwords: SealedPasswords;
  /** Origin of our own console, where people do what their client has no screen for. */
  readonly page: (path?: string) => string;
  /** IANA name of the zone of its times. */
  readonly zone: string;
  readonly now: Date;
  /** Runs another operation in the caller's name; throws {@link StockRefusal} where it is refused. */
  ask(resource: Resource, name: string, input: unknown): Promise<OwnResult>;
  /** The same for an operation that answers with a file. */
  fetch(resource: Resource, name: string, input: unknown): Promise<StockFile>;
  /** A picture to be read at sign-in, of as many characters as the client's field takes. */
  picture(): Promise<OwnResult>;
  /** Signs in. `open` is asked for the password once the limits of the sign-in let this caller try one. */
  signIn(input: StockInput, open: () => string): Promise<OwnResult>;
  /** Says a sentence to the person at the client, in place of a result. */
  tell(word: StockClientWord, values?: Readonly<Record<string, string>>): StockRefusal;
}

/** A "no" on its way to the client, or what has to be said in place of a result. */
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

/** How one call of the published API is answered by operations of ours; whatever is left out follows from the contract. */
export interface StockCall {
  /** Method and path: `GET sysUser/ownRoleList/:userId`. */
  readonly call: string;
  readonly resource?: Resource;
  /** Name of the operation. */
  readonly operation?: string;
  /** What the client sent as the input of the operation, before it is fitted to its schema. */
  input?(sent: StockInput, request: StockRequest): unknown;
  /** Our result in the client's shape; instants in it are local times already. */
  result?(result: OwnResult, request: StockRequest, sent: StockInput): unknown;
  /** Runs the whole call, where it takes several operations. */
  run?(sent: StockInput, request: StockRequest): Promise<unknown>;
  /** Null in the body empties a field. */
  readonly overwrites?: boolean;
  /** Nobody has to be signed in. */
  readonly isAnonymous?: boolean;
  /** Most bytes of a body, where it is not that of the operation. */
  readonly bytes?: number;
  /** Why it is never offered. */
  readonly unsafe?: StockClientReason;
}

/** Fills the words for people in their language. */
export const said = (locale: Locale, word: StockClientWord, values: Readonly<Record<string, string>> = {}): string =>
  fill(stockClientMessages[locale][word], values);

export const reasonFor = (locale: Locale, reason: StockClientReason): string =>
  stockClientMessages[locale].reasons[reason];

/** A page in the client's shape. */
export const pageShape = (page: OwnResult, one: (row: OwnResult) => unknown = (row) => row) => ({
  page: page.page,
  pageSize: page.pageSize,
  total: page.total,
  totalPages: page.totalPages,
  items: page.items.map(one),
  hasPrevPage: page.hasPrevPage,
  hasNextPage: page.hasNextPage,
});

/** A page cut out of a list that is there whole. */
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

/** What a command without a number to tell answers where this API counts changed rows. */
export const oneRow = (): number => 1;
export const nothing = (): null => null;
