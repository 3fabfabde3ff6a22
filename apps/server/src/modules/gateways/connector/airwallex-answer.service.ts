import { readExact } from "./airwallex-amounts.wire.ts";
import { AirwallexFault, airwallexRefusals } from "./airwallex-refusals.wire.ts";
import { type AirwallexAnswer, callAirwallex } from "./airwallex-session.service.ts";
import * as answers from "./answer.wire.ts";
import type { GatewayAccountForCalls } from "./connector.port.ts";
import type { CallFailure, GatewayExchange, UnknownOutcome } from "./outcome.port.ts";

/** The call's exchanges with the verdict on the last. */
export const exchangesOf = (asked: AirwallexAnswer, result: GatewayExchange["result"]): readonly GatewayExchange[] =>
  asked.kind === "no_token" ? asked.failure.exchanges : [...asked.before, { ...asked.answer.exchange, result }];

/** What came back, its amounts as digits; undefined for anything but a 2xx with JSON. */
export function airwallexBodyOf({ kind, answer }: AirwallexAnswer): unknown {
  const isGood = kind === "asked" && answer.kind === "answered" && answer.status >= 200 && answer.status < 300;
  return isGood ? readExact(answer.text) : undefined;
}

/** The refusal that came back, if one did. */
export const faultOf = ({ answer }: AirwallexAnswer): AirwallexFault | undefined =>
  answer.kind === "answered" && answer.status >= 400 ? AirwallexFault.safeParse(answer.json).data : undefined;

/** A call that changed or may have changed something, when no object came back. */
export const airwallexFailureOf = (asked: AirwallexAnswer): CallFailure =>
  asked.kind === "no_token" ? asked.failure : answers.failureOf(asked.answer, airwallexRefusals, asked.before);

/** A question that was not answered. */
export const airwallexUnanswered = (asked: AirwallexAnswer): UnknownOutcome =>
  answers.unansweredQuery(airwallexFailureOf(asked));

/** Whether the gateway says that it has no such thing. */
export const isMissing = (asked: AirwallexAnswer): boolean =>
  asked.answer.kind === "answered" && asked.answer.status === 404 && faultOf(asked)?.code === "resource_not_found";

/** A page of a list; undefined for what is none. */
export function pageOf(body: unknown): { readonly items: readonly unknown[]; readonly hasMore: boolean } | undefined {
  if (body === null || typeof body !== "object" || !("items" in body) || !Array.isArray(body.items)) return undefined;
  return { items: body.items, hasMore: "has_more" in body && body.has_more === true };
}

/** Asks for something, which changes nothing. */
export const getFromAirwallex = (
  account: GatewayAccountForCalls,
  path: string,
  operation = "query",
): Promise<AirwallexAnswer> =>
  callAirwallex(account, { operation, method: "GET", path, body: null, idempotencyKey: null });
