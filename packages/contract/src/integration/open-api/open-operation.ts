import { z } from "zod";
import type { LocalizedText } from "../../kit/locale.ts";
import { type InputLimits, inputLimits } from "../../platform/input-limits.ts";
import type { OpenErrorName } from "./open-errors.ts";

/**
 * What a key may do. A key without a list of scopes may do everything of its app but take money out: that has to be
 * named (`namedScopes`).
 */
export const openScopes = [
  "orders:read",
  "orders:write",
  "refunds:write",
  "payouts:write",
  "payout_orders:write",
  "balances:read",
  "methods:read",
  "webhooks:read",
  "webhooks:write",
] as const;
export type OpenScope = (typeof openScopes)[number];

/** What a key may do only where its list of scopes names it. */
export const namedScopes: readonly string[] = ["payouts:write", "payout_orders:write"] satisfies readonly OpenScope[];

/** The version of the open API that this release speaks; callers send it as `X-Api-Version`. */
export const openApiVersion = "2026-06-01";

/** One call of the open API: route, checks, answer and documents all follow from it. */
export interface OpenOperation<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
  A extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path with its parameters as `:name`. */
  readonly path: string;
  readonly scope: OpenScope;
  readonly group: string;
  readonly summary: LocalizedText;
  readonly description?: LocalizedText;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly answer: A;
  /** Names of the refusals to expect beside those that follow from its kind, as they stand in `bizCode`. */
  readonly refusals: readonly OpenErrorName[];
  /** Whether a POST must carry an `Idempotency-Key`. Calls that move money must. */
  readonly needsKey: boolean;
  /** Whether it may wait for a gateway: such calls have places of their own among what a node works on. */
  readonly callsGateway: boolean;
  /**
   * What the payer's browser is answered, which may call with the publishable key and the order's client token; null
   * where only the merchant's servers may call.
   */
  readonly forPayer: z.ZodType | null;
  /** The answer holds a secret that is shown once: it is not kept for a repeated request. */
  readonly secretAnswer: boolean;
  readonly limits: InputLimits;
  /** A bucket of its own beside the app's, in requests a second. */
  readonly ratePerSecond?: number;
  /** A body that a reader can send as it stands. */
  readonly example?: object;
  /** A query that a reader can send as it stands, where one is needed or says more. */
  readonly exampleQuery?: Readonly<Record<string, string>>;
}

/** What a signed call may send: an order with a hundred lines, and as much again. */
const openLimits: InputLimits = { ...inputLimits, bytes: 262_144, depth: 16, members: 1_000, elements: 500 };

const None = z.strictObject({});

type Parts<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject, A extends z.ZodType> = Pick<
  OpenOperation,
  "method" | "path" | "scope" | "group" | "summary" | "description" | "ratePerSecond" | "example" | "exampleQuery"
> & {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answer: A;
  readonly refusals?: readonly OpenErrorName[];
  readonly needsKey?: boolean;
  readonly callsGateway?: boolean;
  readonly forPayer?: z.ZodType | null;
  readonly secretAnswer?: boolean;
};

/** Declares a call. Inputs it does not name do not exist: they are refused in test mode and ignored in live mode. */
export function openOperation<
  A extends z.ZodType,
  P extends z.ZodObject = typeof None,
  Q extends z.ZodObject = typeof None,
  B extends z.ZodObject = typeof None,
>(parts: Parts<P, Q, B, A>): OpenOperation<P, Q, B, A> {
  return {
    refusals: [],
    needsKey: false,
    callsGateway: false,
    forPayer: null,
    secretAnswer: false,
    limits: openLimits,
    ...parts,
    params: parts.params ?? (None as unknown as P),
    query: parts.query ?? (None as unknown as Q),
    body: parts.body ?? (None as unknown as B),
  };
}

/** What a handler is given, by the declaration. */
export interface OpenInput<O extends OpenOperation> {
  readonly params: z.output<O["params"]>;
  readonly query: z.output<O["query"]>;
  readonly body: z.output<O["body"]>;
}

/** What a handler has to answer. */
export type OpenAnswer<O extends OpenOperation> = z.input<O["answer"]>;
