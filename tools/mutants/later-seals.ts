import type { Mutant } from "./mutant.ts";

const ledger = "apps/server/src/modules/funds/ledger";
const tamper = `${ledger}/ledger.tamper.test.ts`;

/** Columns that came under a seal later, and what a gateway says otherwise. */
export const laterSeals: readonly Mutant[] = [
  {
    control: "the seal of an attempt covers how its payer may be charged again, and whether its card may",
    file: "apps/server/src/platform/seals/sealed-columns.ts",
    find: `    "declineCode",\n    "merchantAdviceCode",\n    "schemeTransactionId",\n    "tokenReference",\n`,
    replace: "",
    tests: [tamper],
    named: "an attempt's (decline_code|merchant_advice_code|scheme_transaction_id|token_reference)",
  },
  {
    control: "the seal of an order covers how long it may be paid",
    file: "apps/server/src/platform/seals/sealed-columns.ts",
    find: `    "expireTime",\n`,
    replace: "",
    tests: [tamper],
    named: "how long an order may be paid",
  },
  {
    control: "a seal that covers fewer columns than the latest is named once all were made anew",
    file: `${ledger}/ledger.row-seal.service.ts`,
    find: "isExtended && extendedTables.some(",
    replace: "!adoption && isExtended && extendedTables.some(",
    tests: [`${ledger}/ledger.row-seal.test.ts`],
    named: "an older seal is named after it",
  },
  {
    control: "a gateway's word replaces what it said before only where it was asked",
    file: "apps/server/src/modules/payments/order-outcome/order-money.policy.ts",
    find: "if (!isAsked || isBooked ||",
    replace: "if (isBooked ||",
    tests: ["apps/server/src/modules/payments/order-outcome/order-dues.test.ts"],
    named: "is one due in the currency told first",
  },
  {
    control: "unapplied money is returned in the currency of its payment only",
    file: "apps/server/src/modules/payments/refund-processing/refund-call.service.ts",
    find: "if (there && there.currency !== call.amount.currency)",
    replace: "if (there && there.currency === call.amount.currency && !call.refundNo)",
    tests: ["apps/server/src/modules/payments/refund-processing/refund-due.test.ts"],
    named: "was told in another currency than its payment has",
  },
];
