import { settlementsMessages } from "@countinghouse/contract/funds/settlements/settlements.messages.ts";
import { type Settlement, settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { currentLocale } from "../../../platform/i18n/language.ts";
import { wordsNow } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { settlementScreenMessages } from "./settlements.messages.ts";
import { arriving } from "./settlements.status.part.tsx";

type Sentence = "confirmText" | "settleText";

/** A question that says what becomes of the money: settling moves what no reserve holds back. */
const saying = (sentence: Sentence, minorOf: (row: Settlement) => string) => ({
  ask: ({ row }: { readonly row: Settlement }) => ({
    title: `${wordsNow(settlementsMessages).actions[sentence.replace("Text", "") as "confirm"]} · ${row.batchNo}`,
    text: fill(wordsNow(settlementScreenMessages)[sentence], {
      merchant: row.merchantName ?? row.merchantId,
      amount: formatMoney(fromWire(minorOf(row), row.currency), { language: currentLocale() }),
      date: row.date,
    }),
  }),
});

const reasoned = {
  isDeed: true,
  fields: [{ field: "reason", isWide: true }] as const,
  start: (row: Settlement | undefined) => ({ id: row?.id, version: row?.version }),
};

const CloseNote = ({ row }: { readonly row: Settlement }) => {
  const words = wordsNow(settlementScreenMessages);
  return (
    <>
      <p>{fill(words.closeText, { merchant: row.merchantName ?? row.merchantId })}</p>
      <p>{words.closeSmall}</p>
    </>
  );
};
const VoidNote = () => <p>{wordsNow(settlementScreenMessages).voidText}</p>;

export const forms = formsOf(settlements, settlementsMessages, {
  close: {
    isDeed: true,
    fields: [{ field: "reason", isWide: true }],
    start: (row) => ({ batchId: row?.id, merchantId: row?.merchantId, currency: row?.currency, mode: row?.mode }),
    note: CloseNote,
  },
  confirm: saying("confirmText", ({ amount }) => amount),
  settle: saying("settleText", arriving),
  hold: reasoned,
  releaseHold: reasoned,
  void: { ...reasoned, note: VoidNote },
});
