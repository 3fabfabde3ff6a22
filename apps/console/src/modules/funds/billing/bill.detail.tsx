import { BillCategory, BillStatus } from "@countinghouse/contract/funds/billing/bill-enumerations.ts";
import { type BillDetail, billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { type MerchantBillDetail, merchantBilling } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import { LedgerEvent } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Button } from "antd";
import { Download } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { download } from "../../../platform/api/download.ts";
import { toastFailure } from "../../../platform/api/use-operation.ts";
import { FundsTitle } from "../../../platform/funds/funds-title.tsx";
import { Sums } from "../../../platform/funds/sums.tsx";
import { Waterfall } from "../../../platform/funds/waterfall.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { BillPlan } from "./bill.plan.part.tsx";
import "./billing.css";
import { billScreenMessages } from "./billing.messages.ts";

/** A row of either list of bills, and with more to say once it was read by itself. */
export type BillRow = Omit<MerchantBillDetail, "lines" | "directMovements" | "can"> &
  Partial<Pick<BillDetail, "lines" | "directMovements" | "can" | "gatewayCostAmount" | "marginAmount">>;
type Row = { readonly row: BillRow };

/** What a bill is known by: what is settled by it, and where it stands. */
export const BillHeading = ({ row }: Row) => (
  <FundsTitle {...row} amount={row.settlementAmount} enumeration={BillStatus} />
);

const facts = [
  "merchantName",
  "batch",
  "billingDate",
  "settlementDate",
  "periodFrom",
  "periodTo",
  "depositRatio",
  "depositReleasedAmount",
  "invoiceNo",
  "issuedTime",
  "confirmedTime",
  "confirmUserName",
] as const;
const costs = ["gatewayCostAmount", "marginAmount"];

/** The sums of a bill as the steps from sales to payout take them. */
const sumsOf = (row: BillRow) => {
  const all = (...minors: readonly string[]): string => String(minors.reduce((sum, one) => sum + BigInt(one), 0n));
  return {
    currency: row.currency,
    grossAmount: row.grossAmount,
    refundAmount: row.refundAmount,
    disputeAmount: row.disputeAmount,
    feeAmount: all(row.transactionFee, row.gatewayFee, row.refundHandlingFee),
    penaltyAmount: all(row.disputePenalty, row.refusalToPayPenalty),
    taxAmount: row.taxAmount,
    adjustmentAmount: row.adjustmentAmount,
    amount: row.netAmount,
    reserveAmount: row.depositAmount,
    isSettled: false,
  };
};

/** A bill beside its list: where it stands, how it came about, by category, and as a document. */
export function BillPanel({ row }: Row) {
  const isOwn = useIsOfMerchant();
  const resource = isOwn ? merchantBilling : billing;
  return (
    <>
      <BillNote row={row} />
      <BillLinks row={row} />
      <Waterfall of={sumsOf(row)} />
      <Categories row={row} />
      {isOwn ? null : <BillPlan row={row} />}
      <Beside row={row} />
      <RecordFacts resource={resource} of={row} fields={isOwn ? facts : [...facts, ...costs]} />
    </>
  );
}

/** Where it stands, and what was asked about it. */
function BillNote({ row: { status, queryText, answerText, queryUserName } }: Row) {
  const words = useWords(billScreenMessages);
  const isOwn = useIsOfMerchant();
  const said: Readonly<Record<BillRow["status"], string>> = {
    draft: words.draft,
    issued: isOwn ? words.toConfirm : words.issued,
    confirmed: words.confirmed,
    disputed: words.asked,
    void: words.void,
  };
  return (
    <div className={`funds-note ch-tone-${status === "disputed" ? "warning" : "info"}`}>
      <p>{said[status]}</p>
      {queryText ? (
        <p>
          <strong>{isOwn ? words.questionOwn : words.question}</strong> {queryText}
          {queryUserName ? ` · ${queryUserName}` : ""}
        </p>
      ) : null}
      {answerText ? (
        <p>
          <strong>{words.answer}</strong> {answerText}
        </p>
      ) : null}
    </div>
  );
}

function BillLinks({ row: { id, batchId, batch, status } }: Row) {
  const words = useWords(billScreenMessages);
  const resource = useIsOfMerchant() ? merchantBilling : billing;
  const [isBusy, setIsBusy] = useState(false);
  const fetchPdf = async () => {
    setIsBusy(true);
    await download(resource as typeof billing, "download", { id }, `${batch}.pdf`).catch(toastFailure);
    setIsBusy(false);
  };
  return (
    <div className="bill-links">
      <Link to={`/finance/settlement/${batchId}`}>{words.openBatch}</Link>
      <Allowed need="settlementLine:page">
        <Link to={`/finance/lines?batchId=${batchId}`}>{words.openLines}</Link>
      </Allowed>
      <span className="ch-grow" />
      {status === "void" ? null : (
        <Allowed need={`${resource.name}:download`}>
          <Button
            size="small"
            icon={<Download size={14} aria-hidden="true" />}
            loading={isBusy}
            onClick={() => void fetchPdf()}
          >
            {words.pdf}
          </Button>
        </Allowed>
      )}
    </div>
  );
}

/** What each category of payments brought and cost. */
function Categories({ row: { lines = [], currency } }: Row) {
  const words = useWords(billScreenMessages);
  const { fields } = useWords(merchantBilling);
  const locale = useLocale();
  if (lines.length < 2) return null;
  const shown = ["orderCount", "grossAmount", "refundAmount", "transactionFee", "taxAmount", "netAmount"] as const;
  return (
    <section>
      <h3 className="ch-section-title">{words.byCategory}</h3>
      <div className="bill-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.category}</th>
              {shown.map((field) => (
                <th key={field} scope="col" className="bill-figure">
                  {fields[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.paymentCategory}>
                <th scope="row">{BillCategory.memberOf(line.paymentCategory)?.text[locale]}</th>
                {shown.map((field) => (
                  <td key={field} className="bill-figure">
                    {field === "orderCount" ? (
                      line.orderCount
                    ) : (
                      <MoneyCell amount={fromWire(String(line[field]), currency)} isPlain />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What moved the available balance in the period without being part of the bill. */
function Beside({ row: { directMovements, currency } }: Row) {
  const words = useWords(billScreenMessages);
  const locale = useLocale();
  if (!directMovements) return null;
  const { openingAmount, movements, closingAmount, earlier } = directMovements;
  if (movements.length === 0 && earlier.length === 0) return null;
  const told = ({ event, count, amount }: (typeof movements)[number], said = "{event}") => ({
    label: `${fill(said, { event: LedgerEvent.memberOf(String(event))?.text[locale] ?? String(event) })} × ${count}`,
    minor: String(amount),
  });
  return (
    <section>
      <h3 className="ch-section-title">{words.beside}</h3>
      <p className="funds-quiet">{words.besideHint}</p>
      <Sums
        currency={currency}
        sums={[
          ...earlier.map((one) => told(one, words.ofVoid)),
          { label: words.opening, minor: openingAmount },
          ...movements.map((one) => told(one)),
          { label: words.closing, minor: closingAmount },
        ]}
      />
    </section>
  );
}
