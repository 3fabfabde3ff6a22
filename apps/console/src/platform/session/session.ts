import { createStore, useStore } from "../state/store.ts";

/** The merchant that somebody signs in for. */
export interface OwnMerchant {
  readonly id: string;
  readonly name: string;
  readonly nameEn: string | null;
  /** ISO 4217: what it trades in, and what its pages start with. */
  readonly currency: string;
}

/** The signed-in user, stamped with when it was read. */
export interface SessionUser {
  readonly id: number;
  readonly account: string;
  readonly realName: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly accountType: number;
  readonly avatar: string;
  readonly orgName: string | null;
  readonly posName: string | null;
  readonly buttons: readonly string[];
  readonly roleIds: readonly number[];
  readonly watermarkText: string;
  readonly isLocked: boolean;
  readonly lockScreenSeconds: number;
  readonly isTrial: boolean;
  /** Signs in for a merchant rather than for the operator. */
  readonly isOfMerchant: boolean;
  /** The merchant whose side the user looks at for a while, read only. */
  readonly viewing?: { readonly merchantId: string; readonly merchantName: string; readonly until: string } | null;
  /** The tenant inside which the platform administrator works for a while. */
  readonly visiting?: { readonly tenantId: number; readonly tenantName: string; readonly until: string } | null;
  /** The one merchant of such a user. */
  readonly merchant: OwnMerchant | null;
  readonly time: number;
}

/** An entry of the user's own menu. */
export interface SessionMenuNode {
  readonly id: number;
  readonly pid: number;
  readonly type: number;
  readonly name: string | null;
  readonly path: string | null;
  readonly component: string | null;
  readonly redirect: string | null;
  readonly meta: {
    readonly title: string;
    /** Title per language; wins over `title`. */
    readonly titles?: Readonly<Partial<Record<string, string | undefined>>> | null | undefined;
    readonly icon: string | null;
    readonly isIframe: boolean;
    readonly isLink: string | null;
    readonly isHide: boolean;
    readonly isKeepAlive: boolean;
    readonly isAffix: boolean;
    /** Roles that see the entry; none means everyone. */
    readonly roles?: readonly number[] | null;
  };
  readonly children: readonly SessionMenuNode[];
}

/** An item of a dictionary, in the language it was read in. */
export interface DictionaryItem {
  readonly code: string;
  readonly value: string;
  readonly name: string | null;
  readonly tagType: string | null;
}

/** A constant of the server with its values. */
export interface ServerConstant {
  readonly name: string;
  readonly code: string;
  readonly data: { readonly result: readonly { readonly name: string; readonly code: string | number }[] };
}

/** What the server says of this installation before anyone signs in. */
export interface SystemInfo {
  readonly sysLogo: string;
  readonly sysTitle: string;
  readonly sysViceTitle: string;
  readonly sysViceDesc: string;
  readonly sysIcp: string;
  readonly sysIcpUrl: string;
  readonly sysWatermark: string;
  readonly sysCopyright: string;
  readonly sysSecondVer: boolean;
  readonly sysCaptcha: boolean;
}

/** `starting`: being read; `ready`; `locked`: nothing may be shown; `failed`: the start calls did not answer. */
export type SessionPhase = "starting" | "ready" | "locked" | "failed";

export interface Session {
  readonly phase: SessionPhase;
  /** Present once the start calls answered, and while locked if they ever did. */
  readonly user: SessionUser | undefined;
  readonly menu: readonly SessionMenuNode[];
  readonly dictionaries: Readonly<Record<string, readonly DictionaryItem[]>>;
  readonly constants: readonly ServerConstant[];
  readonly permissions: ReadonlySet<string>;
  /** Why the start failed. */
  readonly error: unknown;
}

export const emptySession: Session = {
  phase: "starting",
  user: undefined,
  menu: [],
  dictionaries: {},
  constants: [],
  permissions: new Set(),
  error: undefined,
};

/** The session of this window. Written by the app's session start only. */
export const session = createStore<Session>(emptySession);

/** The session, or one thing of it, followed. */
export function useSession(): Session;
export function useSession<S>(select: (session: Session) => S): S;
export function useSession<S>(select: (session: Session) => S | Session = (whole) => whole): S | Session {
  return useStore(session, select);
}

/** The signed-in user. Inside the shell there always is one. */
export function useUser(): SessionUser {
  const user = useSession((current) => current.user);
  if (!user) throw new Error("useUser is for pages inside the shell, where a user is signed in");
  return user;
}

/** Whether the user signs in for a merchant: what the operator thinks of it is not shown then. */
export const useIsOfMerchant = (): boolean => useSession(({ user }) => user?.isOfMerchant ?? false);

/** The one merchant of somebody who signs in for it: nothing there is chosen by merchant. Undefined for the operator's people. */
export const useOwnMerchant = (): OwnMerchant | undefined => useSession(({ user }) => user?.merchant ?? undefined);

/** What the shop of a merchant's user is called in a language; the name it trades under unless it has one for the language. */
export const nameOfShop = (
  { name, nameEn }: { readonly name: string; readonly nameEn?: string | null | undefined },
  locale: string,
): string => (locale === "en" && nameEn) || name;

const noItems: readonly DictionaryItem[] = [];

/** The items of a dictionary in the language in use; an unknown code has none. */
export const useDictionary = (code: string): readonly DictionaryItem[] =>
  useSession((current) => current.dictionaries[code] ?? noItems);
