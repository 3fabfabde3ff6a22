import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Actor } from "../access/actor.ts";
import type { Clock } from "../clock/clock.ts";
import type { AccessClaims, AccessTokens } from "../crypto/access-token.ts";
import type { RequestFacts } from "./context.ts";
import type { Authenticate } from "./server.ts";

/** A pair as it goes out in the headers, and what its access token says. */
export interface RenewedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly claims: AccessClaims;
}

/** What authentication asks of whoever keeps the sessions. */
export interface SessionDirectory {
  /** The actor of the live session a token names; undefined when it has ended. `isActive` calls keep it from idling out. */
  actorOf(claims: AccessClaims, isActive: boolean): Promise<Actor | undefined>;
  /** Spends a refresh token; undefined when it is not good for that session. */
  renew(claims: AccessClaims, refreshToken: string, request: RequestFacts): Promise<RenewedTokens | undefined>;
}

export interface AuthenticationOptions {
  readonly tokens: AccessTokens;
  readonly clock: Clock;
  readonly sessions: SessionDirectory;
}

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i;

/** The token of a bearer header (RFC 6750), or undefined when there is none in exactly that form. */
export function bearerToken(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? bearer.exec(header)?.[1] : undefined;
}

/** Headers by which tokens are handed out. */
export const tokenHeaders = ({ accessToken, refreshToken }: Pick<RenewedTokens, "accessToken" | "refreshToken">) =>
  ({ "access-token": accessToken, "x-access-token": refreshToken }) as const;

const unauthenticated = () =>
  refuse("platform.unauthenticated", {}, { headers: { "access-token": "invalid_token", "x-access-token": "" } });

/**
 * Turns the headers of a request into an actor. Only headers count: a cookie, a query or a body never signs anyone in.
 * An expired access token together with a good refresh token is renewed, and the new pair is set before the operation
 * runs, so that it reaches the caller even when the operation is refused. Every other state gets one and the same 401.
 */
export function buildAuthenticate({ tokens, clock, sessions }: AuthenticationOptions): Authenticate {
  return async (request, operation, setHeader) => {
    const presented = bearerToken(request.headers.authorization);
    if (presented === undefined) throw unauthenticated();
    const reading = await tokens.read(presented, clock.now());
    if (reading.state === "invalid") throw unauthenticated();
    let claims = reading.claims;
    if (reading.state === "expired") {
      const refreshToken = bearerToken(request.headers["x-authorization"]);
      const renewed = refreshToken === undefined ? undefined : await sessions.renew(claims, refreshToken, request);
      if (!renewed) throw unauthenticated();
      for (const [name, value] of Object.entries(tokenHeaders(renewed))) setHeader(name, value);
      claims = renewed.claims;
    }
    const isActive = !operation.passive && request.headers["x-passive"] !== "1";
    const actor = await sessions.actorOf(claims, isActive);
    if (!actor) throw unauthenticated();
    return actor;
  };
}
