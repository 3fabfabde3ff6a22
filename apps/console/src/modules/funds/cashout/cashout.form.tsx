import { cashoutMessages } from "@countinghouse/contract/funds/cashout/cashout.messages.ts";
import { type Cashout, cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { currentLocale } from "../../../platform/i18n/language.ts";
import { useWords, wordsNow } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { CashoutEntry } from "./cashout.entry.part.tsx";
import { cashoutScreenMessages } from "./cashout.messages.ts";
import { Position } from "./cashout.review.part.tsx";

const amountOf = ({ amount, currency }: Cashout): string =>
  formatMoney(fromWire(amount, currency), { language: currentLocale() });

/** A question that says what becomes of the money. */
const saying = (action: "cancel" | "submit" | "execute") => ({
  ask: ({ row }: { readonly row: Cashout }) => ({
    title: `${wordsNow(cashoutMessages).actions[action]} · ${row.cashoutNo}`,
    text: fill(wordsNow(cashoutScreenMessages).questions[action], { amount: amountOf(row) }),
  }),
});

const decided = (row: Cashout | undefined) => ({ id: row?.id, version: row?.version });

/** The position as it is at the very moment in which somebody decides. */
function PositionNow({ row }: { readonly row: Cashout }) {
  const words = useWords(cashoutScreenMessages);
  const { data } = useAnswer(cashout, "detail", { id: row.id });
  return (
    <div className="cashout-now">
      {data?.review ? <Position of={data} review={data.review} /> : null}
      <p className="cashout-quiet">{words.lockNote}</p>
    </div>
  );
}

const marking = { isDeed: true, start: decided } as const;

export const forms = formsOf(cashout, cashoutMessages, {
  add: CashoutEntry as never,
  approve: { ...marking, fields: [{ field: "remark", isWide: true }], note: PositionNow },
  reject: { ...marking, fields: [{ field: "reason", isWide: true }] },
  cancel: saying("cancel"),
  submit: saying("submit"),
  execute: saying("execute"),
  markPaid: { ...marking, fields: ["bankReference"] },
  markFailed: { ...marking, fields: ["failureCode", { field: "remark", isWide: true }] },
  markReturned: {
    isDeed: true,
    start: (row) => ({ ...decided(row), amount: row?.targetAmount, targetCurrency: row?.targetCurrency }),
    fields: ["amount", { field: "remark", isWide: true }],
  },
  resolveDifference: {
    ...marking,
    fields: [
      { field: "cause", isWide: true },
      { field: "note", isWide: true },
    ],
  },
});
