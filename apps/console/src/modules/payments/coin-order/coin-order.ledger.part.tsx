import { fill } from "@countinghouse/contract/kit/locale.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useEffect, useRef } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { OrderCard } from "./coin-order.card.part.tsx";
import { type ExplainedOrder, useExplainedOrder } from "./coin-order.explain.hook.ts";
import { orderScreenMessages } from "./coin-order.messages.ts";
import { OrderPostings } from "./coin-order.postings.part.tsx";
import { lineWords, priceText } from "./coin-order.price.policy.ts";

/** Every figure of the order down to its postings, with what the merchant's pending account holds of it after each. */
export function OrderLedger({ id, merchantId }: { readonly id: string; readonly merchantId: string }) {
  const { actions, text } = useWords(coinOrderMessages);
  const answer = useAnswer(coinOrder, "explain", { id });
  const { data } = answer;
  const [explained] = useExplainedOrder();
  const card = useRef<HTMLElement>(null);
  const isThere = data !== undefined;
  useEffect(() => {
    if (explained && isThere) card.current?.scrollIntoView({ block: "nearest" });
  }, [explained, isThere]);
  return (
    <OrderCard
      ref={card}
      title={actions.explain}
      tools={data && data.journals.length > 0 ? <Balanced journals={data.journals} /> : null}
    >
      <Answered answer={answer}>
        {(explanation) => (
          <>
            {explanation.agreed ? <Agreed terms={explanation.agreed} /> : null}
            {explanation.journals.length === 0 ? (
              <p className="order-none">{text.noPostings}</p>
            ) : (
              <>
                <Lines explanation={explanation} />
                <OrderPostings explanation={explanation} merchantId={merchantId} />
              </>
            )}
          </>
        )}
      </Answered>
    </OrderCard>
  );
}

/** By what the payment is priced from the moment it was sent, booked or not. */
function Agreed({
  terms: { taxRate, rate, lockedUntil, ...price },
}: {
  readonly terms: NonNullable<ExplainedOrder["agreed"]>;
}) {
  const { text } = useWords(coinOrderMessages);
  const screen = useWords(orderScreenMessages);
  const language = useLocale();
  const tax = taxRate === null ? "" : ` · ${text[lineWords.tax]} ${formatPercent(taxRate)} %`;
  return (
    <p className="order-none">
      {fill(screen.agreedPrice, { price: `${priceText(price, language)}${tax}` })}
      {rate && lockedUntil ? (
        <>
          {` · ${fill(screen.lockedUntil, { rate })} `}
          <TimeCell value={lockedUntil} />
        </>
      ) : null}
    </p>
  );
}

/** Says that debits equal credits: a posting moves one amount from account to account, so that each has to have one. */
function Balanced({ journals }: Pick<ExplainedOrder, "journals">) {
  const screen = useWords(orderScreenMessages);
  const isBalanced = journals.every(({ postings }) => postings.every(({ amount }) => BigInt(amount) > 0n));
  return (
    <StatusChip
      text={isBalanced ? screen.balanced : screen.unbalanced}
      tone={isBalanced ? "success" : "danger"}
      isFlat
    />
  );
}

/** The price that was charged, as the rule said at the time of the capture, and what of it was waived. */
export function usePrice({ feeRule }: Pick<ExplainedOrder, "feeRule">): {
  readonly fee?: string;
  readonly tax?: string;
} {
  const language = useLocale();
  const screen = useWords(orderScreenMessages);
  const { percent, fixed, currency, tax, waived, mayExceed } = (feeRule ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof percent !== "number" || typeof fixed !== "string" || typeof currency !== "string") return {};
  const taxRate = (tax as { readonly rate?: unknown } | null | undefined)?.rate;
  const price = priceText({ percent, fixed, currency }, language);
  const capped = () =>
    fill(screen.feeCapped, { price, amount: formatMoney(fromWire(String(waived), currency), { language }) });
  const priced = mayExceed === true ? fill(screen.feeMayExceed, { price }) : price;
  return {
    fee: typeof waived === "string" ? capped() : priced,
    ...(typeof taxRate === "number" ? { tax: `${formatPercent(taxRate)} %` } : {}),
  };
}

/** The figures; one of them narrows the postings to its own. */
function Lines({ explanation }: { readonly explanation: ExplainedOrder }) {
  const { text } = useWords(coinOrderMessages);
  const screen = useWords(orderScreenMessages);
  const [explained, explain] = useExplainedOrder();
  const price: Readonly<Record<string, string | undefined>> = usePrice(explanation);
  return (
    <div className="order-lines">
      {explanation.lines.map(({ kind, amount, currency }) => (
        <button
          key={`${kind} ${currency}`}
          type="button"
          className="order-line"
          aria-pressed={explained === kind}
          title={
            explained === kind ? screen.allPostings : fill(screen.explainFigure, { figure: text[lineWords[kind]] })
          }
          onClick={() => explain(kind, "turn")}
        >
          <span className="order-dim">{text[lineWords[kind]]}</span>
          <MoneyCell amount={fromWire(amount, currency)} />
          {price[kind] ? <span className="order-dim">{price[kind]}</span> : null}
        </button>
      ))}
    </div>
  );
}
