import type { Context } from "../../../platform/http/context.ts";

/** Context of a security event, with or without an actor. */
export type SecurityFacts = Pick<Context, "db" | "now" | "request">;

/** A security event. No secret and no account in clear: refused names may be mistyped passwords. */
export interface SecurityEvent {
  readonly kind:
    | "signedIn"
    | "signInRefused"
    | "accountLocked"
    | "sourceLimited"
    | "sessionEnded"
    | "tokenReused"
    | "screenUnlocked"
    | "unlockRefused"
    | "steppedUp"
    | "passwordChanged"
    | "passwordReset"
    | "factorAdded"
    | "factorRemoved"
    | "factorRefused"
    | "recoveryCodeUsed"
    | "passkeyCounterWentBack"
    | "accountUnlocked"
    | "sprayingSuspected";
  readonly userId?: number;
  readonly tenantId?: number;
  readonly sessionId?: string;
  readonly accountKey?: string;
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/** Appends a line to the security log; lines can be read, never changed. */
export async function recordSecurityEvent({ db, now, request }: SecurityFacts, event: SecurityEvent): Promise<void> {
  await db
    .insertInto("securityEvents")
    .values({
      at: now.toISOString(),
      kind: event.kind,
      tenantId: event.tenantId ?? null,
      userId: event.userId ?? null,
      sessionId: event.sessionId ?? null,
      accountKey: event.accountKey ?? null,
      ip: request.ip,
      userAgent: request.userAgent.slice(0, 512),
      requestId: request.id,
      detail: JSON.stringify(event.detail ?? {}),
    })
    .execute();
}
