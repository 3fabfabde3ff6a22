import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Context } from "../../../platform/http/context.ts";
import { marksOf } from "./approver.store.ts";
import { isSamePerson } from "./change-request.policy.ts";

/**
 * Refuses the caller as the second person where whoever asked is the same one: with `own` where it is the very account,
 * and with `platform.samePerson` where another account is the same person's, by e-mail, phone or employee number.
 */
export async function assertOtherPerson(
  { db, actor }: Pick<Context, "db" | "actor">,
  askedBy: number | null,
  own?: Refusal,
): Promise<void> {
  if (own && askedBy === actor.userId) throw own;
  const marks = askedBy === null ? [] : await marksOf(db, [actor.userId, askedBy]);
  const [one, other] = marks;
  if (one && other && isSamePerson(one, other)) throw refuse("platform.samePerson");
}
