import type { Mutant } from "./mutant.ts";

const accounts = "apps/server/src/modules/funds/payout-account";
const cashouts = "apps/server/src/modules/funds/cashout";
const payouts = "apps/server/src/modules/funds/payout";
const openWithdrawals = "apps/server/src/modules/integration/open-api/open-withdrawals.test.ts";

/** Money that leaves: to whom, by whose leave, and how often. */
export const moneyOut: readonly Mutant[] = [
  {
    control: "an account rests for a day after a change",
    file: `${accounts}/payout-account.policy.ts`,
    find: 'return now < restsUntil(account.lastChangeTime) ? "accountResting" : undefined;',
    replace: "return undefined;",
    tests: [`${accounts}/payout-account.policy.test.ts`],
    named: "a day after its last change",
  },
  {
    control: "an account is verified by somebody else than who changed it",
    file: `${accounts}/payout-account.service.ts`,
    find: 'await assertSomebodyElse(ctx, row.lastChangeUserId, refuse("payoutAccount.ownChange"));',
    replace: "",
    tests: [`${accounts}/payout-account.test.ts`],
    named: "is verified by somebody else",
  },
  {
    control: "an account that was altered is verified by nobody",
    file: `${accounts}/payout-account.service.ts`,
    find: 'if (!(await ctx.seals.isGenuine(ctx.db, "payoutAccounts", row))) throw refuse("payoutAccount.altered");',
    replace: "",
    tests: [`${accounts}/payout-account.test.ts`],
    named: "altered in the table",
  },
  {
    control: "nobody approves a withdrawal by a key whose secret they made",
    file: `${cashouts}/cashout.decision.service.ts`,
    find: 'for (const maker of keyMakerIds ?? []) await assertSomebodyElse(ctx, maker, refuse("cashout.ownKey"));',
    replace: "",
    tests: [openWithdrawals],
    named: "who made the secret of the key",
  },
  {
    control: "nothing is approved that a key asked for which may do so no more",
    file: `${cashouts}/cashout.decision.service.ts`,
    find: 'if (appKey !== null && !(await keyMay(ctx, appKey, "payouts:write"))) throw refuse("platform.askerGone");',
    replace: "",
    tests: [openWithdrawals],
    named: "once the key may do so no more",
  },
  {
    control: "a key pays out only where its scopes name that",
    file: "apps/server/src/modules/merchants/coin-app/coin-app.policy.ts",
    find: "scopes.length === 0 ? !namedScopes.includes(scope) : scopes.includes(scope)",
    replace: "scopes.length === 0 || scopes.includes(scope)",
    tests: [openWithdrawals],
    named: "takes a key that names paying out",
  },
  {
    control: "a payout is not sent where there is less than it takes",
    file: `${payouts}/payout.call.service.ts`,
    find: "if (isToSend(standing) && (await waitsForBalance(node, caller, standing, askBalance(node, standing)))) return;",
    replace: "",
    tests: [`${payouts}/payout-balance.test.ts`],
    named: "is not sent while the account",
  },
  {
    control: "nobody approves the withdrawal that they asked for",
    file: `${cashouts}/cashout.decision.service.ts`,
    find: 'await assertOtherPerson(ctx, { by: applyUserId, permissions: asking }, refuse("cashout.ownRequest"));',
    replace: "",
    tests: [`${cashouts}/cashout.test.ts`],
    named: "is never the applicant's",
  },
  {
    control: "an approval looks at the position again",
    file: `${cashouts}/cashout.decision.service.ts`,
    find: 'const returnCause = (await isCovered(ctx, held)) ? rate.cause : "position_short";',
    replace: "const returnCause = rate.cause;",
    tests: [`${cashouts}/cashout.test.ts`],
    named: "looks at the position again",
  },
  {
    control: "a withdrawal that was altered is not approved",
    file: `${cashouts}/cashout.step.service.ts`,
    find: 'if (!(await ctx.seals.isGenuine(ctx.db, "cashouts", row))) throw refuse("cashout.altered");',
    replace: "",
    tests: [`${cashouts}/cashout.test.ts`],
    named: "somebody altered is refused",
  },
  {
    control: "a transfer that may have arrived is not sent again",
    file: `${payouts}/payout.policy.ts`,
    find: 'case "not_found":\n      return { do: "ask" };',
    replace: 'case "not_found":\n      return { do: "resend" };',
    tests: [`${payouts}/payout.policy.test.ts`],
    named: "not to be found",
  },
];
