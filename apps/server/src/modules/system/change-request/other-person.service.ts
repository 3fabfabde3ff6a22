import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Context } from "../../../platform/http/context.ts";
import { marksOf } from "./approver.store.ts";
import { isSamePerson } from "./change-request.policy.ts";

/**
 * Refuses the caller where another account is the same person's, by e-mail, phone or employee number: whoever decides as
 * the second person is not whoever asked, under whichever account. That it is not the very account its caller says.
 */
export async function assertOtherPerson(
  { db, actor }: Pick<Context, "db" | "actor">,
  otherId: number | null,
): Promise<void> {
  const marks = otherId === null ? [] : await marksOf(db, [actor.userId, otherId]);
  const [one, other] = marks;
  if (one && other && isSamePerson(one, other)) throw refuse("platform.samePerson");
}
