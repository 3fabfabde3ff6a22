import { merDepositMessages } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.messages.ts";
import { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { useWords, wordsNow } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./mer-deposit.css";
import type { DepositRow } from "./mer-deposit.detail.tsx";
import { depositScreenMessages } from "./mer-deposit.messages.ts";
import { BeforeAfter, UseTable } from "./mer-deposit.use.part.tsx";

interface NoteProps {
  readonly row: unknown;
  readonly values: Readonly<Record<string, unknown>>;
}

const entered = ({ amount }: NoteProps["values"]): string | undefined =>
  typeof amount === "string" && /^[1-9]\d*$/.test(amount) ? amount : undefined;

/** What both balances are after a release, and who has to agree. */
function ReleaseNote({ row, values }: NoteProps) {
  const words = useWords(depositScreenMessages);
  const { fields } = useWords(merDeposit);
  const { id, mode } = row as DepositRow;
  const answer = useAnswer(merDeposit, "detail", { id });
  return (
    <Answered answer={answer}>
      {({ availableAmount, remainAmount, currency }) => {
        const taken = BigInt(entered(values) ?? remainAmount);
        const after = (before: string, moved: bigint) => String(BigInt(before) + moved);
        return (
          <div className="deposit-note">
            <dl className="deposit-ladder">
              <BeforeAfter
                label={fields.remainAmount}
                before={remainAmount}
                after={after(remainAmount, -taken)}
                currency={currency}
              />
              <BeforeAfter
                label={fields.availableAfter}
                before={availableAmount}
                after={after(availableAmount, taken)}
                currency={currency}
              />
            </dl>
            {mode === "live" && <p className="deposit-quiet">{words.secondPerson}</p>}
          </div>
        );
      }}
    </Answered>
  );
}

const UseNote = ({ row, values }: NoteProps) => (
  <div className="deposit-note">
    <UseTable id={(row as DepositRow).id} amount={entered(values)} />
  </div>
);

/** Names the very hold that was seen. */
const named = (row: DepositRow | undefined) => ({ id: row?.id, version: row?.version, currency: row?.currency });

/** How much of it: what is held is another figure. */
const amountField = (hint: "allUnlessTold" | "wholeLoss") => {
  const words = wordsNow(depositScreenMessages);
  return { field: "amount" as const, isWide: true, label: words.amount, hint: words[hint] };
};

const reasoned = (hint: "freezeHint" | "unfreezeHint") => ({
  isDeed: true,
  fields: () => [{ field: "reason" as const, isWide: true, hint: wordsNow(depositScreenMessages)[hint] }],
  start: named as never,
});

export const forms = formsOf(merDeposit, merDepositMessages, {
  add: {
    isDeed: true,
    fields: ({ values }) => [
      "merchantId",
      "source",
      "currency",
      "amount",
      ...(values.source === "merchant_topup" ? (["bankAccount"] as const) : []),
      { field: "releaseDate", hint: wordsNow(depositScreenMessages).releaseDateHint },
      { field: "reason", isWide: true },
    ],
    start: (_row, { mode }) => ({ mode, source: "balance_transfer" }),
  },
  release: {
    isDeed: true,
    fields: () => [amountField("allUnlessTold"), { field: "reason", isWide: true }],
    start: named as never,
    note: ReleaseNote,
  },
  use: {
    isDeed: true,
    fields: () => [amountField("wholeLoss"), { field: "reason", isWide: true }],
    start: named as never,
    note: UseNote,
  },
  extend: {
    isDeed: true,
    fields: () => [
      { field: "releaseDate", isWide: true, hint: wordsNow(depositScreenMessages).extendHint },
      { field: "reason", isWide: true },
    ],
    start: named as never,
  },
  freeze: reasoned("freezeHint"),
  unfreeze: reasoned("unfreezeHint"),
});
