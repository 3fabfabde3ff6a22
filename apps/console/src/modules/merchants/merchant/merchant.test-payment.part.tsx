import { LedgerEvent } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { type GoLiveItem, goLive } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import type { Merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { currency as knownCurrency, minorPerMajor } from "@countinghouse/money/currency.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { add, money } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { CallError } from "../../../platform/api/call-error.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { AccountName } from "../../../platform/payments/account-name.tsx";
import { pendingAfter } from "../../../platform/payments/pending-after.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { merchantScreenMessages } from "./merchant.messages.ts";

interface TestPaymentProps {
  readonly row: Merchant;
  readonly of: GoLiveItem;
  readonly orderId: string | null;
}

/** Takes 1.00 in test mode and shows what was booked for it. */
export function MerchantTestPayment({ row, of, orderId }: TestPaymentProps) {
  const words = useWords(merchantScreenMessages);
  const language = useLocale();
  const may = useMay();
  const [failure, setFailure] = useState<CallError>();
  const { run, isRunning } = useOperation(goLive, "testPayment", { success: null });
  const unit = knownCurrency(row.currency);
  const amount = formatMoney(money(minorPerMajor(unit), unit), { language, show: "code" });
  const take = async () => {
    setFailure(undefined);
    try {
      await run({ merchantId: row.id });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error);
    }
  };
  return (
    <>
      {may("goLive:testPayment") && (
        <p className="merchant-test">
          <Button loading={isRunning || of.state === "waiting"} onClick={() => void take()}>
            {fill(words.takeTest, { amount })}
          </Button>
          <small>{words.testHint}</small>
        </p>
      )}
      {failure && <Refused failure={failure} merchantId={row.id} />}
      {orderId && may("coinOrder:explain") ? <Postings orderId={orderId} merchantId={row.id} of={of} /> : null}
    </>
  );
}

/** Where prices are, for a payment that no rule prices. */
const priced = ({ bizCode }: CallError) =>
  bizCode === "merPaymentMethodCfg.feeRuleMissing" ? merPaymentMethodCfg : undefined;

/** Why it could not be taken, and where to look. */
function Refused({ failure, merchantId }: { readonly failure: CallError; readonly merchantId: string }) {
  const words = useWords(merchantScreenMessages);
  const locale = useLocale();
  const place = failure.bizCode === "coinOrder.noRoute" ? merGatewayAccountCfg : priced(failure);
  return (
    <div role="alert" className="merchant-refused">
      <strong>{words.testRefused}</strong> {failure.message}{" "}
      {place && (
        <Link className="ch-link" to={`${place.menu?.path}?merchantId=${merchantId}`}>
          {`${words.lookAt} ${place.messages[locale].title}`}
        </Link>
      )}
    </div>
  );
}

type Explanation = ResultOf<(typeof coinOrder.operations)["explain"]>;

interface PostingsProps {
  readonly orderId: string;
  readonly merchantId: string;
  readonly of: GoLiveItem;
}

function Postings({ orderId, merchantId, of }: PostingsProps) {
  const words = useWords(merchantScreenMessages);
  const isBooked = (data: Explanation | undefined) => (data?.journals.length ?? 0) > 1;
  const [isDone, setDone] = useState(false);
  const { data } = useAnswer(coinOrder, "explain", { id: orderId }, isDone ? {} : { everyMs: 1_500 });
  if (of.state === "done" && isBooked(data) !== isDone) setDone(isBooked(data));
  const link = (
    <Link className="ch-link" to={`/trade/order/${orderId}`}>
      {words.order}
    </Link>
  );
  if (!data || data.journals.length === 0)
    return <p className="merchant-says">{of.state === "missing" ? link : words.booking}</p>;
  return (
    <>
      <PostingTable of={data} merchantId={merchantId} />
      <p className="merchant-test">
        <Balanced of={data} />
        <span className="ch-grow" />
        {link}
      </p>
    </>
  );
}

const linesOf = ({ journals }: Explanation) =>
  journals.flatMap((journal) => journal.postings.map((posting, place) => ({ ...posting, journal, place })));

function PostingTable({ of, merchantId }: { readonly of: Explanation; readonly merchantId: string }) {
  const words = useWords(merchantScreenMessages);
  const locale = useLocale();
  const lines = linesOf(of);
  const held = pendingAfter(lines, merchantId);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="merchant-scroll" tabIndex={0} aria-label={words.postings}>
      <table className="merchant-postings">
        <thead>
          <tr>
            <th scope="col">{words.event}</th>
            <th scope="col">{words.debit}</th>
            <th scope="col">{words.credit}</th>
            <th scope="col">{`${words.amount}, ${[...new Set(lines.map(({ currency }) => currency))].join(" · ")}`}</th>
            <th scope="col">{words.pendingAfter}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ journal, place, debit, credit, amount, currency }, at) => {
            const after = held[at];
            return (
              <tr key={`${journal.journalId} ${place}`}>
                <td>
                  {place === 0 ? (
                    <span className="merchant-two">
                      <span>{LedgerEvent.memberOf(journal.event)?.text[locale] ?? journal.event}</span>
                      <small>
                        <TimeCell value={journal.postedAt} isClockOnly />
                      </small>
                    </span>
                  ) : null}
                </td>
                <td>
                  <AccountName code={debit} />
                </td>
                <td>
                  <AccountName code={credit} />
                </td>
                <td>
                  <MoneyCell amount={fromWire(amount, currency)} isPlain />
                </td>
                <td>{after ? <MoneyCell amount={after} isPlain /> : "–"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** A posting moves one amount from account to account: both sides come to the same, currency by currency. */
function Balanced({ of }: { readonly of: Explanation }) {
  const words = useWords(merchantScreenMessages);
  const language = useLocale();
  const byCurrency = Map.groupBy(linesOf(of), ({ currency }) => currency);
  const sums = [...byCurrency].map(([currency, lines]) =>
    lines.reduce((sum, line) => add(sum, fromWire(line.amount, currency)), fromWire("0", currency)),
  );
  const amount = sums.map((sum) => formatMoney(sum, { language, show: "code" })).join(" · ");
  return <StatusChip text={fill(words.balanced, { amount })} tone="success" isFlat />;
}
