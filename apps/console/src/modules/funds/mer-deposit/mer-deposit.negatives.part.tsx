import { merDeposit, type NegativeBalance } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { depositScreenMessages } from "./mer-deposit.messages.ts";
import { Sum, useDayName } from "./mer-deposit.words.part.tsx";

/** Balances below nothing, and what follows next for each. */
export function Negatives({ mode }: { readonly mode: "live" | "test" }) {
  const words = useWords(depositScreenMessages);
  const { data = [] } = useAnswer(merDeposit, "negatives", { mode });
  if (data.length === 0) return null;
  return (
    <section className="ch-card deposit-negatives" aria-label={words.negatives}>
      <h2 className="ch-section-title">{words.negatives}</h2>
      <ul>
        {data.map((one) => (
          <Negative key={one.id} of={one} />
        ))}
      </ul>
    </section>
  );
}

function Negative({ of }: { readonly of: NegativeBalance }) {
  const words = useWords(depositScreenMessages);
  const { actions } = useWords(merDeposit);
  const dayName = useDayName();
  const [isAsked, setIsAsked] = useState(false);
  const day = (instant: string) => dayName(dayOf(instant, "UTC"), { day: "numeric", month: "short", year: "numeric" });
  const now = Date.now();
  const isOver = (instant: string) => Date.parse(instant) <= now;
  const next = isOver(of.writeOffTime)
    ? words.mayBeWrittenOff
    : isOver(of.collectTime)
      ? fill(words.collecting, { day: day(of.writeOffTime) })
      : isOver(of.offsetTime)
        ? fill(words.offsetting, { day: day(of.collectTime) })
        : fill(words.offsetFrom, { day: day(of.offsetTime) });
  return (
    <li>
      <span>
        <strong>{of.merchantName}</strong>{" "}
        <span className="deposit-loss">
          <Sum value={of.availableAmount} currency={of.currency} isNamed />
        </span>{" "}
        <span className="deposit-quiet">
          {fill(words.since, { day: day(of.since) })} · {next}
        </span>
      </span>
      {isOver(of.writeOffTime) && (
        <Allowed need="merDeposit:writeOff">
          <Button size="small" onClick={() => setIsAsked(true)}>
            {actions.writeOff}
          </Button>
        </Allowed>
      )}
      {isAsked && (
        <RecordForm
          resource={merDeposit}
          operation="writeOff"
          fields={[{ field: "reason", isWide: true }]}
          initial={{ negativeId: of.id, version: of.version }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </li>
  );
}
