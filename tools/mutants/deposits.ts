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
    control: "real money that was paid in takes two people",
    file: "packages/contract/src/funds/mer-deposit/mer-deposit.ts",
    find: 'secondPerson: whereChanged("merDeposits", ["bankAccount"], ofRealMoney),',
    replace: "",
    tests: [balances],
    named: "waits for a second person",
  },
  {
    control: "money is paid into a verified account of ours",
    file: service,
    find: 'if (!(await isOurAccount(ctx, { id, tenantId, mode, currency }))) throw refuse("merDeposit.bankAccountUnfit");',
    replace: "",
    tests: [balances],
    named: "a bank account of ours",
  },
  {
    control: "a write-off goes by the books and not by the note",
    file: "apps/server/src/modules/funds/mer-deposit/negative-balance.service.ts",
    find: "const since = await negativeSince(ctx, { merchantId, book, currency });",
    replace: "const { since } = row;",
    tests: [balances],
    named: "may be written off",
  },
  {
    control: "whatever the owner of the database alters of a withdrawal is named",
    file: "apps/server/src/platform/seals/row-seal.ts",
    find: ".filter((one) => one >= scheme)",
    replace: ".filter(() => true)",
    tests: ["apps/server/src/modules/funds/ledger/ledger.columns.test.ts"],
    named: "alters in cashouts",
  },
  {
    control: "whatever the owner of the database alters of the moves of a hold is named",
    file: "apps/server/src/modules/funds/ledger/ledger.verify.service.ts",
    find: "    () => moveFindings(db, of),\n",
    replace: "",
    tests: ["apps/server/src/modules/funds/ledger/ledger.columns.test.ts"],
    named: "alters in mer_deposit_moves",
  },
  {
    control: "a row of a file that was altered asks for no refund",
    file: "apps/server/src/modules/payments/refund-import/refund-run.service.ts",
    find: 'if (!(await isAsWritten(ctx, row))) throw refuse("orderRefund.altered");',
    replace: "",
    tests: ["apps/server/src/modules/payments/refund-import/refund-import.test.ts"],
    named: "that somebody altered once it was looked at",
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
