import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";

/** The refusal of an account type above the actor's own, or undefined. */
export function refusalOfRank(
  actor: { readonly accountType: number },
  accountType: number,
  locale: Locale,
): Refusal | undefined {
  if (accountType <= actor.accountType) return undefined;
  const word = AccountType.memberOf(accountType)?.text[locale] ?? String(accountType);
  return refuse("sysUser.rankNotYours", { accountType: word });
}

/** Refuses duplicate organisations, including the main one. */
export function assertOrgsDiffer(orgId: number, memberships: readonly { readonly orgId: number }[]): void {
  const all = [orgId, ...memberships.map((membership) => membership.orgId)];
  if (new Set(all).size < all.length) throw refuse("sysUser.orgTwice");
}

/** Whether two lists have the same ids, in any order. */
export const sameIds = (one: readonly number[], other: readonly number[]): boolean =>
  new Set(one).size === new Set(other).size && one.every((id) => other.includes(id));
