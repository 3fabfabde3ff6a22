import type { Mutant } from "./mutant.ts";

const service = "apps/server/src/modules/funds/mer-deposit/mer-deposit.service.ts";
const holds = "apps/server/src/modules/funds/mer-deposit/mer-deposit.test.ts";
const balances = "apps/server/src/modules/funds/mer-deposit/negative-balance.test.ts";

/** Money that is held against losses. */
export const deposits: readonly Mutant[] = [
  {
    control: "a hold that somebody altered moves nothing",
    file: service,
    find: 'if (!(await ctx.seals.isGenuine(ctx.db, "merDeposits", row))) throw',
    replace: "if (false) throw",
    tests: [holds],
    named: "that somebody altered",
  },
  {
    control: "early release of live money takes two people",
    file: "packages/contract/src/funds/mer-deposit/mer-deposit.ts",
    find: 'secondPerson: whereChanged("merDeposits", ["releasedAmount"], ofRealMoney),',
    replace: "",
    tests: [holds],
    named: "takes a second person",
  },
  {
    control: "no more is released than is left of a hold",
    file: service,
    find: "if (asked > left) throw",
    replace: "if (false) throw",
    tests: [holds],
    named: "no more than there is",
  },
  {
    control: "no more of the reserve is used than the loss",
    file: "apps/server/src/modules/funds/mer-deposit/deposit-use.service.ts",
    find: "if (amount !== undefined && amount > loss) throw",
    replace: "if (false) throw",
    tests: [holds],
    named: "covers a loss",
  },
  {
    control: "the reserve of a merchant is what its holds come to",
    file: "apps/server/src/modules/funds/ledger/ledger.backing.store.ts",
    find: "currency AS account, remain_amount AS amount FROM mer_deposits",
    replace: "currency AS account, amount FROM mer_deposits",
    tests: [holds],
    named: "goes back by itself",
  },
  {
    control: "a fixed deposit takes no more from the balance than was agreed",
    file: service,
    find: "if (!isPaidIn) await assertWithinTarget(ctx, place, amount);",
    replace: "",
    tests: [balances],
    named: "that was agreed",
  },
  {
    control: "a balance is written off after half a year and not before",
    file: "apps/server/src/modules/funds/mer-deposit/negative-balance.service.ts",
    find: "if (ctx.now < from) throw",
    replace: "if (false) throw",
    tests: [balances],
    named: "may be written off",
  },
];
