import { bankLineMessages } from "@countinghouse/contract/funds/bank-statement/bank-line.messages.ts";
import {
  type BankCombinable,
  type BankLine,
  bankLine,
} from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { bankStatement } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Button, Checkbox } from "antd";
import { type ReactNode, useState } from "react";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { LineReason } from "../../../platform/funds/line-case.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { BankEffects } from "./bank-line.effects.part.tsx";
import { bankScreenMessages } from "./bank-statement.messages.ts";

interface BankCombineProps {
  readonly line: BankLine;
  /** The lines that are chosen, this one among them. */
  readonly together: readonly Pick<BankLine, "id">[];
  onEnded(): void;
}

/** Lines and records that come to the same together, looked for when somebody asks. */
export function BankCombine(props: BankCombineProps) {
  const { actions } = useWords(bankLineMessages);
  const [isAsked, setIsAsked] = useState(props.line.matchStatus === "combined");
  if (isAsked) return <Offered {...props} />;
  return (
    <div>
      <Button size="small" onClick={() => setIsAsked(true)}>
        {actions.combinable}
      </Button>
    </div>
  );
}

const Offered = ({ line, together, onEnded }: BankCombineProps) => (
  <Answered answer={useAnswer(bankLine, "combinable", { id: line.id })}>
    {(found) => <Choice key={line.id} line={line} together={together} found={found} onEnded={onEnded} />}
  </Answered>
);

const sumOf = (amounts: readonly string[]): bigint => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
const keyOf = ({ ourRefType, ourRefId }: BankCombinable["records"][number]): string => `${ourRefType} ${ourRefId}`;

/** Chooses what goes together; both sums are said beside each other, and it is done where they are the same. */
function Choice({ line, together, found, onEnded }: BankCombineProps & { readonly found: BankCombinable }) {
  const words = useWords(bankScreenMessages);
  const named = found.records.filter(({ isNamed }) => isNamed).map(keyOf);
  const [records, setRecords] = useState<readonly string[]>(named);
  const [lines, setLines] = useState<readonly string[]>(together.map(({ id }) => id));
  const chosenRecords = found.records.filter((one) => records.includes(keyOf(one)));
  const chosenLines = [line, ...found.lines.filter(({ id }) => lines.includes(id))];
  const ofLines = sumOf(chosenLines.map(({ amount }) => amount));
  const ofRecords = sumOf(chosenRecords.map(({ amount }) => amount));
  if (found.records.length === 0) return <p className="funds-quiet">{words.nothingTogether}</p>;
  return (
    <div className="bank-together">
      <Offers title={words.recordsBeside}>
        {found.records.map((one) => (
          <Offer
            key={keyOf(one)}
            isChosen={records.includes(keyOf(one))}
            amount={fromWire(one.amount, one.currency)}
            onChange={(isOn) => setRecords(toggled(records, keyOf(one), isOn))}
          >
            <span className="ch-mono">{one.ourSourceNo}</span> {one.merchantName} {one.date}
            {one.isNamed ? ` · ${words.namedByLine}` : ""}
          </Offer>
        ))}
      </Offers>
      {found.lines.length > 0 ? (
        <Offers title={words.linesBeside}>
          {found.lines.map((one) => (
            <Offer
              key={one.id}
              isChosen={lines.includes(one.id)}
              amount={fromWire(one.amount, one.currency)}
              onChange={(isOn) => setLines(toggled(lines, one.id, isOn))}
            >
              <span className="ch-mono">
                {one.statementNo} {one.lineNo}
              </span>{" "}
              {one.partyName} {one.bookingDate}
            </Offer>
          ))}
        </Offers>
      ) : null}
      <p className="bank-sums">
        <span>{fill(words.sumOfLines, { count: chosenLines.length })}</span>
        <MoneyCell amount={fromWire(String(ofLines), line.currency)} />
        <span>{fill(words.sumOfRecords, { count: chosenRecords.length })}</span>
        <MoneyCell amount={fromWire(String(ofRecords), line.currency)} />
        {ofLines === ofRecords ? null : (
          <>
            <span>{words.sumsApart}</span>
            <MoneyCell amount={fromWire(String(ofLines - ofRecords), line.currency)} />
          </>
        )}
      </p>
      {ofLines === ofRecords ? (
        <Confirm key={[...lines, ...records].join()} lines={chosenLines} records={chosenRecords} onEnded={onEnded} />
      ) : null}
    </div>
  );
}

const toggled = (chosen: readonly string[], one: string, isOn: boolean): readonly string[] =>
  isOn ? [...chosen, one] : chosen.filter((other) => other !== one);

const Offers = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset className="bank-offers">
    <legend>{title}</legend>
    <ul className="bank-effects">{children}</ul>
  </fieldset>
);

interface OfferProps {
  readonly isChosen: boolean;
  readonly amount: ReturnType<typeof fromWire>;
  readonly children: ReactNode;
  onChange(isChosen: boolean): void;
}

const Offer = ({ isChosen, amount, children, onChange }: OfferProps) => (
  <li>
    <Checkbox checked={isChosen} onChange={({ target }) => onChange(target.checked)}>
      {children}
    </Checkbox>
    <MoneyCell amount={amount} />
  </li>
);

interface ConfirmProps {
  readonly lines: readonly Pick<BankLine, "id" | "version">[];
  readonly records: BankCombinable["records"];
  onEnded(): void;
}

/** What matching together does, and does it with a reason. */
function Confirm({ lines, records, onEnded }: ConfirmProps) {
  const { actions } = useWords(bankLineMessages);
  const [reason, setReason] = useState("");
  const naming = records.map(({ ourRefType, ourRefId }) => ({ ourRefType, ourRefId }));
  const answer = useAnswer(bankLine, "planCombining", { ids: lines.map(({ id }) => id), records: naming });
  const { attempt, isRunning } = useOperation(bankLine, "combine", { alsoChanges: [bankStatement] });
  const combine = async () => {
    const items = lines.map(({ id, version }) => ({ id, version }));
    if (await attempt({ items, records: naming, reason })) onEnded();
  };
  return (
    <Answered answer={answer}>
      {(plan) => (
        <>
          <BankEffects of={plan} />
          <LineReason value={reason} onChange={setReason} />
          <div>
            <Button type="primary" disabled={!reason.trim()} loading={isRunning} onClick={() => void combine()}>
              {actions.combine}
            </Button>
          </div>
        </>
      )}
    </Answered>
  );
}
