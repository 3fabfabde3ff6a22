import { merchantBillingMessages } from "@countinghouse/contract/funds/billing/merchant-billing.messages.ts";
import { type MerchantBill, merchantBilling } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { currentLocale } from "../../../platform/i18n/language.ts";
import { wordsNow } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { billScreenMessages } from "./billing.messages.ts";

export const forms = formsOf(merchantBilling, merchantBillingMessages, {
  confirm: {
    ask: ({ row }: { readonly row: MerchantBill }) => ({
      title: `${wordsNow(merchantBillingMessages).actions.confirm} · ${row.batch}`,
      text: fill(wordsNow(billScreenMessages).confirmText, {
        amount: formatMoney(fromWire(row.settlementAmount, row.currency), { language: currentLocale() }),
      }),
    }),
  },
  query: {
    isDeed: true,
    fields: [{ field: "text", isWide: true }],
    start: (row) => ({ id: row?.id, version: row?.version }),
  },
});
