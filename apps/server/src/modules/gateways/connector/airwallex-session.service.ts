import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import { z } from "zod";
import { type CacheFamily, inMs } from "../../../platform/caches/cache-family.ts";
import { failureToReach, judged, notProcessed, retryAfterOf } from "./answer.wire.ts";
import type { CardDetails, GatewayAccountForCalls } from "./connector.port.ts";
import { callGateway, type GatewayReply, type GatewayRequest } from "./gateway-call.service.ts";
import type { GatewayExchange, NotProcessedOutcome } from "./outcome.port.ts";

/** One call to Airwallex. */
export type AirwallexCall = Pick<GatewayRequest, "operation" | "method" | "path" | "body" | "idempotencyKey"> & {
  readonly card?: CardDetails | null;
  /** Further secrets in the body, such as an account number. */
  readonly hidden?: readonly string[];
  /** API version of the call, where it needs a later one. */
  readonly apiVersion?: string;
};

/** An answer with its exchanges, or why no access token was obtained. */
export type AirwallexAnswer =
  | { readonly kind: "asked"; readonly answer: GatewayReply; readonly before: readonly GatewayExchange[] }
  | { readonly kind: "no_token"; readonly failure: NotProcessedOutcome; readonly answer: GatewayReply };

const Token = z.object({ token: z.string().min(1).max(4_096), expires_at: z.string() });

interface Session {
  readonly accountId: string;
  readonly token: string;
  /** By the process's monotonic clock. */
  readonly validUntilMs: number;
}

/** API version of the payment calls; the account's own default may differ. */
const paymentsVersion = "2024-08-07";

/** Tokens are renewed this long before they expire, in milliseconds, so that none expires during a call. */
const marginMs = 60_000;
/** Documented token lifetime in milliseconds, for an answer without a readable expiry. */
const lifeMaxMs = 30 * 60_000;

const sessions = new Map<string, Session>();
const logins = new Map<string, Promise<LoggedIn>>();

/** Cached sessions by account, without tokens; an evicted one is created anew. */
export const airwallexSessions: CacheFamily = {
  name: "gatewaySession",
  entries: (now) =>
    [...sessions].flatMap(([key, { accountId, token, validUntilMs }]) => {
      const leftMs = validUntilMs - performance.now();
      if (leftMs <= 0) return [];
      return [
        { key: keyShown(accountId, key), value: { accountId }, expiresAt: inMs(now, leftMs), bytes: token.length },
      ];
    }),
  forget: (shown) => {
    const found = [...sessions].find(([key, { accountId }]) => keyShown(accountId, key) === shown);
    return found !== undefined && sessions.delete(found[0]);
  },
};

/** Two sessions of one account with different credentials are told apart. */
const keyShown = (accountId: string, key: string): string => `${accountId}:${key.replace(/\W/g, "").slice(0, 6)}`;

type LoggedIn =
  | { readonly session: Session; readonly exchange: GatewayExchange }
  | { readonly failure: NotProcessedOutcome; readonly answer: GatewayReply };

/** A session belongs to an account with its present credentials: changed ones sign in anew. */
const keyOf = ({ id, baseUrl, credentials }: GatewayAccountForCalls): string =>
  createHash("sha256")
    .update(JSON.stringify([id, baseUrl, credentials]))
    .digest("base64");

function send(account: GatewayAccountForCalls, call: AirwallexCall, headers: Record<string, string>, token?: string) {
  const { card, hidden = [], apiVersion = paymentsVersion, ...asked } = call;
  const known = [...(token ? [token] : []), ...(card ? [card.number] : []), ...hidden];
  return callGateway(account, {
    ...asked,
    headers: { "x-api-version": apiVersion, ...headers },
    requestIdHeader: "x-awx-traceid",
    secrets: { anywhere: known, alone: card?.cvc ? [card.cvc] : [] },
  });
}

async function logIn(account: GatewayAccountForCalls): Promise<LoggedIn> {
  const { clientId = "", apiKey = "" } = account.credentials;
  const path = "/api/v1/authentication/login";
  const call: AirwallexCall = { operation: "login", method: "POST", path, body: {}, idempotencyKey: null };
  const answer = await send(account, call, { "x-client-id": clientId, "x-api-key": apiKey });
  const parsed = answer.kind === "answered" && answer.status < 300 ? Token.safeParse(answer.json) : undefined;
  if (parsed?.success) {
    const leftMs = Date.parse(parsed.data.expires_at.replace(/([+-]\d{2})(\d{2})$/, "$1:$2")) - performance.timeOrigin;
    const endsMs = Number.isNaN(leftMs) ? performance.now() + lifeMaxMs : leftMs;
    const session = { accountId: account.id, token: parsed.data.token, validUntilMs: endsMs - marginMs };
    return { session, exchange: { ...answer.exchange, result: "success" } };
  }
  return { failure: loginFailure(answer), answer };
}

/** Without an access token no money movement was requested, however the sign-in failed. */
function loginFailure(answer: GatewayReply): NotProcessedOutcome {
  if (answer.kind !== "answered") {
    const failure = failureToReach(answer);
    return failure.kind === "error"
      ? failure
      : notProcessed("processor_error", failure.exchanges, { upstreamCode: failure.reason });
  }
  const exchanges = judged(answer.exchange, "error");
  const said = {
    upstreamCode: `login_${answer.status}`,
    retryAfter: retryAfterOf(answer.headers["retry-after"], answer.exchange),
  };
  if (answer.status === 429) return notProcessed("rate_limited", exchanges, said);
  const isRefused = answer.status === 401 || answer.status === 403;
  return notProcessed(isRefused ? "configuration_error" : "processor_error", exchanges, said);
}

/** Concurrent calls share one sign-in. */
function logInOnce(account: GatewayAccountForCalls, key: string): Promise<LoggedIn> {
  const running = logins.get(key);
  if (running) return running;
  const login = logIn(account).finally(() => logins.delete(key));
  logins.set(key, login);
  return login;
}

/**
 * Makes a call with the account's token, signing in where there is none. A token that the gateway rejects is replaced
 * once: a call refused for its token was not processed.
 */
export async function callAirwallex(account: GatewayAccountForCalls, call: AirwallexCall): Promise<AirwallexAnswer> {
  const key = keyOf(account);
  const before: GatewayExchange[] = [];
  for (let isSecond = false; ; isSecond = true) {
    let session = sessions.get(key);
    if (!session || session.validUntilMs <= performance.now()) {
      const login = await logInOnce(account, key);
      if ("failure" in login) {
        const { failure, answer } = login;
        return { kind: "no_token", failure: { ...failure, exchanges: [...before, ...failure.exchanges] }, answer };
      }
      before.push(login.exchange);
      ({ session } = login);
      sessions.set(key, session);
    }
    const answer = await send(account, call, { authorization: `Bearer ${session.token}` }, session.token);
    if (answer.kind !== "answered" || answer.status !== 401 || isSecond) return { kind: "asked", answer, before };
    sessions.delete(key);
    before.push({ ...answer.exchange, result: "error" });
  }
}
