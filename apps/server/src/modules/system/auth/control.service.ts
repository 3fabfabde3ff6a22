import { randomSecret } from "../../../platform/crypto/random.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { findPersonByAccount, recordSecurityEvent } from "../session/index.ts";
import { forgetTries } from "./attempts.store.ts";
import { savePassword } from "./credentials.store.ts";
import { removeFactors } from "./factors.store.ts";
import { accountKeyOf } from "./sign-in.service.ts";
import { type SignInServices, signInServicesOf, withHashing } from "./sign-in-services.service.ts";
import { dropTickets, issueTicket } from "./tickets.store.ts";

/** Token of an invitation link, with which a password is chosen. */
interface Invitation {
  readonly invitation: string;
  readonly expireTime: string;
}

/** What account management needs of sign-in. */
export interface SignInControl {
  /**
   * Invites a user by link, valid for three days and one choice of a password; previous credentials stop working.
   * Answers the token of the link, to be shown once.
   */
  invite(ctx: Context, userId: number): Promise<Invitation>;
  /** Ends every session of a user. */
  endSessionsOf(ctx: Context, userId: number, reason: "disabled" | "changed"): Promise<void>;
  /** Resets failed tries, which ends a lock-out. */
  forgiveFailures(ctx: Context, account: string): Promise<void>;
  /** Removes every second factor of a user who lost them. */
  removeFactorsOf(ctx: Context, userId: number): Promise<void>;
}

const dayMs = 86_400_000;
const invitationDays = 3;

/** Replaces the password with a random one that has expired. */
async function reset(services: SignInServices, ctx: Context, userId: number): Promise<void> {
  const stored = await withHashing(services.keys.passwords.hash(randomSecret()));
  await savePassword(ctx.db, { userId, stored, mustChange: true, expiresAt: ctx.now, now: ctx.now });
  await dropTickets(ctx.db, userId);
  await recordSecurityEvent(ctx, {
    kind: "passwordReset",
    userId,
    ...(ctx.actor.sessionId ? { sessionId: ctx.actor.sessionId } : {}),
  });
  await services.sessions.endAllOf(ctx, userId, "changed");
}

/** Sign-in functions for other modules. */
export function signInControl(platform: Platform): SignInControl {
  const services = signInServicesOf(platform);
  return {
    invite: async (ctx, userId) => {
      const expiresAt = new Date(ctx.now.getTime() + invitationDays * dayMs);
      await reset(services, ctx, userId);
      const step = { step: "passwordChange", userId, method: "password", secondFactor: false } as const;
      const { ticket } = await issueTicket(ctx.db, step, ctx.now, expiresAt);
      return { invitation: ticket, expireTime: expiresAt.toISOString() };
    },
    endSessionsOf: async (ctx, userId, reason) => {
      await dropTickets(ctx.db, userId);
      await services.sessions.endAllOf(ctx, userId, reason);
    },
    forgiveFailures: async (ctx, account) => {
      const accountKey = accountKeyOf(services, account);
      await forgetTries(ctx.db, ["account"], accountKey);
      const person = await findPersonByAccount(ctx.db, [account.toLowerCase()]);
      if (person) await forgetTries(ctx.db, ["factor"], String(person.id));
      await recordSecurityEvent(ctx, { kind: "accountUnlocked", accountKey, sessionId: ctx.actor.sessionId });
    },
    removeFactorsOf: async (ctx, userId) => {
      await removeFactors(ctx.db, userId);
      await recordSecurityEvent(ctx, {
        kind: "factorRemoved",
        userId,
        sessionId: ctx.actor.sessionId,
        detail: { factor: "all" },
      });
      await services.sessions.endAllOf(ctx, userId, "changed");
    },
  };
}
