import type { OpenOperation } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import type { AppCaller } from "../../merchants/coin-app/index.ts";

/** Whether any app allows this origin for its payers' pages. */
export type KnowsOrigin = (origin: string) => Promise<boolean>;

type Headers = Readonly<Record<string, string>>;

/** CORS headers that a payer's page sends, and answer headers that it may read. */
const sent = "Authorization, Content-Type, Accept-Language, X-App-Key, X-Api-Version, Idempotency-Key";
const shown =
  "X-Request-Id, Idempotent-Replay, Retry-After, X-RateLimit-Limit, X-RateLimit-Burst, X-RateLimit-Remaining, X-RateLimit-Reset";
const keptSeconds = 600;

const longestOrigin = 300;

/** The origin of a browser request; undefined for servers and opaque origins. */
export function originOf({ headers }: Pick<RequestFacts, "headers">): string | undefined {
  const { origin } = headers;
  return typeof origin === "string" && origin.length <= longestOrigin ? origin : undefined;
}

/**
 * CORS headers of an answer to a payer's call: the page's own origin by name, never with credentials. Always with
 * `Vary: Origin`, so that caches distinguish origins.
 */
export async function corsHeaders(knows: KnowsOrigin, operation: OpenOperation, facts: RequestFacts): Promise<Headers> {
  if (!operation.forPayer) return {};
  const origin = originOf(facts);
  if (origin === undefined || !(await knows(origin))) return { Vary: "Origin" };
  return { Vary: "Origin", "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": shown };
}

/**
 * Answers a preflight request. It names no app, so the origins of all apps are allowed; the call itself is checked
 * against its own app's.
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

/** Refuses an origin that the app does not list. Plain http is allowed in test mode only. */
export function assertOrigin({ allowedOrigins, mode }: AppCaller, facts: RequestFacts): void {
  if (facts.headers.origin === undefined) return;
  const origin = originOf(facts);
  const isNamed = origin !== undefined && allowedOrigins.includes(origin);
  if (!isNamed || (mode === "live" && !origin.startsWith("https:"))) throw refuse("openApi.originNotAllowed");
}
