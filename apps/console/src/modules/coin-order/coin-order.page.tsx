import { coinOrderMessages } from "@countinghouse/contract/coin-order/coin-order.messages.ts";
import { type CoinOrderDetail, coinOrder } from "@countinghouse/contract/coin-order/coin-order.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { JsonBlock } from "@countinghouse/ui/cells/json-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { lazy, useState } from "react";
import { useParams } from "react-router";
import { Allowed, useMay } from "../../platform/access/allowed.tsx";
import { useWords } from "../../platform/i18n/use-words.ts";
import { DetailPage, type DetailPageProps } from "../../platform/pages/detail-page.tsx";
import { RecordFacts } from "../../platform/pages/record-facts.tsx";
import { MethodName } from "../../platform/payments/method-name.tsx";
import { useAnswer } from "../../platform/pickers/use-answer.ts";
import { OrderAttempts } from "./coin-order.attempts.part.tsx";
import { OrderState } from "./coin-order.cells.part.tsx";
import "./coin-order.css";
import { OrderFigures } from "./coin-order.figures.part.tsx";
import { OrderLedger } from "./coin-order.ledger.part.tsx";
import { OrderLog } from "./coin-order.log.part.tsx";
import { orderScreenMessages } from "./coin-order.messages.ts";
import { OrderTimeline } from "./coin-order.timeline.part.tsx";

type Row = { readonly row: CoinOrderDetail };

// Forms come when one of them is opened.
const forms = () => import("./coin-order.add.tsx");
const OrderCancel = lazy(async () => ({ default: (await forms()).OrderCancel }));
const OrderCapture = lazy(async () => ({ default: (await forms()).OrderCapture }));
const OrderNote = lazy(async () => ({ default: (await forms()).OrderNote }));
const OrderRetell = lazy(async () => ({ default: (await forms()).OrderRetell }));
const OrderVoid = lazy(async () => ({ default: (await forms()).OrderVoid }));

/** Offered where the server says that it can succeed. */
const can = (ability: keyof CoinOrderDetail["abilities"]) => {
  const when = ({ abilities }: CoinOrderDetail): boolean => abilities[ability];
  return when;
};

const actions: NonNullable<DetailPageProps<typeof coinOrder>["actions"]> = [
  { action: "capture", form: OrderCapture, when: can("capture") },
  { action: "void", form: OrderVoid, when: can("void") },
  { action: "cancel", form: OrderCancel, when: can("cancel") },
  { action: "sync", when: can("sync") },
  { action: "resendWebhook", form: OrderRetell },
  { action: "addNote", form: OrderNote },
];

/** One order as a page: what became of the money, why, and everything that was said about it. */
export function CoinOrderPage() {
  const { id = "" } = useParams();
  const { actions: labels, text } = useWords(coinOrderMessages);
  return (
    <DetailPage
      resource={coinOrder}
      id={id}
      actions={actions}
      nameField="orderNo"
      figure={(row) => (
        <b className="order-sum">
          <MoneyCell amount={fromWire(row.amount, row.currency)} isPlain />
        </b>
      )}
      tabs={[
        { key: "order", label: text.about, content: (row) => <Overview row={row} /> },
        { key: "log", label: labels.log, content: (row) => <OrderLog id={row.id} /> },
        { key: "all", label: text.technical, content: (row) => <Everything row={row} /> },
      ]}
    >
      {(row) => <OrderFigures order={row} />}
    </DetailPage>
  );
}

function Overview({ row }: Row) {
  const { actions: labels } = useWords(coinOrderMessages);
  const may = useMay();
  return (
    <div className="order-grid">
      <div>
        {may("coinOrder:explain") ? <OrderLedger id={row.id} merchantId={row.merchantId} /> : null}
        <OrderAttempts attempts={row.attempts} />
        <Items row={row} />
      </div>
      <div>
        {may("coinOrder:timeline") ? (
          <section className="ch-card order-card">
            <header className="order-card-head">
              <h2>{labels.timeline}</h2>
            </header>
            <OrderTimeline id={row.id} />
          </section>
        ) : null}
        <Sale row={row} />
        <Payer row={row} />
      </div>
    </div>
  );
}

function Sale({ row }: Row) {
  const { fields, text } = useWords(coinOrderMessages);
  return (
    <section className="ch-card order-card">
      <header className="order-card-head">
        <h2>{text.payment}</h2>
        <span className="ch-grow" />
        <OrderState row={row} />
      </header>
      <p className="order-method-line">
        <span className="order-dim">{fields.paymentMethod}</span> <MethodName of={row} />
      </p>
      <RecordFacts
        resource={coinOrder}
        of={row}
        fields={[
          "merchantName",
          "merchantOrderNo",
          "gatewayName",
          "gatewayAccountName",
          "transactionNo",
          "captureMethod",
          "captureDeadline",
          "type",
          "paymentType",
          "orderTime",
          "expireTime",
          "paidTime",
          "canceledTime",
        ]}
      />
    </section>
  );
}

/** Who paid. Personal data is masked until somebody who may asks for it. */
function Payer({ row }: Row) {
  const { actions: labels, fields, text } = useWords(coinOrderMessages);
  const [isRevealed, setIsRevealed] = useState(false);
  const { data } = useAnswer(coinOrder, "reveal", { id: row.id }, { isEnabled: isRevealed });
  const shown = { ...row, ...(isRevealed ? data : {}) };
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
  ];
  const words = fields as Readonly<Record<string, string>>;
  const address = shown.billingAddress;
  return (
    <section className="ch-card order-card">
      <header className="order-card-head">
        <h2>{text.payer}</h2>
        <span className="ch-grow" />
        {isRevealed ? null : (
          <Allowed need="coinOrder:reveal">
            <button type="button" className="ch-btn-link" onClick={() => setIsRevealed(true)}>
              {labels.reveal}
            </button>
          </Allowed>
        )}
      </header>
      <RecordFacts resource={coinOrder} of={shown} fields={person.filter((name) => name in words)} />
      {address ? <p className="order-dim">{Object.values(address).filter(Boolean).join(", ")}</p> : null}
    </section>
  );
}

function Items({ row }: Row) {
  const screen = useWords(orderScreenMessages);
  // Two lines may be alike: only their place tells them apart.
  const lines = row.items.map((item, index) => ({ ...item, key: String(index) }));
  if (lines.length === 0) return null;
  return (
    <section className="ch-card order-card">
      <header className="order-card-head">
        <h2>{screen.items}</h2>
      </header>
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
    </section>
  );
}

const technical = [
  "id",
  "appId",
  "channelId",
  "domain",
  "deviceId",
  "userAgent",
  "acceptLanguage",
  "descriptor",
  "cardBin",
  "cardFingerprint",
  "returnUrl",
  "cancelUrl",
  "notifyUrl",
  "fxRate",
];

function Everything({ row }: Row) {
  const screen = useWords(orderScreenMessages);
  return (
    <section className="ch-card order-card">
      <RecordFacts resource={coinOrder} of={row} fields={technical} />
      {Object.keys(row.metadata).length > 0 ? (
        <>
          <h3 className="ch-section-title">{screen.metadata}</h3>
          <JsonBlock value={row.metadata} />
        </>
      ) : null}
      {row.threeDs ? (
        <>
          <h3 className="ch-section-title">3-D Secure</h3>
          <JsonBlock value={row.threeDs} />
        </>
      ) : null}
    </section>
  );
}
