/** Where everyone starts after signing in. */
export const homePath = "/dashboard/home";
/** Says that a page is not for this account. */
export const forbiddenPath = "/401";
export const signInPath = "/login";
export const confirmPrefix = "/login/confirm/";

/** Whom a link lets choose a password, and by which word. */
export interface InvitationTarget {
  readonly account: string;
  readonly invitation: string;
}

/** What an address says behind the number sign, which browsers send nowhere. */
export function invitationIn(hash: string): InvitationTarget | undefined {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const invitation = said.get("invitation");
  return invitation ? { invitation, account: said.get("account") ?? "" } : undefined;
}

/** What the guard decided for an address. */
export type GuardDecision =
  | { readonly kind: "shell" }
  | { readonly kind: "signIn" }
  | { readonly kind: "confirm"; readonly qrToken: string }
  /** Go elsewhere first; `forget` says that stored data of a former session is to be cleared. */
  | { readonly kind: "redirect"; readonly to: string; readonly forget: boolean };

interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash?: string;
}

/** Decides what an address shows, by whether a token is stored. */
export function guardDecisionFor(address: Address, hasToken: boolean): GuardDecision {
  const { pathname, search, hash = "" } = address;
  // Whoever opens somebody's link on a device where another is signed in still chooses that password.
  if (pathname === signInPath && invitationIn(hash)) return { kind: "signIn" };
  if (pathname === signInPath) return hasToken ? { kind: "redirect", to: homePath, forget: false } : { kind: "signIn" };
  if (!hasToken) return { kind: "redirect", to: signInAddress(pathname, search), forget: true };
  if (pathname.startsWith(confirmPrefix))
    return { kind: "confirm", qrToken: decodeURIComponent(pathname.slice(confirmPrefix.length)) };
  return { kind: "shell" };
}

/** The sign-in address that remembers where someone wanted to go: the path, and its query as JSON. */
export function signInAddress(pathname: string, search: string): string {
  const wanted = new URLSearchParams({
    redirect: pathname,
    params: JSON.stringify(Object.fromEntries(new URLSearchParams(search))),
  });
  return `${signInPath}?${wanted}`;
}

/** Where to go after signing in. Only a path of this very site is followed; anything else leads home. */
export function wantedAddress(search: string): string {
  const query = new URLSearchParams(search);
  const path = query.get("redirect") ?? "";
  if (!/^\/(?![/\\])/.test(path) || path === "/" || path === signInPath) return homePath;
  try {
    const params = new URLSearchParams(JSON.parse(query.get("params") ?? "{}") as Record<string, string>).toString();
    return params === "" ? path : `${path}?${params}`;
  } catch {
    return path;
  }
}
