import { readExact } from "./airwallex-amounts.wire.ts";
import { AirwallexFault, airwallexRefusals } from "./airwallex-refusals.wire.ts";
import { type AirwallexAnswer, callAirwallex } from "./airwallex-session.service.ts";
import * as answers from "./answer.wire.ts";
import type { GatewayAccountForCalls } from "./connector.port.ts";
import type { CallFailure, GatewayExchange, UnknownOutcome } from "./outcome.port.ts";

/** The call's exchanges, the last one with its result. */
export const exchangesOf = (asked: AirwallexAnswer, result: GatewayExchange["result"]): readonly GatewayExchange[] =>
  asked.kind === "no_token" ? asked.failure.exchanges : [...asked.before, { ...asked.answer.exchange, result }];

/** The body of a 2xx answer with JSON, amounts as digits; undefined for any other answer. */
export function airwallexBodyOf({ kind, answer }: AirwallexAnswer): unknown {
  const isGood = kind === "asked" && answer.kind === "answered" && answer.status >= 200 && answer.status < 300;
  return isGood ? readExact(answer.text) : undefined;
}

/** The error body, if there is one. */
export const faultOf = ({ answer }: AirwallexAnswer): AirwallexFault | undefined =>
  answer.kind === "answered" && answer.status >= 400 ? AirwallexFault.safeParse(answer.json).data : undefined;

/** Outcome of a modifying call that returned no object. */
export const airwallexFailureOf = (asked: AirwallexAnswer): CallFailure =>
  asked.kind === "no_token" ? asked.failure : answers.failureOf(asked.answer, airwallexRefusals, asked.before);

/** Outcome of a query without an answer. */
export const airwallexUnanswered = (asked: AirwallexAnswer): UnknownOutcome =>
  answers.unansweredQuery(airwallexFailureOf(asked));

/** Whether the gateway answers that the object does not exist. */
export const isMissing = (asked: AirwallexAnswer): boolean =>
  asked.answer.kind === "answered" && asked.answer.status === 404 && faultOf(asked)?.code === "resource_not_found";

/** A page of a list; undefined for anything else. */
export function pageOf(body: unknown): { readonly items: readonly unknown[]; readonly hasMore: boolean } | undefined {
  if (body === null || typeof body !== "object" || !("items" in body) || !Array.isArray(body.items)) return undefined;
  return { items: body.items, hasMore: "has_more" in body && body.has_more === true };
}

/** Sends a read-only request. */
export const getFromAirwallex = (
  account: GatewayAccountForCalls,
  path: string,
  operation = "query",
): Promise<AirwallexAnswer> =>
  callAirwallex(account, { operation, method: "GET", path, body: null, idempotencyKey: null });
