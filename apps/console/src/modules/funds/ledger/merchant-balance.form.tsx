import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import { type MerchantBalance, merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

/** Where an operation on a balance takes place. */
const placeOf = (row: MerchantBalance | undefined) => ({
  merchantId: row?.merchantId,
  currency: row?.currency,
  mode: row?.mode,
});

export const forms = formsOf(merchantBalance, merchantBalanceMessages, {
  // A correction by hand, which somebody else has to book.
  adjust: {
    fields: ({ text }) => [
      { field: "amount", hint: text.amountHint, isWide: true },
      "reason",
      { field: "evidence", hint: text.evidenceHint, isWide: true },
    ],
    start: placeOf,
  },
  // Moves an available amount to the frozen bucket.
  freeze: {
    fields: ({ text }) => ["amount", { field: "expireTime", hint: text.expireHint }, "reason"],
    start: placeOf,
  },
  // Gives back what was frozen by hand, whole or in part; opened on the hold, with its merchant.
  unfreeze: {
    fields: ({ text }) => [{ field: "amount", hint: text.releaseHint, isWide: true }, "reason"],
    start: (hold) => ({ merchantId: hold?.merchantId, id: hold?.id }),
  },
});
