import { createHash } from "node:crypto";
import { formatDecimal } from "@countinghouse/money/decimal-amount.ts";
import { money } from "@countinghouse/money/money.ts";
import pg from "pg";
import { type BusinessPlan, filesOfGateway, type SoldRow } from "./business-days.ts";
import {
  type Book,
  bookOf,
  figuresOf,
  readRates,
  type Sale,
  type SaleFigures,
  type TakenOut,
} from "./expected-books.ts";
import { type Installation, type Seller, simulatedAccount } from "./installation.ts";

/** One sum, as the file says and as it was found. */
export interface Tie {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

/** What a run comes to. */
export interface TieOut {
  readonly ties: readonly Tie[];
  /** Of every account, who it belongs to, what moved it and what it holds: the same of two runs with the same books. */
  readonly digest: string;
  readonly counts: Readonly<Record<string, number>>;
  /** What all of it came to, in lines for people. */
  readonly sums: readonly string[];
}

export const isTied = ({ expected, found }: Tie): boolean => expected === found;

type Query = <R extends pg.QueryResultRow>(statement: string, values?: readonly unknown[]) => Promise<R[]>;

interface OrderFound {
  readonly merchant_id: string;
  readonly merchant_order_no: string;
  readonly status: string;
  readonly amount: string;
  readonly captured: string;
  readonly refunded: string;
  readonly settle: string | null;
  readonly fee: string | null;
  readonly net: string | null;
  readonly settlement_status: string;
  readonly begun: Date | null;
  readonly taken: Date | null;
  readonly captures: number;
  readonly given_back: Date | null;
  readonly given_from: string | null;
}

const ordersFound = `
  SELECT o.merchant_id, o.merchant_order_no, o.status, o.amount::text, o.captured_amount::text AS captured,
         o.refunded_amount::text AS refunded, o.settle_amount::text AS settle, o.fee_amount::text AS fee,
         o.net_amount::text AS net, o.settlement_status, min(a.started_time) AS begun, min(c.finished_time) AS taken,
         count(c.id)::int AS captures,
         (SELECT max(j.posted_at) FROM ledger_journals j
           WHERE j.merchant_id = o.merchant_id AND j.order_id = o.id AND j.event = 'J11') AS given_back,
         (SELECT min(r.source_bucket) FROM order_refunds r
           WHERE r.merchant_id = o.merchant_id AND r.order_id = o.id AND r.status = 'succeeded') AS given_from
    FROM coin_orders o
    LEFT JOIN captures c ON c.merchant_id = o.merchant_id AND c.order_id = o.id AND c.status = 'succeeded'
    LEFT JOIN payment_attempts a ON a.merchant_id = c.merchant_id AND a.id = c.attempt_id
   GROUP BY o.merchant_id, o.id`;

/** A row of the file beside the order that stands for it. */
interface SoldOrder {
  readonly line: number;
  readonly seller: Seller;
  readonly grossMinor: bigint;
  readonly isCanceled: boolean;
  readonly order: OrderFound | undefined;
  /** Nothing where the order was not taken. */
  readonly figures: SaleFigures | undefined;
}

/**
 * Compares every sum of a run with the file: by statements of its own on the database as its owner, by the gateway's own
 * book and files, and by arithmetic of its own. Nothing of the product's own reckoning takes part.
 */
export async function tieOut(installation: Installation, plan: BusinessPlan): Promise<TieOut> {
  const client = new pg.Client({ connectionString: installation.app.database.ownerUrl });
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const query: Query = async (statement, values = []) => (await client.query(statement, [...values])).rows;
    return await compare(installation, plan, query);
  } finally {
    await client.end();
  }
}

