import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { CacheFamily } from "../caches/cache-family.ts";
import type { KeyRing } from "./key-ring.ts";

/** Claims of an access token: the session, and nothing about the user. */
export interface AccessClaims {
  readonly userId: number;
  readonly tenantId: number;
  /** The session's public identifier; it is replaced when the session gains rights. */
  readonly sessionWord: string;
  readonly tokenId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Result of reading a token. An expired token still names its session, for the renewal that may follow. */
export type TokenReading =
  | { readonly state: "valid"; readonly claims: AccessClaims }
  | { readonly state: "expired"; readonly claims: AccessClaims }
  | { readonly state: "invalid" };

/** Makes and reads access tokens. */
export interface AccessTokens {
  /** Deterministic: equal claims give the same token, so that concurrent renewals get one pair. */
  sign(claims: AccessClaims): Promise<string>;
  read(token: string, now: Date): Promise<TokenReading>;
  /** Cache of tokens whose signatures were verified, by token id. */
  readonly cache: CacheFamily;
}

const issuer = "countinghouse";
const audience = "countinghouse-console";
const algorithm = "HS256";
const type = "at";
const clockToleranceSeconds = 2;
const longestToken = 2_048;
const rememberedTokens = 10_000;

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/**
 * Access tokens are JWTs (RFC 7519) signed with HMAC-SHA-256. The algorithm is pinned, the key is chosen among our own
 * by `kid`, and every claim is required. Verified signatures are cached for the life of the token, because verifying
 * costs more than the rest of the look-up.
 */
export function accessTokens(ring: KeyRing): AccessTokens {
  const seen = new Map<string, AccessClaims>();
  const remember = (token: string, claims: AccessClaims) => {
    if (seen.size >= rememberedTokens) seen.clear();
    seen.set(token, claims);
  };
  const sign = (claims: AccessClaims): Promise<string> => {
    const { id, key } = ring.active("access-token");
    return new SignJWT({ sid: claims.sessionWord, tid: claims.tenantId, typ: type })
      .setProtectedHeader({ alg: algorithm, kid: id, typ: "JWT" })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(String(claims.userId))
      .setJti(claims.tokenId)
      .setIssuedAt(seconds(claims.issuedAt))
      .setNotBefore(seconds(claims.issuedAt))
      .setExpirationTime(seconds(claims.expiresAt))
      .sign(key);
  };
  const cache: CacheFamily = {
    name: "accessToken",
    entries: () =>
      [...seen].map(([token, { tokenId, userId, tenantId, issuedAt, expiresAt }]) => ({
        key: tokenId,
        value: { userId, tenantId, issuedAt: issuedAt.toISOString() },
        expiresAt: expiresAt.toISOString(),
        bytes: token.length,
      })),
    forget: (id) => {
      const found = [...seen].find(([, { tokenId }]) => tokenId === id);
      return found !== undefined && seen.delete(found[0]);
    },
  };
  return {
    sign,
    cache,
    async read(token, now) {
      const known = seen.get(token) ?? (await verified(ring, token, now));
      if (!known) return { state: "invalid" };
      remember(token, known);
      return { state: known.expiresAt.getTime() > now.getTime() ? "valid" : "expired", claims: known };
    },
  };
}

/** Verifies signature and claims except the expiry, which the caller judges; undefined when anything is wrong. */
async function verified(ring: KeyRing, token: string, now: Date): Promise<AccessClaims | undefined> {
  if (token.length > longestToken) return undefined;
  try {
    const { payload } = await jwtVerify(token, keyFrom(ring), {
      algorithms: [algorithm],
      issuer,
      audience,
      requiredClaims: ["sub", "sid", "tid", "typ", "iat", "nbf", "exp", "jti"],
      clockTolerance: clockToleranceSeconds,
      currentDate: now,
    });
    return claimsOf(payload);
  } catch (error) {
    // The library checks the expiry last: everything else of an expired token is valid.
    if (error instanceof errors.JWTExpired) return claimsOf(error.payload);
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

const keyFrom = (ring: KeyRing) => (header: { kid?: string }) => {
  const named = ring.named("access-token", String(header.kid));
  if (!named) throw new errors.JWKSNoMatchingKey();
  return named.key;
};

function claimsOf({ sub, sid, tid, typ, iat, exp, jti }: JWTPayload): AccessClaims | undefined {
  const userId = Number(sub);
  if (typ !== type || typeof sid !== "string" || typeof tid !== "number") return undefined;
  if (typeof iat !== "number" || typeof exp !== "number" || !Number.isSafeInteger(userId) || userId <= 0)
    return undefined;
  return {
    userId,
    tenantId: tid,
    sessionWord: sid,
    tokenId: String(jti),
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  };
}
