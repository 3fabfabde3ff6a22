import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { resolveAccess } from "../role/index.ts";
import { identifiersOf } from "./approver.store.ts";
import { holdsOf } from "./change-rule.service.ts";

/** The requester of something that a second person decides. */
export interface ApprovalRequester {
  /** The requesting account; null where no person requested it. */
  readonly by: number | null;
  /** Permissions of which any one allows the request; empty where the request stands without them. */
  readonly permissions: readonly string[];
}

/** Refuses a request whose requester is gone or no longer holds the permission to make it. */
export async function assertAskerMay(
  { db }: Pick<Context, "db">,
  { by, permissions }: ApprovalRequester,
): Promise<void> {
  if (by === null || permissions.length === 0) return;
  const [[asker], access] = await Promise.all([identifiersOf(db, [by]), resolveAccess({ db }, by)]);
  const mayAsk = access && (access.holdsAll || permissions.some((one) => access.permissions.has(one)));
  if (asker?.status !== Status.Enable || !mayAsk) throw refuse("platform.askerGone");
}

/**
 * Requires the caller to be a different person from an account's owner: refuses with `own` for the same account, with
 * `platform.samePerson` for another account of the same person by e-mail, phone or employee number, and with
 * `platform.entangled` where one changed the other's account or permissions today, or created an access key that acts
 * for the other.
 */
export async function assertSomebodyElse(
  ctx: Pick<Context, "db" | "now" | "actor">,
  account: number | null,
  own: Refusal,
): Promise<void> {
  if (account === null) return;
  const { userId } = ctx.actor;
  const hold = (await holdsOf(ctx, account, [userId])).get(userId);
  if (hold === "own") throw own;
  if (hold === "same_person") throw refuse("platform.samePerson");
  if (hold) throw refuse("platform.entangled");
}

/** Refuses a caller who cannot be the second person, and a request that its requester may not make any more. */
export async function assertOtherPerson(
  ctx: Pick<Context, "db" | "now" | "actor">,
  asked: ApprovalRequester,
  own: Refusal,
): Promise<void> {
  await assertSomebodyElse(ctx, asked.by, own);
  await assertAskerMay(ctx, asked);
}
