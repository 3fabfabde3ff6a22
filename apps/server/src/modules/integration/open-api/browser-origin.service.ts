import type { OpenOperation } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import type { AppCaller } from "../../merchants/coin-app/index.ts";

/** Says whether any app lets pages of this origin speak for its payers. */
export type KnowsOrigin = (origin: string) => Promise<boolean>;

type Headers = Readonly<Record<string, string>>;

/** Headers that a payer's page sends, and those of the answer that it may read. */
const sent = "Authorization, Content-Type, Accept-Language, X-App-Key, X-Api-Version, Idempotency-Key";
const shown =
  "X-Request-Id, Idempotent-Replay, Retry-After, X-RateLimit-Limit, X-RateLimit-Burst, X-RateLimit-Remaining, X-RateLimit-Reset";
const keptSeconds = 600;

const longestOrigin = 300;

/** The origin a browser says its page is of; none for servers, and for pages that hide it. */
export function originOf({ headers }: Pick<RequestFacts, "headers">): string | undefined {
  const { origin } = headers;
  return typeof origin === "string" && origin.length <= longestOrigin ? origin : undefined;
}

/**
 * What lets a page read the answer of a payer's call: its own origin by name, and never credentials of the browser.
 * Caches must tell the origins apart whether or not this one is known.
 */
export async function corsHeaders(knows: KnowsOrigin, operation: OpenOperation, facts: RequestFacts): Promise<Headers> {
  if (!operation.forPayer) return {};
  const origin = originOf(facts);
  if (origin === undefined || !(await knows(origin))) return { Vary: "Origin" };
  return { Vary: "Origin", "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": shown };
}

/**
 * The answer to a browser that asks before it sends. The question names no app, so it is answered for the origins of
 * all apps; whether the origin is one of the app whose key comes with the call is decided when that call arrives.
 */
export async function preflightHeaders(
  knows: KnowsOrigin,
  operation: OpenOperation,
  facts: RequestFacts,
): Promise<Headers> {
  const allowed = await corsHeaders(knows, operation, facts);
  const asks = facts.headers["access-control-request-method"];
  if (!("Access-Control-Allow-Origin" in allowed) || asks !== operation.method)
    throw refuse("openApi.originNotAllowed", {}, { headers: { Vary: "Origin" } });
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": allowed["Access-Control-Allow-Origin"] ?? "",
    "Access-Control-Allow-Methods": operation.method,
    "Access-Control-Allow-Headers": sent,
    "Access-Control-Max-Age": String(keptSeconds),
  };
}

/** Refuses a page that the app did not name. Plain http passes for trying things out, never for real payments. */
export function assertOrigin({ allowedOrigins, mode }: AppCaller, facts: RequestFacts): void {
  if (facts.headers.origin === undefined) return;
  const origin = originOf(facts);
  const isNamed = origin !== undefined && allowedOrigins.includes(origin);
  if (!isNamed || (mode === "live" && !origin.startsWith("https:"))) throw refuse("openApi.originNotAllowed");
}
