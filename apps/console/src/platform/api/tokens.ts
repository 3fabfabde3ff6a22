import { localMemory } from "../state/local.ts";

/** The two tokens of a sign-in. */
export interface TokenPair {
  /** JWT; its `exp` is in epoch seconds. */
  readonly access: string;
  /** Opaque; spent once. */
  readonly refresh: string;
}

const plainName = "countinghouse-token";
/** Longest life of a session on the server, in seconds: a cookie that outlives it is of no use. */
const longestSession = 12 * 60 * 60;

const isSecure = (): boolean => window.location.protocol === "https:";
/** On TLS the `__Host-` prefix ties the cookie to this very host (RFC 6265bis 4.1.3.2). */
const cookieName = (): string => (isSecure() ? `__Host-${plainName}` : plainName);

function writeCookie(value: string, maxAge: number | undefined): void {
  const parts = [`${cookieName()}=${value}`, "Path=/", "SameSite=Strict"];
  if (isSecure()) parts.push("Secure");
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside secure contexts, where the console also runs.
  document.cookie = parts.join("; ");
}

/** The stored pair, if there is one. Read from the cookie each time, because another window may have renewed it. */
export function storedTokens(): TokenPair | undefined {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${cookieName()}=`));
  const [access, refresh] = (found?.slice(cookieName().length + 1) ?? "").split("~");
  return access && refresh ? { access, refresh } : undefined;
}

/** Stores a pair. The choice to stay signed in on this device decides whether it survives the browser. */
export function storeTokens(pair: TokenPair): void {
  rememberClock(pair.access);
  const stays = localMemory.read<boolean>("staySignedIn") === true;
  writeCookie(`${pair.access}~${pair.refresh}`, stays ? longestSession : undefined);
}

/** Forgets the pair. */
export const clearTokens = (): void => writeCookie("", 0);

interface Claims {
  readonly sub?: string;
  readonly exp?: number;
  readonly iat?: number;
}

/** The claims of a JWT, unverified: they only tell the client when to ask for a new one. */
export function claimsOf(token: string): Claims {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return {};
  }
}

/** Id of the user whose tokens this browser holds; undefined when nobody is signed in. */
export function signedInUser(): string | undefined {
  const pair = storedTokens();
  return pair && (claimsOf(pair.access).sub ?? "");
}

/** Notes how far this machine's clock is from the server's, so that a wrong clock does not end the session. */
function rememberClock(access: string): void {
  const { iat } = claimsOf(access);
  if (iat !== undefined) localMemory.write("clockSkew", Math.round(iat * 1000 - Date.now()));
}

/** Milliseconds until the token's `exp` by the server's clock; negative once past. A token without `exp` never ends. */
export function millisecondsLeft(access: string): number {
  const { exp } = claimsOf(access);
  if (exp === undefined) return Number.POSITIVE_INFINITY;
  return exp * 1000 - (Date.now() + (localMemory.read<number>("clockSkew") ?? 0));
}
