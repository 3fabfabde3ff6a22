import type { Acknowledged, Load } from "./load.ts";
import { ask, type Rig } from "./rig.ts";

/** What a merchant was told against what is stored, and what is stored against the gateway's own book. */
export interface Comparison {
  readonly acknowledged: number;
  readonly found: number;
  /** Acknowledged and not there. */
  readonly lost: readonly string[];
  /** One business number that was answered as two orders. */
  readonly doubled: readonly string[];
  /** Acknowledged as ended one way and ended another way. */
  readonly contradicted: readonly string[];
  /** Calls without a final answer, whatever became of them. */
  readonly unknown: number;
  readonly orders: number;
  readonly paid: number;
  /** Payments of one order that the gateway took twice without a due being noted. */
  readonly takenTwice: readonly string[];
  /** Paid here and not there, or taken there and not known here. */
  readonly unmatched: readonly string[];
}

interface OrderRow {
  readonly merchant_order_no: string;
  readonly order_no: string;
  readonly status: string;
  readonly captured_amount: string;
  readonly dues: number;
}

const ended = new Set(["paid", "canceled", "failed"]);

/** Compares every acknowledgement of a load with the rows, and every row with the gateway. */
export async function compare(rig: Rig, { acknowledged, unknown }: Load): Promise<Comparison> {
  const rows = await ask<OrderRow>(
    rig,
    `SELECT o.merchant_order_no, o.order_no, o.status, o.captured_amount,
            (SELECT count(*)::int FROM payment_dues d WHERE d.merchant_id = o.merchant_id AND d.order_id = o.id) AS dues
       FROM coin_orders o`,
  );
  const byNumber = new Map(rows.map((row) => [row.order_no, row]));
  const lost = acknowledged.filter(
    ({ orderNo, merchantOrderNo }) => byNumber.get(orderNo)?.merchant_order_no !== merchantOrderNo,
  );
  return {
    acknowledged: acknowledged.length,
    found: acknowledged.length - lost.length,
    lost: lost.map(({ merchantOrderNo, step }) => `${merchantOrderNo} ${step}`),
    doubled: doublesOf(acknowledged),
    contradicted: acknowledged
      .filter(({ orderNo, status }) => ended.has(status) && byNumber.get(orderNo)?.status !== status)
      .map(({ orderNo, status }) => `${orderNo} was ${status}, is ${byNumber.get(orderNo)?.status}`),
    unknown,
    orders: rows.length,
    paid: rows.filter(({ status }) => status === "paid").length,
    ...(await compareBooks(rig, rows)),
  };
}

function doublesOf(acknowledged: readonly Acknowledged[]): string[] {
  const first = new Map<string, string>();
  const doubled: string[] = [];
  for (const { merchantOrderNo, orderNo } of acknowledged) {
    const known = first.get(merchantOrderNo) ?? orderNo;
    first.set(merchantOrderNo, known);
    if (known !== orderNo) doubled.push(`${merchantOrderNo} is ${known} and ${orderNo}`);
  }
  return doubled;
}

async function compareBooks({ simulator }: Rig, rows: readonly OrderRow[]) {
  const takenTwice: string[] = [];
  const unmatched: string[] = [];
  for (const { order_no, status, captured_amount, dues } of rows) {
    const taken = (await simulator.paymentsOf(order_no)).filter((payment) => payment.capturedAmount > 0);
    if (taken.length > 1 + dues) takenTwice.push(`${order_no}: ${taken.length} payments, ${dues} due`);
    // Not known yet, and said so.
    if (status === "pending") continue;
    const isPaid = status === "paid";
    const isTaken = taken.some((payment) => String(payment.capturedAmount) === captured_amount);
    if (isPaid ? !isTaken : taken.length > 0) unmatched.push(`${order_no} is ${status}, taken ${taken.length} times`);
  }
  return { takenTwice, unmatched };
}
