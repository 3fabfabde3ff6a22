import { type DepositUse, merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./mer-deposit.css";
import { depositScreenMessages } from "./mer-deposit.messages.ts";
import { Sum, useDayName } from "./mer-deposit.words.part.tsx";

interface UseTableProps {
  readonly id: string;
  /** Minor units; all of the loss where nothing was entered. */
  readonly amount: string | undefined;
}

/** Which holds would give how much, oldest first, and both balances after it. */
export function UseTable({ id, amount }: UseTableProps) {
  const answer = useAnswer(merDeposit, "usePreview", { id, ...(amount ? { amount } : {}) });
  return <Answered answer={answer}>{(use) => <Shares of={use} />}</Answered>;
}

function Shares({ of }: { readonly of: DepositUse }) {
  const words = useWords(depositScreenMessages);
  const { fields } = useWords(merDeposit);
  const dayName = useDayName();
  const { currency } = of;
  return (
    <div className="deposit-use">
      <ul>
        <li className="deposit-use-head">
          <span>{words.oldestFirst}</span>
          <span>{fields.remainAmount}</span>
          <span>{fields.useAmount}</span>
          <span>{fields.leftAmount}</span>
        </li>
        {of.parts.map(({ id, depositNo, releaseDate, remainAmount, useAmount, leftAmount }) => (
          <li key={id}>
            <span>
              <span className="ch-mono">…{depositNo.slice(-6)}</span>{" "}
              <span className="deposit-quiet">{releaseDate ? dayName(releaseDate) : words.undated}</span>
            </span>
            <span className="deposit-quiet">
              <Sum value={remainAmount} currency={currency} />
            </span>
            <strong>
              <Sum value={`-${useAmount}`} currency={currency} />
            </strong>
            <Sum value={leftAmount} currency={currency} />
          </li>
        ))}
      </ul>
      <dl className="deposit-ladder">
        <BeforeAfter
          label={fields.availableAfter}
          before={of.availableBefore}
          after={of.availableAfter}
          currency={currency}
        />
        <BeforeAfter
          label={fields.reserveAfter}
          before={of.reserveBefore}
          after={of.reserveAfter}
          currency={currency}
        />
      </dl>
    </div>
  );
}

interface BeforeAfterProps {
  readonly label: string | undefined;
  readonly before: string;
  readonly after: string;
  readonly currency: string;
}

/** A balance as it is and as it would be. */
export const BeforeAfter = ({ label, before, after, currency }: BeforeAfterProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <s>
        <Sum value={before} currency={currency} />
      </s>{" "}
      <Sum value={after} currency={currency} isNamed />
    </dd>
  </div>
);
