import { type DepositFigures, merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { Segmented } from "antd";
import { type ReactNode, useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { ListAddressControl } from "../../../platform/pages/use-list-address.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { useStore } from "../../../platform/state/store.ts";
import { ReleaseCalendar } from "./mer-deposit.calendar.part.tsx";
import "./mer-deposit.css";
import { depositScreenMessages } from "./mer-deposit.messages.ts";
import { LatestMoves } from "./mer-deposit.moves.part.tsx";
import { Negatives } from "./mer-deposit.negatives.part.tsx";
import { Sum, useDayName } from "./mer-deposit.words.part.tsx";

/** The one value of a filter of the list beside; none where several are chosen. */
const onlyOf = ({ address }: ListAddressControl, name: string): string | undefined => {
  const filter = address.filters[name];
  if (filter?.kind === "many" && filter.values.length === 1) return String(filter.values[0]);
  return filter?.kind === "one" ? String(filter.value) : undefined;
};

/** What is held and when it goes back, of the merchant and the currency that the list is narrowed to. */
export function DepositBoard({ control }: { readonly control: ListAddressControl }) {
  const mode = useStore(paymentMode);
  const merchantId = onlyOf(control, "merchantId");
  const place = { mode, ...(merchantId ? { merchantId } : {}) };
  const answer = useAnswer(merDeposit, "figures", place);
  const [chosen, setChosen] = useState<string>();
  const may = useMay();
  return (
    <div className="deposit-board">
      {may("merDeposit:negatives") && <Negatives mode={mode} />}
      <Answered answer={answer}>
        {(all) => {
          const wanted = onlyOf(control, "currency") ?? chosen;
          const figures = all.find(({ currency }) => currency === wanted) ?? all[0];
          if (!figures) return null;
          const of = { ...place, currency: figures.currency };
          return (
            <>
              <CurrencyChoice all={all} value={figures.currency} onChange={setChosen} />
              <Strip of={figures} />
              <ReleaseCalendar key={`${mode}${figures.currency}`} of={of} control={control} />
              <LatestMoves of={of} />
            </>
          );
        }}
      </Answered>
    </div>
  );
}

interface CurrencyChoiceProps {
  readonly all: readonly DepositFigures[];
  readonly value: string;
  onChange(currency: string): void;
}

function CurrencyChoice({ all, value, onChange }: CurrencyChoiceProps) {
  const { fields } = useWords(merDeposit);
  if (all.length < 2) return null;
  return (
    <Segmented
      className="deposit-currencies"
      aria-label={fields.currency}
      options={all.map(({ currency }) => currency)}
      value={value}
      onChange={onChange}
    />
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
}

const Figure = ({ label, value, note }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
    <dd className="deposit-quiet">{note}</dd>
  </div>
);

/** Four figures: what is held, what is released next, what was released this month, and what stays. */
function Strip({ of }: { readonly of: DepositFigures }) {
  const words = useWords(depositScreenMessages);
  const isOfMerchant = useIsOfMerchant();
  const dayName = useDayName();
  const { currency } = of;
  const count = (number: number, said: string) => fill(said, { count: number });
  const held = count(of.holds, words.holdsCount);
  const tied = of.heldAmount === of.ledgerAmount ? words.tied : words.untied;
  const missing = of.fixedTarget === null ? 0n : BigInt(of.fixedTarget) - BigInt(of.fixedHeldAmount);
  const next = [
    count(of.nextHolds, words.holdsCount),
    of.nextFrozenHolds > 0 && count(of.nextFrozenHolds, words.stays),
  ];
  const today = dayOf(Date.now(), "UTC");
  return (
    <dl className="ch-card deposit-strip">
      <Figure
        label={words.heldNow}
        value={<Sum value={of.heldAmount} currency={currency} isNamed />}
        note={
          missing > 0n ? (
            <>
              {words.missing} <Sum value={String(missing)} currency={currency} />
            </>
          ) : (
            `${held} · ${isOfMerchant ? words.ofReserve : tied}`
          )
        }
      />
      <Figure
        label={of.nextDate ? `${words.nextRelease} · ${dayName(of.nextDate)}` : words.nextRelease}
        value={<Sum value={of.nextAmount} currency={currency} />}
        note={of.nextDate ? next.filter(Boolean).join(" · ") : words.nothingDue}
      />
      <Figure
        label={fill(words.releasedIn, { month: dayName(today, { month: "long" }) })}
        value={<Sum value={of.releasedAmount} currency={currency} />}
        note={
          of.lastReleaseDate
            ? `${count(of.releasedDays, words.days)} · ${fill(words.last, { day: dayName(of.lastReleaseDate) })}`
            : words.noneYet
        }
      />
      <Figure
        label={words.frozen}
        value={<Sum value={of.frozenAmount} currency={currency} />}
        note={of.frozenHolds > 0 ? count(of.frozenHolds, words.holdsCount) : words.nothingFrozen}
      />
    </dl>
  );
}
