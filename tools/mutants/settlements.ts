import type { Mutant } from "./mutant.ts";

const module = "apps/server/src/modules/funds/settlements";
const steps = `${module}/settlement-step.service.ts`;
const life = [`${module}/settlements.test.ts`];
const laws = [`${module}/settlements.laws.test.ts`];

/** What a settlement moves, when, and who says so. */
export const settlements: readonly Mutant[] = [
  {
    control: "a batch on hold is not settled",
    file: steps,
    find: `  if (batch.holdReason !== null) throw refuse("settlements.onHold", { batchNo });\n`,
    replace: "",
    tests: life,
    named: "nor while it is on hold",
  },
  {
    control: "a batch on hold is not carried, however little is in it",
    file: `${module}/settlement-close.service.ts`,
    find: "    if (batch.holdReason === null || !isCarried) return reckoned;",
    replace: "    if (batch.holdReason === null || isCarried) return reckoned;",
    tests: life,
    named: "on hold is neither carried",
  },
  {
    control: "a batch on hold is not made void",
    file: steps,
    find: `  assertStep(ctx, batch, "void");
  if (batch.holdReason !== null) throw refuse("settlements.onHold", { batchNo: batch.batchNo });
`,
    replace: `  assertStep(ctx, batch, "void");\n`,
    tests: life,
    named: "on hold is neither carried",
  },
  {
    control: "a batch on hold keeps nothing back that comes after it",
    file: `${module}/settlements.worker.ts`,
    find: `if (batch && code === "settlements.onHold") {`,
    replace: "if (false) {",
    tests: life,
    named: "keeps nothing back",
  },
  {
    control: "a batch below the minimum is closed by hand with a reason alone",
    file: `${module}/settlement-close.service.ts`,
    find: `if (sums.lineCount > 0 && isBelow && small === "refuse") {`,
    replace: "if (false) {",
    tests: life,
    named: "closed by hand with a reason",
  },
  {
    control: "what moved beside a void batch stands on the bill of the next one",
    file: `${module}/settlement-close.service.ts`,
    find: "for (const before of uncovered) await updateBatch(ctx, before, { coveredBy: batchId });",
    replace: "void uncovered;",
    tests: life,
    named: "leaves what moved beside it",
  },
  {
    control: "the cap of a reserve counts what closed batches will hold",
    file: `${module}/settlement-close.service.ts`,
    find: "const held = add(await heldReserve(ctx, { merchantId, book, currency }), await reservedUnderWay(ctx, batch));",
    replace: "const held = await heldReserve(ctx, { merchantId, book, currency });",
    tests: life,
    named: "is reached once",
  },
  {
    control: "a batch is settled on its day and not before",
    file: steps,
    find: `  if (date > today) throw refuse("settlements.notDue", { batchNo, date });\n`,
    replace: "",
    tests: life,
    named: "on its day and not before",
  },
  {
    control: "a batch that was altered elsewhere goes no further",
    file: steps,
    find: `  if (!(await ctx.seals.isGenuine(ctx.db, "settlementBatches", batch)))`,
    replace: "  if (false)",
    tests: laws,
    named: "keeps an altered batch",
  },
  {
    control: "a batch is settled for the lines that were closed",
    file: steps,
    find: "  if (!isSame || (await checksumOf(ctx.db, merchantId, lines)) !== batch.checksum)",
    replace: "  if (false)",
    tests: laws,
    named: "whose lines were altered",
  },
  {
    control: "one of many who settle a batch does",
    file: steps,
    find: `  assertStep(ctx, batch, "settle");\n`,
    replace: "",
    tests: [`${module}/settlements.races.test.ts`],
    named: "book it once",
  },
  {
    control: "what a batch withholds is held as a deposit",
    file: steps,
    find: `    await holdReserve(ctx, { ...hold, journalId: posted.journalId });`,
    replace: "    void hold;",
    tests: life,
    named: "40.05 held back",
  },
  {
    control: "a verification names the batch whose checksum was altered",
    file: "apps/server/src/modules/funds/ledger/ledger.batch.policy.ts",
    find: "      checksum: [grounds.checksum, batch.checksum],\n",
    replace: "",
    tests: laws,
    named: "its checksum",
  },
  {
    control: "a merchant's word about its bill is the merchant's",
    file: "apps/server/src/modules/funds/billing/bill.service.ts",
    find: `  if (!isOfMerchant(actor)) throw refuse("merchantBilling.merchantsAlone");\n`,
    replace: "",
    tests: laws,
    named: "is its merchant's to confirm",
  },
];
