import { seededNames } from "@countinghouse/contract/platform/seeded-names.ts";

/** What rows an actor may reach. */
export interface ActorScope {
  /** The tenant, or null for the platform administrator, who sees all of them. */
  readonly tenantId: number | null;
  readonly orgIds: readonly number[] | "all";
  /** Only rows the actor made, whatever the organisation. */
  readonly selfOnly: boolean;
  readonly merchantIds: readonly string[] | "all";
}

/** A merchant whose side somebody of the operator looks at for a while, read only. */
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
  /** The session's screen is locked. */
  readonly isLocked: boolean;
  /** When a factor was last proven in this session. */
  readonly provenAt: Date | null;
  /** Set while they look at a merchant's side: scope and permissions are then those of its people. */
  readonly viewing?: ViewedMerchant | undefined;
  /** Set while the platform administrator works inside one tenant: scope is then that of its people. */
  readonly visiting?: VisitedTenant | undefined;
}

/** Whether somebody signs in for a merchant rather than for the operator. */
export const isOfMerchant = ({ scope }: Pick<Actor, "scope">): boolean => scope.merchantIds !== "all";

const nowhere: ActorScope = { tenantId: 0, orgIds: [], selfOnly: true, merchantIds: [] };

/** The caller of an anonymous operation: no permission and no row. */
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

/** The tenant of whoever runs the installation: what belongs to no tenant is shown there. */
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
 * A merchant's server, which proved itself by its app's key: it reaches that merchant's rows and no other, holds no
 * permission of the console, and is named by the app's number where somebody asks who did it.
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
