import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { type CoinOrderDetail, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import type { OrderPrice, OrderSimulation } from "@countinghouse/contract/payments/coin-order/order-simulation.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { ChoiceInput } from "@countinghouse/ui/fields/inputs.tsx";
import { useState } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useMethodNames } from "../../../platform/payments/method-names.ts";
import { RouteDecision } from "../../../platform/payments/route-decision.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { OrderCard } from "./coin-order.card.part.tsx";
import { orderScreenMessages } from "./coin-order.messages.ts";
import { lineWords, priceText } from "./coin-order.price.policy.ts";

/** Where the order would go and what it would cost by what is agreed today, beside what was booked. */
export function OrderSimulationCard({ order }: { readonly order: CoinOrderDetail }) {
  const screen = useWords(orderScreenMessages);
  const { fields, actions } = useWords(coinOrderMessages);
  const latest = order.attempts.at(-1)?.paymentMethod ?? null;
  const [method, setMethod] = useState(latest);
  const { id, merchantId } = order;
  const answer = useAnswer(coinOrder, "simulate", { id, merchantId, method }, { isEnabled: method !== null });
  return (
    <OrderCard
      title={actions.simulate}
      tools={<MethodChoice value={method} label={fields.method} onChange={setMethod} />}
      isWide
    >
      <p className="order-none">{screen.simulationHint}</p>
      {method === null ? null : (
        <Answered answer={answer}>
          {(data) => (
            <>
              <Compared simulation={data} />
              <RouteDecision decision={data.route} />
            </>
          )}
        </Answered>
      )}
    </OrderCard>
  );
}

interface MethodChoiceProps {
  readonly value: string | null;
  readonly label: string;
  onChange(code: string | null): void;
}

function MethodChoice({ value, label, onChange }: MethodChoiceProps) {
  const { data } = useAnswer(paymentMethod, "list", {});
  const nameOf = useMethodNames();
  const codes = (data ?? []).filter(({ status }) => status === "enabled").map(({ code }) => code);
  const offered = value === null || codes.includes(value) ? codes : [value, ...codes];
  return (
    <label className="order-simulation-method" htmlFor={field}>
      <span className="order-dim">{label}</span>
      <ChoiceInput
        facts={{ id: field, isInvalid: false, describedBy: undefined }}
        value={value}
        isRequired={offered.length > 3}
        choices={offered.map((code) => ({ value: code, label: nameOf(code) }))}
        onChange={onChange}
      />
    </label>
  );
}

const field = "order-simulation-method";

const figures = ["value", "fee", "tax", "net", "cost"] as const;

/** The figures of today beside those that were booked. */
function Compared({ simulation }: { readonly simulation: OrderSimulation }) {
  const screen = useWords(orderScreenMessages);
  const { text } = useWords(coinOrderMessages);
  const { price, booked, agreed } = simulation;
  if (!price) return <Unpriced problem={simulation.problem} />;
  const valueKind = price.currency === simulation.currency ? "captured" : "converted";
  return (
    <>
      <table className="order-table order-simulation">
        <thead>
          <tr>
            <th />
            {booked ? <th className="order-figure">{screen.asBooked}</th> : null}
            {agreed ? <th className="order-figure">{screen.asAgreed}</th> : null}
            <th className="order-figure">{screen.asOfNow}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <tr key={figure}>
              <td>{text[lineWords[figure === "value" ? valueKind : figure]]}</td>
              {booked ? <Figure of={booked} figure={figure} /> : null}
              {agreed ? <Figure of={agreed} figure={figure} /> : null}
              <Figure of={price} figure={figure} />
            </tr>
          ))}
        </tbody>
      </table>
      <RuleLine simulation={simulation} currency={price.currency} />
    </>
  );
}

const Figure = ({ of, figure }: { readonly of: OrderPrice; readonly figure: (typeof figures)[number] }) => (
  <td className="order-figure">
    <MoneyCell amount={fromWire(of[figure], figure === "cost" ? of.costCurrency : of.currency)} />
  </td>
);

function RuleLine({ simulation: { rule, rate }, currency }: { simulation: OrderSimulation; currency: string }) {
  const screen = useWords(orderScreenMessages);
  const language = useLocale();
  if (!rule) return null;
  return (
    <p className="order-none">
      {fill(screen.pricedBy, { price: priceText({ ...rule, currency }, language) })}
      {rate ? ` · ${rate}` : ""}
    </p>
  );
}

/** Why a payment would be refused today. */
function Unpriced({ problem }: { readonly problem: string | null }) {
  const { refusals } = useWords(coinOrderMessages);
  const screen = useWords(orderScreenMessages);
  const isPriceless = problem?.startsWith("merPaymentMethodCfg.");
  return <p className="order-none">{isPriceless ? screen.noPrice : refusals.noRoute}</p>;
}
