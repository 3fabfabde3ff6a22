import type { Mutant } from "./mutant.ts";

const accounts = "apps/server/src/modules/funds/payout-account";
const cashouts = "apps/server/src/modules/funds/cashout";
const payouts = "apps/server/src/modules/funds/payout";

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
    find: "for (const by of [row.lastChangeUserId, row.doubtUserId])",
    replace: "for (const by of [row.doubtUserId])",
    tests: [`${accounts}/payout-account.test.ts`],
    named: "is verified by somebody else",
  },
  {
    control: "an account that money came back from is verified by somebody else than who said so",
    file: `${accounts}/payout-account.service.ts`,
    find: "for (const by of [row.lastChangeUserId, row.doubtUserId])",
    replace: "for (const by of [row.lastChangeUserId])",
    tests: [`${accounts}/payout-account.test.ts`],
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
    control: "nobody approves the withdrawal that they asked for",
    file: `${cashouts}/cashout.decision.service.ts`,
    find: 'await assertOtherPerson(ctx, { by: applyUserId, permissions: asking }, refuse("cashout.ownRequest"));',
    replace: "",
    tests: [`${cashouts}/cashout.test.ts`],
  },
  {
    control: "an approval looks at the position again",
    file: `${cashouts}/cashout.decision.service.ts`,
    find: 'const returnCause = (await isCovered(ctx, held)) ? rate.cause : "position_short";',
    replace: "const returnCause = rate.cause;",
    tests: [`${cashouts}/cashout.test.ts`],
  },
  {
    control: "a withdrawal that was altered is not approved",
    file: `${cashouts}/cashout.step.service.ts`,
    find: 'if (!(await ctx.seals.isGenuine(ctx.db, "cashouts", row))) throw refuse("cashout.altered");',
    replace: "",
    tests: [`${cashouts}/cashout.test.ts`],
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
