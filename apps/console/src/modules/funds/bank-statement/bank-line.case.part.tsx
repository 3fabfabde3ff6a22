import {
  BankLineStatus,
  BankMatch,
  BankRefType,
  BankResolution,
  BankSuspenseCause,
} from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import { bankLineMessages } from "@countinghouse/contract/funds/bank-statement/bank-line.messages.ts";
import { type BankLine, type BankPlan, bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { unendedLineStates } from "@countinghouse/contract/funds/bank-statement/bank-statement.lifecycle.ts";
import { bankStatement } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { LineEnded, LineResolutionForm, LineSides, Side } from "../../../platform/funds/line-case.tsx";
import type { ChosenLine } from "../../../platform/funds/lines-by-group.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { BankCandidates } from "./bank-line.candidates.part.tsx";
import { BankCombine } from "./bank-line.combine.part.tsx";
import { BankEffects } from "./bank-line.effects.part.tsx";
import { BankParts, pathOfRecord } from "./bank-line.parts.part.tsx";
import { bankScreenMessages } from "./bank-statement.messages.ts";
import "./bank-statement.css";

/** One line beside our record, and what can be done about it. */
export function BankLineCase({ line, together, onEnded }: ChosenLine<BankLine>) {
  const words = useWords(bankScreenMessages);
  const { fields } = useWords(bankLineMessages);
  const locale = useLocale();
  const may = useMay();
  return (
    <section className="ch-card lines-case" aria-label={words.line}>
      <header>
        <h2>
          <MoneyCell amount={fromWire(line.amount, line.currency)} />
        </h2>
        <ChipOf enumeration={BankMatch} value={line.matchStatus} isFlat />
        <ChipOf enumeration={BankLineStatus} value={line.status} isFlat />
      </header>
      <Sides line={line} />
      {line.matchStatus === "combined" && line.status !== "open" && may("bankLine:parts") ? (
        <BankParts line={line} />
      ) : null}
      {line.resolution ? (
        <LineEnded title={fields.resolution} how={BankResolution.memberOf(line.resolution)?.text[locale]} line={line} />
      ) : null}
      {unendedLineStates.includes(line.status) ? (
        <ResolutionForm
          key={together.map(({ id, version }) => `${id}.${version}`).join()}
          line={line}
          together={together}
          onEnded={onEnded}
        />
      ) : null}
    </section>
  );
}

/** A line of the list of all, with the way to its statement. */
export function BankLinePanel({ row }: { readonly row: BankLine }) {
  const { openPage } = useWords(bankScreenMessages);
  return (
    <>
      <p>
        <Link to={`/finance/bank-statement/${row.statementId}`}>{openPage}</Link>
      </p>
      <BankLineCase line={row} together={[row]} onEnded={() => {}} />
    </>
  );
}

type Of = { readonly line: BankLine };

/** Both sides of a line. */
function Sides({ line }: Of) {
  const words = useWords(bankScreenMessages);
  const { fields } = useWords(bankLineMessages);
  const locale = useLocale();
  const account = line.partyAccount ? `${line.partyName} ·· ${line.partyAccount}` : line.partyName;
  return (
    <LineSides ofFile={fill(words.ofBank, { line: line.lineNo })}>
      <Side
        name={fields.amount}
        file={<MoneyCell amount={fromWire(line.amount, line.currency)} />}
        ours={
          line.ourAmount === null ? words.nothing : <MoneyCell amount={fromWire(line.ourAmount, line.ourCurrency)} />
        }
      />
      <Exchange line={line} />
      <Side name={fields.bookingDate} file={line.bookingDate} ours={line.ourDate} />
      <Side name={words.party} file={account} ours={line.merchantName} />
      <Side
        name={words.reference}
        file={<span className="ch-mono">{[line.endToEndId, line.bankRef].filter(Boolean).join(" ")}</span>}
        ours={
          line.ourSourceId && line.ourRefType ? (
            <Link
              to={pathOfRecord({ ourRefType: line.ourRefType, ourSourceId: line.ourSourceId })}
              className="ch-link ch-mono"
            >
              {line.ourSourceNo} {line.ourRefNo}
            </Link>
          ) : null
        }
      />
      <Side
        name={fields.remittance}
        file={line.remittance}
        ours={BankRefType.memberOf(line.ourRefType)?.text[locale]}
      />
      <Side name={fields.bankCode} file={line.bankCode} />
      <Side name={fields.difference} ours={<MoneyCell amount={fromWire(line.difference, line.currency)} />} />
    </LineSides>
  );
}

/** What the bank says was ordered in another currency, and by which rate that was booked. */
function Exchange({ line }: Of) {
  const { fields } = useWords(bankLineMessages);
  const { toldAmount, toldCurrency, exchangeRate, exchangeAmount, currency } = line;
  return (
    <>
      {toldAmount !== null && toldCurrency !== null ? (
        <Side name={fields.toldAmount} file={<MoneyCell amount={fromWire(toldAmount, toldCurrency)} />} />
      ) : null}
      {exchangeRate !== null && exchangeAmount !== null ? (
        <>
          <Side name={fields.exchangeRate} ours={<span className="ch-mono">{exchangeRate}</span>} />
          <Side name={fields.exchangeAmount} ours={<MoneyCell amount={fromWire(exchangeAmount, currency)} />} />
        </>
      ) : null}
    </>
  );
}

const deeds = ["confirm", "charge", "suspense"] as const;
const causes = ["charge", "loss", "reopened"] as const;
type ResolutionName = (typeof deeds)[number] | (typeof causes)[number];

/** Ends lines: what that does is shown before. */
function ResolutionForm({ line, together, onEnded }: ChosenLine<BankLine>) {
  const words = useWords(bankScreenMessages);
  const locale = useLocale();
  const may = useMay();
  const isSuspended = line.status === "suspended";
  return (
    <LineResolutionForm<ResolutionName, BankPlan>
      resource={bankLine}
      files={bankStatement}
      isSuspended={isSuspended}
      settleTo={words.settleTo}
      offered={isSuspended ? causes : deeds}
      lines={together}
      nameOf={(one) =>
        isSuspended
          ? (BankSuspenseCause.memberOf(one)?.text[locale] ?? one)
          : words.deeds[one as (typeof deeds)[number]]
      }
      effects={(plan) => <BankEffects of={plan} />}
      onEnded={onEnded}
    >
      {!isSuspended && may("bankLine:rematch") ? <BankCandidates line={line} onEnded={onEnded} /> : null}
      {!isSuspended && may("bankLine:combine") && may("bankLine:combinable") ? (
        <BankCombine key={line.id} line={line} together={together} onEnded={onEnded} />
      ) : null}
    </LineResolutionForm>
  );
}
