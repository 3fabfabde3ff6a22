import { cashoutMessages } from "@countinghouse/contract/funds/cashout/cashout.messages.ts";
import { type Cashout, cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { decided, remarking, saying, transferForms } from "../../../platform/funds/outbound-forms.ts";
import { useWords, wordsNow } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { CashoutEntry } from "./cashout.entry.part.tsx";
import { cashoutScreenMessages } from "./cashout.messages.ts";
import { Position } from "./cashout.review.part.tsx";

/** Asks what becomes of the money. */
const asking = (action: "cancel" | "submit" | "execute") =>
  saying<Cashout>(
    (row) => `${wordsNow(cashoutMessages).actions[action]} · ${row.cashoutNo}`,
    () => wordsNow(cashoutScreenMessages).questions[action],
  );

/** The position as it is at the very moment in which somebody decides. */
function PositionComparison({ row }: { readonly row: Cashout }) {
  const words = useWords(cashoutScreenMessages);
  const { data } = useAnswer(cashout, "detail", { id: row.id });
  return (
    <div className="cashout-now">
      {data?.review ? <Position of={data} review={data.review} /> : null}
      <p className="funds-quiet">{words.lockNote}</p>
    </div>
  );
}

export const forms = formsOf(cashout, cashoutMessages, {
  add: CashoutEntry as never,
  ...transferForms,
  approve: { ...remarking, note: PositionComparison },
  cancel: asking("cancel"),
  submit: asking("submit"),
  execute: asking("execute"),
  markReturned: {
    ...remarking,
    start: (row) => ({ ...decided(row), amount: row?.targetAmount, targetCurrency: row?.targetCurrency }),
    fields: ["amount", { field: "remark", isWide: true }],
  },
});
