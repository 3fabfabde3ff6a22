import { DepositStatus } from "@countinghouse/contract/funds/mer-deposit/deposit-enumerations.ts";
import { type MerDepositDetail, merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import "./mer-deposit.css";
import { depositScreenMessages } from "./mer-deposit.messages.ts";
import { Moves } from "./mer-deposit.moves.part.tsx";
import { UseTable } from "./mer-deposit.use.part.tsx";
import { Sum } from "./mer-deposit.words.part.tsx";

type DepositFacts = "moves" | "abilities" | "availableAmount" | "journalIds" | "bankAccount" | "reason";
/** A row of the list, and with more to say once it was read by itself. */
export type DepositRow = Omit<MerDepositDetail, DepositFacts> & Partial<Pick<MerDepositDetail, DepositFacts>>;
type Row = { readonly row: DepositRow };

/** What a hold is known by: the money that is left, and where it stands. */
export const DepositHeading = ({ row }: Row) => (
  <span className="deposit-title">
    <MoneyCell amount={fromWire(row.remainAmount, row.currency)} isPlain />
    <ChipOf enumeration={DepositStatus} value={row.status} />
  </span>
);

const facts = [
  "merchantName",
  "type",
  "source",
  "settlementBatchNo",
  "ratio",
  "holdDate",
  "holdDays",
  "releaseDate",
  "freezeReason",
] as const;
/** Said of every hold; the others only of those that they are true of. */
const lasting: readonly string[] = ["merchantName", "type", "source", "holdDate", "releaseDate"];

/** A hold beside the list: the loss that it may cover, what became of it, and its story. */
export function DepositPanel({ row }: Row) {
  const words = useWords(depositScreenMessages);
  const told = facts.filter((name) => lasting.includes(name) || (row[name] ?? "") !== "");
  return (
    <>
      <Loss row={row} />
      <RecordFacts resource={merDeposit} of={row} fields={told} />
      <Ladder row={row} />
      {row.moves && (
        <section>
          <h3 className="ch-section-title">{words.moves}</h3>
          <Moves of={row.moves} />
        </section>
      )}
    </>
  );
}

/** What was held, what left it and what is left. */
function Ladder({ row }: Row) {
  const { fields } = useWords(merDeposit);
  const steps = [
    ["amount", row.amount],
    ["releasedAmount", `-${row.releasedAmount}`],
    ["usedAmount", `-${row.usedAmount}`],
    ["remainAmount", row.remainAmount],
  ] as const;
  return (
    <dl className="deposit-ladder">
      {steps
        .filter(([, value]) => value !== "-0")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{fields[name]}</dt>
            <dd>
              <Sum value={value} currency={row.currency} isNamed={name === "remainAmount"} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** Said where the balance of its merchant is below nothing: how far, and which holds would cover it. */
function Loss({ row }: Row) {
  const words = useWords(depositScreenMessages);
  const language = useLocale();
  const may = useMay();
  const available = row.availableAmount;
  if (!available?.startsWith("-")) return null;
  const amount = formatMoney(fromWire(available, row.currency), { language });
  return (
    <section className="deposit-loss-note ch-tone-danger">
      <p>{fill(words.below, { amount })}</p>
      {row.abilities?.use && may("merDeposit:usePreview") ? <UseTable id={row.id} amount={undefined} /> : null}
    </section>
  );
}
