import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { resolveAccess } from "../role/index.ts";
import { identifiersOf } from "./approver.store.ts";
import { holdsOf } from "./change-rule.service.ts";

/** Who asked for what a second person decides. */
export interface ApprovalRequester {
  /** The account that asked; null where no person did. */
  readonly by: number | null;
  /** The permissions of which any one lets people ask for it; none where what they did stands once it is done. */
  readonly permissions: readonly string[];
}

/** Refuses what somebody asked for who is not there any more, or no longer holds the right to ask for it. */
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
 * Refuses the caller as somebody other than an account's owner: with `own` where it is the very account, with
 * `platform.samePerson` where another account is the same person's, by e-mail, phone or employee number, and with
 * `platform.entangled` where one of the two changed the account or the rights of the other today, or made an access key
 * that acts for the other.
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

/** Refuses the caller as the second person to what was asked for, and what its asker may not ask for any more. */
export async function assertOtherPerson(
  ctx: Pick<Context, "db" | "now" | "actor">,
  asked: ApprovalRequester,
  own: Refusal,
): Promise<void> {
  await assertSomebodyElse(ctx, asked.by, own);
  await assertAskerMay(ctx, asked);
}
