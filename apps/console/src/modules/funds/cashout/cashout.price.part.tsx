import {
  type CashoutPreview,
  type CashoutTerms,
  cashout,
  quoteMinutes,
} from "@countinghouse/contract/funds/cashout/cashout.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Button, Progress } from "antd";
import { useEffect, useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RecordFormState } from "../../../platform/pages/use-record-form.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { PriceLadder } from "./cashout.ladder.part.tsx";
import { cashoutScreenMessages } from "./cashout.messages.ts";

/** How long typing may pause before its price is computed, in ms. */
const typingPause = 250;

const isAmount = (value: unknown): value is string => typeof value === "string" && /^[1-9]\d{0,15}$/.test(value);

/** Follows a value once it rests. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), typingPause);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** A rate that is held, and for which amount and account. */
interface HeldRate {
  readonly of: string;
  readonly preview: CashoutPreview;
  readonly expireTime: string;
}

/** What a withdrawal as it stands in the form comes to, and the rate that was held for it. */
export interface CashoutPrice {
  readonly preview: CashoutPreview | undefined;
  readonly refusal: CallError | undefined;
  readonly held: HeldRate | undefined;
  hold(): void;
  drop(): void;
  readonly isHolding: boolean;
}

/** Prices the form whenever it rests; another amount or account lets a held rate go. */
export function usePrice(form: RecordFormState, { currency }: CashoutTerms): CashoutPrice {
  const { mode, payoutAccountId } = form.values as {
    readonly mode: "live" | "test";
    readonly payoutAccountId?: string;
  };
  const amount = useRested(form.values.amount);
  const isEnabled = isAmount(amount) && typeof payoutAccountId === "string";
  const asked = { mode, currency, amount: String(amount), payoutAccountId: payoutAccountId ?? "" };
  const { data, error } = useAnswer(cashout, "preview", asked as never, { isEnabled });
  const { run, isRunning } = useOperation(cashout, "quote", { success: null });
  const [kept, setKept] = useState<HeldRate>();
  const of = JSON.stringify(asked);
  const held = kept?.of === of ? kept : undefined;
  const drop = () => {
    setKept(undefined);
    form.set("quoteId", null);
  };
  const hold = async () => {
    const quote = await run(asked as never);
    if (!quote.quoteId || !quote.expireTime) return;
    form.set("quoteId", quote.quoteId);
    setKept({ of, preview: quote, expireTime: quote.expireTime });
  };
  useEffect(() => {
    if (kept && kept.of !== of) drop();
  });
  return {
    preview: isEnabled ? (held?.preview ?? data) : undefined,
    refusal: isEnabled && error instanceof CallError ? error : undefined,
    held,
    hold: () => void hold(),
    drop,
    isHolding: isRunning,
  };
}

/** The seconds until an instant, every second anew. */
function useSecondsTo(instant: string | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!instant) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [instant]);
  return instant ? Math.max(0, Math.ceil((Date.parse(instant) - now) / 1_000)) : 0;
}

interface PriceProps {
  readonly price: CashoutPrice;
  readonly receiver: string | undefined;
}

/** What the account is paid and how that comes about; where money is exchanged, with the rate that may be held. */
export function Price({ price, receiver }: PriceProps) {
  const words = useWords(cashoutScreenMessages);
  const { preview, refusal } = price;
  if (refusal) return <p className="funds-note ch-tone-danger">{refusal.message}</p>;
  if (!preview) return <p className="funds-quiet">{words.enterAmount}</p>;
  return (
    <section>
      <h3 className="outbound-title">
        {words.quote}
        {preview.currency === preview.targetCurrency ? null : <Holding price={price} />}
      </h3>
      <PriceLadder of={preview} receiver={receiver} />
    </section>
  );
}

function Holding({ price: { held, hold, drop, isHolding } }: { readonly price: CashoutPrice }) {
  const words = useWords(cashoutScreenMessages);
  const left = useSecondsTo(held?.expireTime);
  useEffect(() => {
    if (held && left === 0 && Date.parse(held.expireTime) <= Date.now()) drop();
  });
  if (!held)
    return (
      <Button size="small" loading={isHolding} onClick={hold}>
        {words.holdRate}
      </Button>
    );
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <span className="cashout-held">
      {fill(words.heldFor, { time })}
      <Progress percent={(100 * left) / (quoteMinutes * 60)} showInfo={false} size="small" />
    </span>
  );
}