async function compare(installation: Installation, plan: BusinessPlan, query: Query): Promise<TieOut> {
  const sold = await besideOrders(installation, plan, query);
  const ties: Tie[] = [];
  const tie = (what: string, expected: bigint | number | string, found: bigint | number | string) =>
    void ties.push({ what, expected: String(expected), found: String(found) });
  for (const one of sold) tieOrder(one, tie);
  const [{ count: orders = 0 } = {}] = await query<{ count: number }>("SELECT count(*)::int AS count FROM coin_orders");
  tie("orders", sold.length, orders);
  const out = await withdrawalsOf(query);
  await tieSettlements(installation, sold, query, tie);
  await tieTransfers(installation, query, tie);
  const received = await tieFiles(installation, sold, query, tie);
  const books = await foundBooks(query);
  for (const seller of installation.sellers.values()) {
    const { merchantId, settledIn } = seller;
    const sales = sold.flatMap((one) => (one.seller === seller && one.figures ? [one.figures] : []));
    const bankId = installation.banks[settledIn];
    const taken = out.get(merchantId) ?? { count: 0n, debited: 0n };
    const expected = bookOf(seller, { ...installation, sales, out: taken, bankId });
    tieBook(seller.name, expected, books.get(merchantId) ?? new Map(), tie);
    books.delete(merchantId);
  }
  const house: Book = new Map([
    [`plt:gateway_receivable:BRL:${installation.gatewayAccountId}`, -received],
    [`plt:bank:BRL:${installation.banks.BRL}`, received],
  ]);
  tieBook("house", house, books.get(installation.houseId) ?? new Map(), tie);
  books.delete(installation.houseId);
  tie("books of anybody else", "", [...books.keys()].join(" "));
  const [{ receivable = "0" } = {}] = await query<{ receivable: string }>(
    `SELECT coalesce(sum(amount), 0)::text AS receivable FROM ledger_balances WHERE kind = 'gateway_receivable'`,
  );
  tie("what the gateway still owes, over all books", 0, receivable);
  const counts = await countsOf(query, sold);
  return { ties, digest: await digestOf(installation, query), counts, sums: sumsOf(sold, out, received) };
}

const decimal = (minor: bigint): string => formatDecimal(money(minor, "BRL"));

/** The sums of a run by the currency in which merchants are settled. */
function sumsOf(sold: readonly SoldOrder[], out: ReadonlyMap<string, TakenOut>, received: bigint): string[] {
  const lines = [...Map.groupBy(sold, ({ seller }) => seller.settledIn)].map(([code, some]) => {
    const figures = some.flatMap((one) => one.figures ?? []);
    const sum = (figure: (sale: SaleFigures) => bigint) =>
      decimal(figures.reduce((all, sale) => all + figure(sale), 0n));
    const sellers = new Set(some.map(({ seller }) => seller));
    const paid = [...sellers].reduce((all, { merchantId }) => all + (out.get(merchantId)?.debited ?? 0n), 0n);
    return [
      `${sellers.size} merchants in ${code}: sold BRL ${sum(({ gross }) => gross)}`,
      `worth ${sum(({ value }) => value)}, fees ${sum(({ fee }) => fee)}`,
      `refunded BRL ${sum(({ refunded }) => refunded)}, withdrawn ${decimal(paid)}`,
    ].join(", ");
  });
  return [...lines, `received from the gateway BRL ${decimal(received)}`];
}

type Compare = (what: string, expected: bigint | number | string, found: bigint | number | string) => void;

async function besideOrders({ sellers }: Installation, plan: BusinessPlan, query: Query): Promise<SoldOrder[]> {
  const rateAt = readRates(plan.rates);
  const found = new Map(
    (await query<OrderFound>(ordersFound)).map((order) => [`${order.merchant_id} ${order.merchant_order_no}`, order]),
  );
  return plan.days.flat().map(({ row, seller: name, isCanceled }: SoldRow) => {
    const seller = sellers.get(name);
    if (!seller || !("order" in row)) throw new Error(`line ${row.line} is no order of anybody`);
    const order = found.get(`${seller.merchantId} ${row.order.merchantOrderNo}`);
    const grossMinor = BigInt(row.order.amountMinor);
    const sale: Sale | undefined =
      order?.begun && order.taken
        ? {
            seller,
            grossMinor,
            begunAt: order.begun,
            takenAt: order.taken,
            refundedAt: isCanceled ? order.given_back : null,
          }
        : undefined;
    const figures = sale && figuresOf(sale, rateAt);
    return { line: row.line, seller, grossMinor, isCanceled, order, figures };
  });
}

/** An order as its row of the file would have it, figure by figure. */
function tieOrder({ line, grossMinor, isCanceled, order, figures }: SoldOrder, tie: Compare): void {
  const shown = (parts: readonly unknown[]) => parts.join(" ");
  const expected = figures && [
    ...["paid", grossMinor, grossMinor, isCanceled ? grossMinor : 0n, figures.value, figures.fee],
    ...[figures.value - figures.fee, "settled", 1],
  ];
  const found = order && [
    ...[order.status, order.amount, order.captured, order.refunded, order.settle, order.fee],
    ...[order.net, order.settlement_status, order.captures],
  ];
  tie(`line ${line}`, shown(expected ?? ["taken"]), shown(found ?? ["missing"]));
}

