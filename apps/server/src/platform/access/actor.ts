import { seededNames } from "@countinghouse/contract/platform/seeded-names.ts";

/** Which rows an actor may read and change. */
export interface ActorScope {
  /** The actor's tenant; null for the platform administrator, who sees all tenants. */
  readonly tenantId: number | null;
  readonly orgIds: readonly number[] | "all";
  /** Restricts the actor to rows that the actor created, in whatever organisation. */
  readonly selfOnly: boolean;
  readonly merchantIds: readonly string[] | "all";
}

/** A merchant whose console an operator's user is viewing, read only and for a limited time. */
export interface ViewedMerchant {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly until: string;
}

/** A tenant inside which the platform administrator works for a while. */
export interface VisitedTenant {
  readonly tenantId: number;
  readonly tenantName: string;
  readonly until: string;
}

/** Who calls. Built from the server's session row, never from what a token or a body claims. */
export interface Actor {
  readonly isSignedIn: boolean;
  readonly userId: number;
  readonly account: string;
  readonly realName: string;
  readonly tenantId: number;
  readonly accountType: number;
  readonly orgId: number;
  readonly sessionId: string;
  readonly permissions: ReadonlySet<string>;
  /** The platform administrator holds every permission. */
  readonly holdsAll: boolean;
  readonly scope: ActorScope;
  /** The session's screen is locked: only unlocking and signing out are allowed. */
  readonly isLocked: boolean;
  /** When the user last proved a factor (password or second factor) in this session. */
  readonly provenAt: Date | null;
  /** Set while the actor views a merchant's console: scope and permissions are then those of the merchant's users. */
  readonly viewing?: ViewedMerchant | undefined;
  /** Set while the platform administrator works inside one tenant: scope is then that of its people. */
  readonly visiting?: VisitedTenant | undefined;
}

/** Whether the actor is a merchant's user rather than one of the operator's. */
export const isOfMerchant = ({ scope }: Pick<Actor, "scope">): boolean => scope.merchantIds !== "all";

const nowhere: ActorScope = { tenantId: 0, orgIds: [], selfOnly: true, merchantIds: [] };

/** The caller of an anonymous operation: holds no permission and reaches no row. */
export const anonymousActor: Actor = {
  isSignedIn: false,
  userId: 0,
  account: "",
  realName: "",
  tenantId: 0,
  accountType: 0,
  orgId: 0,
  sessionId: "",
  permissions: new Set(),
  holdsAll: false,
  scope: nowhere,
  isLocked: false,
  provenAt: null,
};

/** The tenant of the company that runs the installation. Records that belong to no tenant are shown there. */
export const operatingTenantId = 1;

/** The platform itself: jobs and start-up work, named in the audit trail as `system`. */
export const systemActor: Actor = {
  ...anonymousActor,
  isSignedIn: true,
  account: "system",
  realName: seededNames.person.system.en,
  holdsAll: true,
  scope: { tenantId: null, orgIds: "all", selfOnly: false, merchantIds: "all" },
};

/**
 * A merchant's server, authenticated by its app key. It reaches that merchant's rows only, holds no console
 * permission, and is recorded under the app's number as the doer.
 */
export const appActor = (app: {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly appNo: string;
}): Actor => ({
  ...anonymousActor,
  account: app.appNo,
  realName: app.appNo,
  tenantId: app.tenantId,
  scope: { tenantId: app.tenantId, orgIds: "all", selfOnly: false, merchantIds: [app.merchantId] },
});
