import { billDocumentMessages } from "@countinghouse/contract/funds/billing/bill-document.messages.ts";
import { BillCategory } from "@countinghouse/contract/funds/billing/bill-enumerations.ts";
import type { MerchantBillDetail } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import { LedgerEvent } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { isNegative, isZero, type Money, negate, sum } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { localTime } from "@countinghouse/money/zone.ts";
import type { PdfDocument, PdfSum, PdfTable } from "../../../platform/pdf/pdf-document.ts";

/** Issuer of bills, from the settings; empty members are left out. */
export interface BillIssuer {
  readonly name: string;
  readonly address: string;
  readonly registration: string;
  /** Contact for questions. */
  readonly contact: string;
  /** The account for merchants' payments of what they owe. */
  readonly bankAccount: string;
}

/** The billed merchant. */
export interface BilledMerchant {
  readonly legalName: string;
  readonly registeredAddress?: string | null | undefined;
  readonly taxNo?: string | null | undefined;
  /** The zone of its days. */
  readonly timezone: string;
}

interface BillToDraw {
  readonly bill: MerchantBillDetail;
  readonly merchant: BilledMerchant;
  readonly issuer: BillIssuer;
  readonly locale: Locale;
}

type Line = MerchantBillDetail["lines"][number];
type Amounts = { readonly [K in keyof Line as Line[K] extends string ? K : never]: Line[K] };

/**
 * A bill as a document (acquiring 4.4): the result first, then sales with their fees, deductions, the summary that
 * leads from sales to result, and other movements. Amounts are the bill's own; only sums of its fees are computed.
 */
export function billDocument({ bill, merchant, issuer, locale }: BillToDraw): PdfDocument {
  const words = billDocumentMessages[locale];
  const { currency, settlementDate: date } = bill;
  const settled = moneyOf(bill.settlementAmount, currency);
  const { name, address, registration, contact, bankAccount } = issuer;
  return {
    locale,
    title: words.title,
    number: bill.invoiceNo ?? words.draft,
    issuer: { name, lines: [address, registration].filter(Boolean) },
    to: {
      label: words.to,
      name: merchant.legalName,
      lines: [merchant.registeredAddress, merchant.taxNo].filter((line): line is string => Boolean(line)),
    },
    facts: [
      { label: words.batch, value: bill.batch },
      { label: words.period, value: periodOf(bill, merchant.timezone) },
      { label: words.valueDate, value: date },
      { label: words.issued, value: bill.billingDate },
      { label: words.terms, value: shareText(bill.depositRatio) },
    ],
    result: {
      label: fill(isNegative(settled) ? words.owed : words.made, { date }),
      amount: figure(settled),
      currency,
    },
    tables: [salesTable(bill, locale), takenTable(bill, locale), besideTable(bill, locale)].filter(
      (table): table is PdfTable => table !== undefined,
    ),
    notes: [
      {
        title: words.payment,
        facts: [
          { label: words.credited, value: fill(words.balance, { currency, date }) },
          ...(bankAccount ? [{ label: words.ifOwed, value: bankAccount }] : []),
          { label: words.reference, value: bill.invoiceNo ?? bill.batch },
        ],
      },
      { title: words.question, text: [contact ? fill(words.ask, { contact }) : words.askHere] },
    ],
    summary: { title: fill(words.summary, { currency }), rows: summaryOf(bill, locale) },
    footer: [name, words.rounding].filter(Boolean).join(". ").replace("..", "."),
    pageOf: words.page,
  };
}