/** What left each merchant; whatever did not end as it should is told by a count of its own. */
async function withdrawalsOf(query: Query): Promise<ReadonlyMap<string, TakenOut>> {
  const rows = await query<{ merchant_id: string; count: string; debited: string }>(
    `SELECT merchant_id, count(*)::text AS count, sum(debited_amount)::text AS debited
       FROM cashouts WHERE status = 'paid' GROUP BY merchant_id`,
  );
  return new Map(
    rows.map(({ merchant_id, count, debited }) => [merchant_id, { count: BigInt(count), debited: BigInt(debited) }]),
  );
}

/** Batches and their bills come to what sales, fees and refunds come to; what is refunded of a settled sale is in no batch. */
async function tieSettlements(
  { sellers }: Installation,
  sold: readonly SoldOrder[],
  query: Query,
  tie: Compare,
): Promise<void> {
  const batches = await query<{ merchant_id: string; amount: string; billed: string; unsettled: number }>(
    `SELECT b.merchant_id, sum(b.amount)::text AS amount,
            sum((SELECT l.net_amount FROM bills i JOIN bill_lines l ON l.merchant_id = i.merchant_id AND l.bill_id = i.id
                  WHERE i.merchant_id = b.merchant_id AND i.batch_id = b.id AND l.payment_category = 'all'))::text AS billed,
            (count(*) FILTER (WHERE b.status <> 'settled'))::int AS unsettled
       FROM settlement_batches b WHERE b.status <> 'void' GROUP BY b.merchant_id`,
  );
  const of = new Map(batches.map((row) => [row.merchant_id, row]));
  for (const seller of sellers.values()) {
    const net = sold.reduce(
      (sum, { seller: its, order, figures }) =>
        its === seller && figures ? sum + (order?.given_from === "pending" ? 0n : figures.value) - figures.fee : sum,
      0n,
    );
    const row = of.get(seller.merchantId);
    tie(`batches of ${seller.name}`, `${net} ${net} 0`, row ? `${row.amount} ${row.billed} ${row.unsettled}` : "none");
  }
}

/** Every withdrawal ended paid, and the gateway's own book has each transfer once, over the amount we sent. */
async function tieTransfers({ simulator }: Installation, query: Query, tie: Compare): Promise<void> {
  const rows = await query<{ payout_no: string; sent: string; status: string; payout: string }>(
    `SELECT p.payout_no, c.sent_amount::text AS sent, c.status, p.status AS payout
       FROM cashouts c LEFT JOIN payouts p ON p.merchant_id = c.merchant_id AND p.id = c.payout_id`,
  );
  for (const { payout_no, sent, status, payout } of rows) {
    const book = payout_no ? await simulator.control("GET", `/book?reference=${payout_no}`) : { payouts: [] };
    const { payouts } = book as { readonly payouts: readonly { readonly amount: number; readonly status: string }[] };
    const atGateway = payouts.map((one) => `${one.amount} ${one.status}`).join(", ");
    tie(`transfer ${payout_no}`, `paid paid ${sent} paid`, `${status} ${payout} ${atGateway}`);
  }
}

const minorOf = (text: string | undefined): bigint => BigInt((text || "0").replace(".", ""));

