import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Actor } from "../access/actor.ts";
import type { Clock } from "../clock/clock.ts";
import type { AccessClaims, AccessTokens } from "../crypto/access-token.ts";
import type { RequestFacts } from "./context.ts";
import type { Authenticate } from "./server.ts";

/** A token pair as sent in the headers, with the claims of its access token. */
export interface RenewedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly claims: AccessClaims;
}

/** The session store as authentication needs it. */
export interface SessionDirectory {
  /**
   * The actor of the session that a token names; undefined when the session has ended. `isActive` calls reset its idle
   * time-out.
   */
  actorOf(claims: AccessClaims, isActive: boolean): Promise<Actor | undefined>;
  /** Redeems a refresh token; undefined when it is not valid for that session. */
  renew(claims: AccessClaims, refreshToken: string, request: RequestFacts): Promise<RenewedTokens | undefined>;
}

export interface AuthenticationOptions {
  readonly tokens: AccessTokens;
  readonly clock: Clock;
  readonly sessions: SessionDirectory;
}

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i;

/** The token of a bearer header (RFC 6750); undefined when there is none in exactly that form. */
export function bearerToken(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? bearer.exec(header)?.[1] : undefined;
}

/** Headers that hand out a token pair. */
export const tokenHeaders = ({ accessToken, refreshToken }: Pick<RenewedTokens, "accessToken" | "refreshToken">) =>
  ({ "access-token": accessToken, "x-access-token": refreshToken }) as const;

const unauthenticated = () =>
  refuse("platform.unauthenticated", {}, { headers: { "access-token": "invalid_token", "x-access-token": "" } });

/**
 * Authenticates a request by its headers alone: no cookie, query or body signs anyone in. An expired access token with
 * a valid refresh token is renewed, and the new pair is set before the operation runs, so that the caller gets it even
 * when the operation is refused. Every other state gets the same 401.
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
