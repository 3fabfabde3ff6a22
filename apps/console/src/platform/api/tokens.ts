import { localMemory } from "../state/local.ts";

/** The tokens of a session. */
export interface TokenPair {
  /** JWT; its `exp` is in epoch seconds. */
  readonly access: string;
  /** Opaque; usable once. */
  readonly refresh: string;
}

const plainName = "countinghouse-token";
/** Maximum lifetime of a session on the server, in seconds: longer cookies are useless. */
const longestSession = 12 * 60 * 60;

const isSecure = (): boolean => window.location.protocol === "https:";
/** With TLS the `__Host-` prefix binds the cookie to this host (RFC 6265bis 4.1.3.2). */
const cookieName = (): string => (isSecure() ? `__Host-${plainName}` : plainName);

function writeCookie(value: string, maxAge: number | undefined): void {
  const parts = [`${cookieName()}=${value}`, "Path=/", "SameSite=Strict"];
  if (isSecure()) parts.push("Secure");
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside secure contexts, where the console also runs.
  document.cookie = parts.join("; ");
}

/** The stored tokens, if any. Read from the cookie each time, because another window may have renewed them. */
export function storedTokens(): TokenPair | undefined {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${cookieName()}=`));
  const [access, refresh] = (found?.slice(cookieName().length + 1) ?? "").split("~");
  return access && refresh ? { access, refresh } : undefined;
}

/** Stores the tokens. Whether they survive the browser depends on the choice to stay signed in. */
export function storeTokens(pair: TokenPair): void {
  rememberClock(pair.access);
  const stays = localMemory.read<boolean>("staySignedIn") === true;
  writeCookie(`${pair.access}~${pair.refresh}`, stays ? longestSession : undefined);
}

/** Deletes the tokens. */
export const clearTokens = (): void => writeCookie("", 0);

interface Claims {
  readonly sub?: string;
  readonly exp?: number;
  readonly iat?: number;
}

/** The unverified claims of a JWT: the client only needs the expiry. */
export function claimsOf(token: string): Claims {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return {};
  }
}

/** Id of the user of the stored tokens; undefined without any. */
export function signedInUser(): string | undefined {
  const pair = storedTokens();
  return pair && (claimsOf(pair.access).sub ?? "");
}

/** Stores the clock difference to the server, so that a wrong clock does not end the session. */
function rememberClock(access: string): void {
  const { iat } = claimsOf(access);
  if (iat !== undefined) localMemory.write("clockSkew", Math.round(iat * 1000 - Date.now()));
}

/**
 * Milliseconds until the token's `exp` by the server's clock; negative when expired. A token without `exp` never
 * expires.
 */
export function millisecondsLeft(access: string): number {
  const { exp } = claimsOf(access);
  if (exp === undefined) return Number.POSITIVE_INFINITY;
  return exp * 1000 - (Date.now() + (localMemory.read<number>("clockSkew") ?? 0));
}