/** The gateway's files list each sale and refund of ours once, and what they pay is what we booked as paid; answers that. */
async function tieFiles(
  { simulator }: Installation,
  sold: readonly SoldOrder[],
  query: Query,
  tie: Compare,
): Promise<bigint> {
  const lines = (await filesOfGateway(simulator.url)).flatMap(({ text }) => {
    const [heading = "", ...rows] = text.split(/\r?\n/).filter(Boolean);
    const names = heading.split(",");
    return rows.map((row) => Object.fromEntries(row.split(",").map((cell, at) => [names[at] ?? "", cell])));
  });
  const net = ({ netCredit, netDebit }: Readonly<Record<string, string>>) => minorOf(netCredit) - minorOf(netDebit);
  const ofType = (type: string) => lines.filter((line) => line.type === type);
  const total = (some: readonly Readonly<Record<string, string>>[]) => some.reduce((sum, line) => sum + net(line), 0n);
  const figures = sold.flatMap((one) => one.figures ?? []);
  const sum = (figure: (sale: SaleFigures) => bigint) => figures.reduce((all, sale) => all + figure(sale), 0n);
  const references = ofType("Settled").map(({ upstreamReference }) => upstreamReference);
  tie("sales in the gateway's files, each once", sold.length, new Set(references).size);
  tie("lines of sales in the gateway's files", sold.length, references.length);
  tie("refunds in the gateway's files", sold.filter(({ isCanceled }) => isCanceled).length, ofType("Refunded").length);
  tie(
    "net of sales in the gateway's files",
    sum(({ gross, gatewayFee }) => gross - gatewayFee),
    total(ofType("Settled")),
  );
  tie("refunds in the gateway's files, BRL", -sum(({ refunded }) => refunded), total(ofType("Refunded")));
  const paid = -total(ofType("MerchantPayout"));
  tie(
    "what the gateway pays, BRL",
    sum(({ gross, gatewayFee, refunded }) => gross - gatewayFee - refunded),
    paid,
  );
  const [batches] = await query<{ received: string; unended: number; open: number; suspense: string }>(
    `SELECT coalesce(sum(received_amount), 0)::text AS received,
            (count(*) FILTER (WHERE status <> 'closed'))::int AS unended,
            (SELECT count(*) FROM recon_items WHERE status NOT IN ('matched', 'resolved'))::int AS open,
            (SELECT coalesce(sum(abs(suspense_amount)), 0) FROM recon_items)::text AS suspense
       FROM recon_batches WHERE currency = 'BRL'`,
  );
  tie("received, files not ended, lines open, suspense", `${paid} 0 0 0`, Object.values(batches ?? {}).join(" "));
  return paid;
}

async function foundBooks(query: Query): Promise<Map<string, Map<string, bigint>>> {
  const rows = await query<{ merchant_id: string; account: string; amount: string }>(
    `SELECT merchant_id, account, sum(amount)::text AS amount FROM (
       SELECT merchant_id, debit_account AS account, amount FROM ledger_postings
       UNION ALL SELECT merchant_id, credit_account, -amount FROM ledger_postings) moved
      GROUP BY merchant_id, account`,
  );
  const books = new Map<string, Map<string, bigint>>();
  for (const { merchant_id, account, amount } of rows) {
    const book = books.get(merchant_id) ?? new Map<string, bigint>();
    books.set(merchant_id, book.set(account, BigInt(amount)));
  }
  return books;
}

function tieBook(name: string, expected: Book, found: Book, tie: Compare): void {
  for (const account of new Set([...expected.keys(), ...found.keys()]))
    tie(`${name} ${account}`, expected.get(account) ?? 0n, found.get(account) ?? 0n);
}

/** Ids differ from run to run; names, events and amounts do not. */
async function digestOf({ sellers, gatewayAccountId, banks, houseId }: Installation, query: Query): Promise<string> {
  const names = new Map([...sellers.values()].map(({ merchantId, name }) => [merchantId, name]));
  names.set(houseId, "house").set(gatewayAccountId, simulatedAccount).set(banks.BRL, "bank").set(banks.USD, "bank");
  const plain = (account: string) =>
    account
      .split(":")
      .map((part) => names.get(part) ?? part)
      .join(":");
  const rows = await query<{
    merchant_id: string;
    event: string;
    debit: string;
    credit: string;
    count: string;
    sum: string;
  }>(
    `SELECT p.merchant_id, j.event, p.debit_account AS debit, p.credit_account AS credit, count(*)::text AS count,
            sum(p.amount)::text AS sum
       FROM ledger_postings p JOIN ledger_journals j ON j.merchant_id = p.merchant_id AND j.id = p.journal_id
      GROUP BY p.merchant_id, j.event, p.debit_account, p.credit_account`,
  );
  const lines = rows.map(({ merchant_id, event, debit, credit, count, sum }) =>
    [names.get(merchant_id) ?? merchant_id, event, plain(debit), plain(credit), count, sum].join(" "),
  );
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex");
}

async function countsOf(query: Query, sold: readonly SoldOrder[]): Promise<Record<string, number>> {
  const [counts] = await query<Record<string, number>>(
    `SELECT (SELECT count(*) FROM order_refunds WHERE status = 'succeeded')::int AS refunds,
            (SELECT count(*) FROM settlement_batches WHERE status = 'settled')::int AS batches,
            (SELECT count(*) FROM cashouts WHERE status = 'paid')::int AS withdrawals,
            (SELECT count(*) FROM recon_batches)::int AS files,
            (SELECT count(*) FROM ledger_journals)::int AS journals,
            (SELECT count(*) FROM ledger_postings)::int AS postings`,
  );
  return { orders: sold.length, converted: sold.filter(({ seller }) => seller.settledIn === "USD").length, ...counts };
}
