import { billingMessages } from "@countinghouse/contract/funds/billing/billing.messages.ts";
import { type Bill, billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { wordsNow } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { billScreenMessages } from "./billing.messages.ts";

/** A question that says what becomes of the bill. */
const saying = (operation: "issue" | "recompute") => ({
  ask: ({ row }: { readonly row: Bill }) => ({
    title: `${wordsNow(billingMessages).actions[operation]} · ${row.batch}`,
    text: wordsNow(billScreenMessages)[`${operation}Text`],
  }),
});

export const forms = formsOf(billing, billingMessages, {
  issue: saying("issue"),
  recompute: saying("recompute"),
  answer: {
    isDeed: true,
    fields: [{ field: "text", isWide: true }],
    start: (row) => ({ id: row?.id, version: row?.version }),
  },
});