const moneyOf = (minor: string, currency: string): Money => fromWire(minor, currency);
const figure = (amount: Money): string => formatMoney(amount, { language: "en", show: "none" });
/** A ratio in per cent: 29000 millionths are 2.9 %. */
function shareText(millionths: number): string {
  const digits = String(millionths).padStart(5, "0");
  return `${`${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, "")} %`;
}

/** The billing period in the merchant's own zone. */
function periodOf({ periodFrom, periodTo }: Pick<MerchantBillDetail, "periodFrom" | "periodTo">, zone: string): string {
  const told = (instant: string): string => {
    const { date, seconds } = localTime(Date.parse(instant), zone);
    const clock = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
    return `${date} ${clock.map((part) => String(part).padStart(2, "0")).join(":")}`;
  };
  return `${told(periodFrom)} – ${told(periodTo)}, ${zone}`;
}

/** The total line, which stands among those of the categories. */
const totalOf = (bill: MerchantBillDetail): Line | undefined =>
  bill.lines.find(({ paymentCategory }) => paymentCategory === BillCategory.All);

/** Sales by payment category, with our fees. */
function salesTable(bill: MerchantBillDetail, locale: Locale): PdfTable {
  const words = billDocumentMessages[locale];
  const { currency } = bill;
  const hasGatewayFee = bill.gatewayFee !== "0";
  const row = (
    name: string,
    line: Pick<Line, "orderCount"> & Pick<Amounts, "grossAmount" | "transactionFee" | "gatewayFee" | "taxAmount">,
  ) => [
    name,
    String(line.orderCount),
    figure(moneyOf(line.grossAmount, currency)),
    figure(moneyOf(line.transactionFee, currency)),
    ...(hasGatewayFee ? [figure(moneyOf(line.gatewayFee, currency))] : []),
    figure(moneyOf(line.taxAmount, currency)),
  ];
  const amountColumn = (heading: string) => ({ heading: fill(heading, { currency }), share: 1.6, isFigure: true });
  return {
    title: words.sales,
    columns: [
      { heading: words.category, share: 3 },
      { heading: words.captures, share: 1, isFigure: true },
      ...[words.captured, words.fee, ...(hasGatewayFee ? [words.gatewayFee] : []), words.tax].map(amountColumn),
    ],
    rows: bill.lines
      .filter(({ paymentCategory }) => paymentCategory !== BillCategory.All)
      .map((line) => row(BillCategory.memberOf(line.paymentCategory)?.text[locale] ?? line.paymentCategory, line)),
    sum: row(words.sum, totalOf(bill) ?? bill),
  };
}

/** Refunds, disputes, and fees other than those on sales; undefined where there are none. */
function takenTable(bill: MerchantBillDetail, locale: Locale): PdfTable | undefined {
  const words = billDocumentMessages[locale];
  const { currency } = bill;
  const rows = (
    [
      [words.refunds, bill.refundCount, bill.refundAmount],
      [words.refundFee, null, bill.refundHandlingFee],
      [words.disputes, bill.disputeCount, bill.disputeAmount],
      [words.penaltyOfDisputes, null, bill.disputePenalty],
      [words.penaltyOfRefusals, null, bill.refusalToPayPenalty],
    ] as const
  ).filter(([, , minor]) => minor !== "0");
  if (rows.length === 0) return undefined;
  return {
    title: words.taken,
    columns: [
      { heading: words.kind, share: 4 },
      { heading: words.count, share: 1, isFigure: true },
      { heading: fill(words.amount, { currency }), share: 2, isFigure: true },
    ],
    rows: rows.map(([name, count, minor]) => [
      name,
      count === null ? "" : String(count),
      figure(moneyOf(minor, currency)),
    ]),
    sum: [
      words.sum,
      "",
      figure(
        sum(
          currency,
          rows.map(([, , minor]) => moneyOf(minor, currency)),
        ),
      ),
    ],
  };
}

/** Movements of the available balance outside the bill; undefined where there are none. */
function besideTable({ directMovements, currency }: MerchantBillDetail, locale: Locale): PdfTable | undefined {
  const words = billDocumentMessages[locale];
  const { openingAmount, movements, closingAmount, earlier } = directMovements;
  if (movements.length === 0 && earlier.length === 0) return undefined;
  const rowOf = ({ event, count, amount: minor }: (typeof movements)[number], said = "{event}") => [
    fill(said, { event: LedgerEvent.memberOf(String(event))?.text[locale] ?? String(event) }),
    String(count),
    amount(minor),
  ];
  const amount = (minor: string): string => figure(moneyOf(minor, currency));
  return {
    title: words.beside,
    columns: [
      { heading: words.kind, share: 4 },
      { heading: words.count, share: 1, isFigure: true },
      { heading: fill(words.amount, { currency }), share: 2, isFigure: true },
    ],
    rows: [
      ...earlier.map((one) => rowOf(one, words.ofVoid)),
      [words.opening, "", amount(openingAmount)],
      ...movements.map((one) => rowOf(one)),
    ],
    sum: [words.closing, "", amount(closingAmount)],
    note: words.besideNote,
  };
}

/** The summary from sales to the settled amount, in the order of the formula; zero lines are left out. */
function summaryOf(bill: MerchantBillDetail, locale: Locale): readonly PdfSum[] {
  const words = billDocumentMessages[locale];
  const { currency } = bill;
  const all = (...minors: readonly string[]): Money =>
    sum(
      currency,
      minors.map((minor) => moneyOf(minor, currency)),
    );
  const steps: readonly { readonly label: string; readonly amount: Money; readonly isStrong?: boolean }[] = [
    { label: words.salesSum, amount: all(bill.grossAmount), isStrong: false },
    { label: fill(words.refundsSum, { count: bill.refundCount }), amount: negate(all(bill.refundAmount)) },
    { label: fill(words.disputesSum, { count: bill.disputeCount }), amount: negate(all(bill.disputeAmount)) },
    { label: words.fees, amount: negate(all(bill.transactionFee, bill.gatewayFee, bill.refundHandlingFee)) },
    { label: words.penalties, amount: negate(all(bill.disputePenalty, bill.refusalToPayPenalty)) },
    { label: words.taxSum, amount: negate(all(bill.taxAmount)) },
    { label: words.adjustments, amount: all(bill.adjustmentAmount) },
    { label: words.net, amount: all(bill.netAmount), isStrong: true },
    { label: fill(words.reserve, { ratio: shareText(bill.depositRatio) }), amount: negate(all(bill.depositAmount)) },
  ];
  const settled = moneyOf(bill.settlementAmount, currency);
  const result = fill(isNegative(settled) ? words.owed : words.made, { date: bill.settlementDate });
  return [
    ...steps.filter(({ amount, isStrong }) => isStrong !== undefined || !isZero(amount)),
    { label: result, amount: settled, isStrong: true },
  ].map(({ label, amount, isStrong = false }) => ({ label, value: figure(amount), isStrong }));
}
