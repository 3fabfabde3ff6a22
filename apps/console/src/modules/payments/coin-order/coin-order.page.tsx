import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { type CoinOrderDetail, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { JsonBlock } from "@countinghouse/ui/cells/json-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { useState } from "react";
import { useParams } from "react-router";
import { Allowed, useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { DetailPage, type DetailPageProps } from "../../../platform/pages/detail-page.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { MethodName } from "../../../platform/payments/method-name.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { OrderAttempts } from "./coin-order.attempts.part.tsx";
import { OrderCaptures } from "./coin-order.captures.part.tsx";
import { OrderCard } from "./coin-order.card.part.tsx";
import { MerchantOf, OrderState } from "./coin-order.cells.part.tsx";
import "./coin-order.css";
import { OrderDecline } from "./coin-order.decline.part.tsx";
import { OrderDues } from "./coin-order.dues.part.tsx";
import { OrderFigures } from "./coin-order.figures.part.tsx";
import { useFollowing } from "./coin-order.following.hook.ts";
import { OrderLedger } from "./coin-order.ledger.part.tsx";
import { OrderLog } from "./coin-order.log.part.tsx";
import { orderScreenMessages } from "./coin-order.messages.ts";
import { OwnFigures } from "./coin-order.own-figures.part.tsx";
import { OrderRefunds } from "./coin-order.refunds.part.tsx";
import { OrderSimulationCard } from "./coin-order.simulation.part.tsx";
import { OrderTimeline } from "./coin-order.timeline.part.tsx";

const forms = () => import("./coin-order.form.tsx");

type Row = { readonly row: CoinOrderDetail };

/** Offered where the server says that it can succeed. */
const can = (ability: keyof CoinOrderDetail["abilities"]) => {
  const when = ({ abilities }: CoinOrderDetail): boolean => abilities[ability];
  return when;
};

/** Taken here, and not history of another platform. */
const isOurs = ({ origin }: CoinOrderDetail): boolean => origin === "platform";

const actions: NonNullable<DetailPageProps<typeof coinOrder>["actions"]> = [
  { action: "capture", when: can("capture") },
  { action: "add", resource: orderRefund, when: (row) => isOurs(row) && row.refundableAmount !== "0" },
  { action: "void", when: can("void") },
  { action: "cancel", when: can("cancel") },
  { action: "sync", when: can("sync") },
  { action: "resendWebhook", when: isOurs },
  "addNote",
];

/** One order as a page: what became of the money, why, and everything that was said about it. */
export function CoinOrderPage() {
  const { id = "" } = useParams();
  const { actions: labels, text } = useWords(coinOrderMessages);
  const screen = useWords(orderScreenMessages);
  const may = useMay();
  const log = { key: "log", label: labels.log, content: (row: CoinOrderDetail) => <OrderLog id={row.id} /> };
  const simulation = {
    key: "simulate",
    label: labels.simulate,
    content: (row: CoinOrderDetail) => <OrderSimulationCard order={row} />,
  };
  return (
    <DetailPage
      resource={coinOrder}
      id={id}
      actions={actions}
      forms={forms}
      nameField="orderNo"
      heading={(row) => (
        <span className="order-sum">
          <MoneyCell amount={fromWire(row.amount, row.currency)} />
        </span>
      )}
      state={(row) => <OrderState row={row} />}
      sub={(row) => <OrderNaming row={row} />}
      tabs={[
        { key: "order", label: text.about, content: (row) => <Overview row={row} /> },
        { key: "facts", label: screen.facts, content: (row) => <Everything row={row} /> },
        ...(may("coinOrder:log") ? [log] : []),
        ...(may("coinOrder:simulate") ? [simulation] : []),
      ]}
    >
      {(row) => (isOurs(row) ? <TakenHere key={row.id} row={row} /> : <ImportedNote />)}
    </DetailPage>
  );
}

function TakenHere({ row }: Row) {
  useFollowing(row);
  const isOwn = useIsOfMerchant();
  return (
    <>
      <OrderDecline order={row} />
      {isOwn ? <OwnFigures order={row} /> : <OrderFigures order={row} />}
    </>
  );
}

/** Which order it is: its number, whose it is where that is a question, and when it came. */
const OrderNaming = ({ row }: Row) => (
  <span className="order-naming">
    <Copyable value={row.orderNo} className="ch-mono">
      {row.orderNo}
    </Copyable>
    {useIsOfMerchant() ? null : <MerchantOf row={row} />}
    <Copyable value={row.merchantOrderNo}>{row.merchantOrderNo}</Copyable>
    <TimeCell value={row.orderTime} />
  </span>
);

/** Stands where the money of other orders is told: none of this order's went through here. */
function ImportedNote() {
  const { imported } = useWords(orderScreenMessages);
  return <p className="ch-card order-card order-dim">{imported}</p>;
}

function Overview({ row }: Row) {
  const may = useMay();
  const isOwn = useIsOfMerchant();
  return (
    <div className="order-grid">
      <div>
        {/* The accounts behind the figures are the operator's books. */}
        {isOurs(row) && !isOwn && may("coinOrder:explain") ? (
          <OrderLedger id={row.id} merchantId={row.merchantId} />
        ) : null}
        <OrderDues dues={row.dues} />
        <OrderCaptures captures={row.captures} />
        <OrderRefunds order={row} />
        {isOurs(row) ? <OrderAttempts attempts={row.attempts} /> : <Sale row={row} />}
        <Items row={row} />
      </div>
      <div>
        {may("coinOrder:timeline") ? <Story row={row} /> : null}
        <Payer row={row} />
      </div>
    </div>
  );
}

function Story({ row }: Row) {
  const { actions: labels } = useWords(coinOrderMessages);
  return (
    <OrderCard title={labels.timeline}>
      <OrderTimeline order={row} />
    </OrderCard>
  );
}

const person = [
  "email",
  "payerName",
  "phone",
  "payerAccount",
  "ip",
  "country",
  "ipCountry",
  "cardCountry",
  "riskDecision",
  "riskScore",
] as const;
const ofRisk: readonly string[] = ["riskDecision", "riskScore"];
/** What is said to be unknown; everything else is left out where it was not given. */
const lasting: readonly string[] = ["email", "ip", "country", "riskDecision"];

/** Who paid. Personal data is masked until somebody who may asks for it. */
function Payer({ row }: Row) {
  const { actions: labels, fields, text } = useWords(coinOrderMessages);
  const [isRevealed, setIsRevealed] = useState(false);
  const { data } = useAnswer(coinOrder, "reveal", { id: row.id }, { isEnabled: isRevealed });
  const shown = { ...row, ...(isRevealed ? data : {}) };
  const asked = isOurs(row) ? person : person.filter((name) => !ofRisk.includes(name));
  const told = asked.filter((name) => lasting.includes(name) || (shown[name] ?? "") !== "");
  const addresses = (["billingAddress", "shippingAddress"] as const).flatMap((name) => {
    const lines = Object.values(shown[name] ?? {}).filter(Boolean);
    // A country alone is told above.
    return lines.length > 1 ? [{ key: name, label: fields[name], value: lines.join(", ") }] : [];
  });
  return (
    <OrderCard
      title={text.payer}
      tools={
        isRevealed ? null : (
          <Allowed need="coinOrder:reveal">
            <button type="button" className="ch-btn-link" onClick={() => setIsRevealed(true)}>
              {labels.reveal}
            </button>
          </Allowed>
        )
      }
    >
      <Facts facts={[{ key: "method", label: fields.paymentMethod, value: <MethodName of={row} /> }]} />
      <RecordFacts resource={coinOrder} of={shown} fields={told} />
      {addresses.length > 0 ? <Facts facts={addresses} /> : null}
    </OrderCard>
  );
}

function Items({ row }: Row) {
  const screen = useWords(orderScreenMessages);
  // Two lines may be alike: only their place tells them apart.
  const lines = row.items.map((item, index) => ({ ...item, key: String(index) }));
  if (lines.length === 0) return null;
  return (
    <OrderCard title={screen.items}>
      <table className="order-table">
        <tbody>
          {lines.map(({ key, sku, name, quantity, unitAmount, amount }) => (
            <tr key={key}>
              <td>
                <span className="order-two">
                  <span>{name}</span>
                  {sku ? <small className="ch-mono">{sku}</small> : null}
                </span>
              </td>
              <td className="order-figure order-dim">
                {`${quantity.toLocaleString("en-US")} × `}
                <MoneyCell amount={fromWire(unitAmount, row.currency)} isPlain />
              </td>
              <td className="order-figure order-strong">
                <MoneyCell amount={fromWire(amount, row.currency)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </OrderCard>
  );
}

const ofSale = [
  "orderNo",
  "merchantOrderNo",
  "merchantName",
  "type",
  "paymentType",
  "captureMethod",
  "captureDeadline",
  "gatewayName",
  "gatewayAccountName",
  "transactionNo",
  "descriptor",
  "settlementStatus",
  "dueDate",
  "fxRate",
  "orderTime",
  "expireTime",
  "paidTime",
  "canceledTime",
] as const;

/** What is known of an order that was taken elsewhere. */
const ofHistory = [
  "orderNo",
  "merchantOrderNo",
  "merchantName",
  "transactionNo",
  "orderTime",
  "paidTime",
  "canceledTime",
] as const;

/** What a shop itself gave. */
const ofShop = ["domain", "returnUrl", "cancelUrl", "notifyUrl"] as const;

const technical = [
  "id",
  "appId",
  "channelId",
  "domain",
  "deviceId",
  "userAgent",
  "acceptLanguage",
  "cardBin",
  "cardFingerprint",
  "returnUrl",
  "cancelUrl",
  "notifyUrl",
] as const;

/** What was given; nothing is said of what was not. */
const given = (row: CoinOrderDetail, names: readonly (keyof CoinOrderDetail)[]) =>
  names.filter((name) => row[name] !== null && row[name] !== "");

function Sale({ row }: Row) {
  const { text } = useWords(coinOrderMessages);
  return (
    <OrderCard title={text.payment} isWide>
      <RecordFacts resource={coinOrder} of={row} fields={given(row, isOurs(row) ? ofSale : ofHistory)} />
    </OrderCard>
  );
}

function Everything({ row }: Row) {
  const screen = useWords(orderScreenMessages);
  const { fields } = useWords(coinOrderMessages);
  const known = given(row, useIsOfMerchant() ? ofShop : technical);
  const blocks = [
    { key: "metadata", title: fields.metadata, value: row.metadata },
    { key: "threeDs", title: fields.threeDs, value: row.threeDs ?? {} },
  ].filter(({ value }) => Object.keys(value).length > 0);
  return (
    <>
      <Sale row={row} />
      {known.length > 0 ? (
        <OrderCard title={screen.technical} isWide>
          <RecordFacts resource={coinOrder} of={row} fields={known} />
        </OrderCard>
      ) : null}
      {blocks.map(({ key, title, value }) => (
        <OrderCard key={key} title={title} isWide>
          <JsonBlock value={value} />
        </OrderCard>
      ))}
    </>
  );
}
