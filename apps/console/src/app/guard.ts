/** Start page after signing in. */
export const homePath = "/dashboard/home";
/** Page for missing permissions. */
export const forbiddenPath = "/401";
export const signInPath = "/login";
export const confirmPrefix = "/login/confirm/";

/** Token and user of an invitation link. */
export interface InvitationTarget {
  readonly account: string;
  readonly invitation: string;
}

/** The invitation in an address's fragment, which browsers do not send to servers. */
export function invitationIn(hash: string): InvitationTarget | undefined {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const invitation = said.get("invitation");
  return invitation ? { invitation, account: said.get("account") ?? "" } : undefined;
}

/** The guard's decision for an address. */
export type GuardDecision =
  | { readonly kind: "shell" }
  | { readonly kind: "signIn" }
  | { readonly kind: "confirm"; readonly qrToken: string }
  /** Redirect; with `forget`, stored data of a former session is cleared. */
  | { readonly kind: "redirect"; readonly to: string; readonly forget: boolean };

interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash?: string;
}

/** Decides what an address shows, depending on a stored token. */
export function guardDecisionFor(address: Address, hasToken: boolean): GuardDecision {
  const { pathname, search, hash = "" } = address;
  // An invitation link works even where another user is signed in.
  if (pathname === signInPath && invitationIn(hash)) return { kind: "signIn" };
  if (pathname === signInPath) return hasToken ? { kind: "redirect", to: homePath, forget: false } : { kind: "signIn" };
  if (!hasToken) return { kind: "redirect", to: signInAddress(pathname, search), forget: true };
  if (pathname.startsWith(confirmPrefix))
    return { kind: "confirm", qrToken: decodeURIComponent(pathname.slice(confirmPrefix.length)) };
  return { kind: "shell" };
}

/** The sign-in address with the wanted path and its query as JSON. */
export function signInAddress(pathname: string, search: string): string {
  const wanted = new URLSearchParams({
    redirect: pathname,
    params: JSON.stringify(Object.fromEntries(new URLSearchParams(search))),
  });
  return `${signInPath}?${wanted}`;
}

/** Where to go after signing in. Only paths of this site are followed; anything else leads to the home page. */
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
