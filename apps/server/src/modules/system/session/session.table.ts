import type { Generated, JSONColumnType } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";
import type { EndReason } from "./session.policy.ts";

interface Sessions {
  id: string;
  userId: number;
  tenantId: number;
  orgId: number | null;
  accountType: number;
  userName: string;
  realName: string;
  word: string;
  previousWord: string | null;
  previousWordUntil: string | null;
  method: "password" | "phone" | "qr" | "passkey";
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  secondFactorAt: string | null;
  provenAt: string | null;
  isLocked: Generated<boolean>;
  /** Merchant in view, read only, and the end of the view. */
  viewMerchantId: string | null;
  viewUntil: string | null;
  /** Tenant that the platform administrator visits, and the end of the visit. */
  visitTenantId: number | null;
  visitUntil: string | null;
  ip: string;
  place: Generated<string>;
  userAgent: Generated<string>;
  browser: Generated<string>;
  os: Generated<string>;
  /** The node of the last activity. */
  node: Generated<string>;
  endedAt: string | null;
  endReason: EndReason | null;
}

interface RefreshTokens {
  hash: string;
  sessionId: string;
  parentHash: string | null;
  successorHash: string | null;
  successorSealed: string | null;
  issuedAt: string;
  usedAt: string | null;
  expiresAt: string;
  ip: string;
  userAgent: Generated<string>;
}

interface SignInCounters {
  kind: string;
  key: string;
  count: number;
  windowStart: string;
  lockedUntil: string | null;
  expiresAt: string;
}

interface SecurityEvents {
  id: Generated<number>;
  at: string;
  kind: string;
  tenantId: number | null;
  userId: number | null;
  sessionId: string | null;
  accountKey: string | null;
  ip: string;
  userAgent: Generated<string>;
  requestId: string;
  detail: JSONColumnType<object>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    sessions: Sessions;
    refreshTokens: RefreshTokens;
    signInCounters: SignInCounters;
    securityEvents: SecurityEvents;
  }
}

export const sessionTables: FactsOf<"sessions" | "refreshTokens" | "signInCounters" | "securityEvents"> = {
  sessions: {
    scope: { tenant: "tenantId", org: "orgId", self: "userId", personId: "userId" },
    placement: "local",
    grant: "readWrite",
  },
  refreshTokens: { scope: "shared", placement: "local", grant: "readWrite", unrecorded: ["successorSealed"] },
  signInCounters: { scope: "shared", placement: "local", grant: "readWrite" },
  securityEvents: {
    scope: { tenant: "tenantId", personId: "userId" },
    placement: "local",
    grant: "appendOnly",
    json: ["detail"],
  },
};
