import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";
import { auditAtRest, startAuditor, waitForRest } from "./audit.ts";
import { call, newWeathered, type Weathered } from "./calls.ts";
import { untilReady } from "./database-lost.ts";
import { defectsOf, type Findings, healedAfter, lawBroken, leftForEver, lostWords, spread } from "./findings.ts";
import { creationOf } from "./load.ts";
import { ask, type Rig } from "./rig.ts";
import type { RunOptions } from "./run.ts";
import { fundedForWithdrawals, paidBeforeTerms } from "./withdrawals.ts";

/** What a merchant's server was told that money went back or out. */
interface MovedOut {
  readonly kind: "refund" | "withdrawal";
  /** The merchant's number of a refund, the key of a withdrawal. */
  readonly own: string;
  readonly no: string;
  readonly status: string;
}

const partMinor = 2_500;
const withdrawnMinor = 1_000;

interface MoneyOutLoad {
  readonly told: readonly MovedOut[];
  readonly asked: { readonly refunds: number; readonly withdrawals: number };
  readonly weathered: Weathered;
  readonly unknown: number;
  finish(): Promise<void>;
}

/** Sales that are refunded in part, twice, and withdrawals, at a steady pace; what is told is kept on the disk first. */
async function startMoneyOut(rig: Rig, { seed, rate }: RunOptions, payoutAccountId: string): Promise<MoneyOutLoad> {
  const file = await open(join(rig.folder, "money-out.acknowledged"), "a");
  const told: MovedOut[] = [];
  const weathered = newWeathered();
  const asked = { refunds: 0, withdrawals: 0 };
  const running = new Set<Promise<void>>();
  let unknown = 0;
  let isFinished = false;
  const keep = async (moved: MovedOut) => {
    await file.write(`${JSON.stringify(moved)}\n`);
    await file.datasync();
    told.push(moved);
  };
  const refund = async (orderNo: string, own: string, random: SeededRandom) => {
    asked.refunds += 1;
    const body = { orderNo, merchantRefundNo: own, amount: partMinor };
    const heard = await call(rig, { path: "/v1/refunds", body, renewsKey: true }, random, weathered);
    if (heard.outcome === "unknown") unknown += 1;
    if (heard.outcome === "acknowledged")
      await keep({ kind: "refund", own, no: heard.body.refundNo, status: heard.body.status });
  };
  const withdraw = async (own: string, random: SeededRandom) => {
    asked.withdrawals += 1;
    const body = { amount: withdrawnMinor, currency: "USD", payoutAccountId };
    const heard = await call(rig, { path: "/v1/withdrawals", body, key: own }, random, weathered);
    if (heard.outcome === "unknown") unknown += 1;
    if (heard.outcome === "acknowledged")
      await keep({ kind: "withdrawal", own, no: heard.body.withdrawalNo, status: heard.body.status });
  };
  const play = async (number: number): Promise<void> => {
    const random = new SeededRandom(seed * 1_000_003 + number);
    if (random.chance(0.4)) return withdraw(`out-${number}`, random);
    const body = creationOf(`back-${number}`, "sale");
    const sold = await call(rig, { path: "/v1/orders", body, renewsKey: true }, random, weathered);
    if (sold.outcome !== "acknowledged" || sold.body.status !== "paid") return;
    for (const part of [1, 2]) await refund(sold.body.orderNo, `back-${number}-${part}`, random);
  };
  const stream = (async () => {
    for (let number = 0; !isFinished; number += 1) {
      await sleep(1000 / rate);
      if (isFinished || running.size >= 60) continue;
      const one = play(number).finally(() => running.delete(one));
      running.add(one);
    }
  })();
  return {
    told,
    asked,
    weathered,
    get unknown() {
      return unknown;
    },
    finish: async () => {
      isFinished = true;
      await stream;
      while (running.size > 0) await Promise.all(running);
      await file.close();
    },
  };
}

interface RefundRow {
  readonly no: string;
  readonly own: string;
  readonly status: string;
  readonly amount: string;
}

/** The gateway's own book under a number: how much of it went through. */
async function goneAt({ simulator }: Rig, kind: "refunds" | "payouts", reference: string): Promise<bigint> {
  const book = (await simulator.control("GET", `/book?reference=${reference}`)) as Readonly<
    Record<string, readonly { readonly amount: number; readonly status: string }[]>
  >;
  const gone = (book[kind] ?? []).filter(({ status }) => !["failed", "canceled", "rejected"].includes(status));
  return gone.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

/** Everything told against the rows, and every row against the gateway's book: each sum once. */
async function compareMoneyOut(rig: Rig, { told, asked }: Pick<MoneyOutLoad, "told" | "asked">) {
  const refunds = await ask<RefundRow>(
    rig,
    "SELECT refund_no AS no, merchant_refund_no AS own, status, amount::text AS amount FROM order_refunds",
  );
  const withdrawals = await ask<{ no: string; status: string; payout_no: string | null; sent: string }>(
    rig,
    `SELECT c.cashout_no AS no, c.status, p.payout_no, c.sent_amount::text AS sent FROM cashouts c
       LEFT JOIN payouts p ON p.merchant_id = c.merchant_id AND p.source_type = 'cashout' AND p.source_id = c.id
      WHERE c.terms_id <> $1`,
    [paidBeforeTerms],
  );
  const known = new Set([...refunds, ...withdrawals].map(({ no }) => no));
  const broken = told.filter(({ no }) => !known.has(no)).map(({ own, no }) => `${lostWords}: ${own} ${no}`);
  const byOwn = Map.groupBy(refunds, ({ own }) => own);
  for (const [own, same] of byOwn)
    if (same.length > 1) broken.push(`one number, several refunds: ${own} ${same.length}`);
  if (withdrawals.length > asked.withdrawals)
    broken.push(`more withdrawals than were asked for: ${withdrawals.length} of ${asked.withdrawals}`);
  for (const { no, status, amount } of refunds) {
    const gone = await goneAt(rig, "refunds", no);
    if (gone > BigInt(amount)) broken.push(`refunded twice: ${no} ${gone} of ${amount}`);
    if (status === "succeeded" && gone !== BigInt(amount))
      broken.push(`refunded here alone: ${no} ${gone} of ${amount}`);
  }
  for (const { no, status, payout_no, sent } of withdrawals) {
    const gone = payout_no === null ? 0n : await goneAt(rig, "payouts", payout_no);
    if (gone > BigInt(sent)) broken.push(`paid out twice: ${no} ${gone} of ${sent}`);
    if (status === "paid" && gone !== BigInt(sent)) broken.push(`paid out here alone: ${no} ${gone} of ${sent}`);
  }
  return { broken: [...broken, ...(await beyond(rig))], refunds: refunds.length, withdrawals: withdrawals.length };
}

/** Orders of which more went back than came, and buckets of merchants that are below nothing. */
async function beyond(rig: Rig): Promise<string[]> {
  const rows = await ask<{ what: string }>(
    rig,
    `SELECT 'refunded beyond what was captured: ' || o.order_no AS what FROM coin_orders o
      WHERE (SELECT coalesce(sum(r.amount), 0) FROM order_refunds r WHERE r.merchant_id = o.merchant_id
               AND r.order_id = o.id AND r.status NOT IN ('failed', 'canceled', 'rejected')) > o.captured_amount
      UNION ALL SELECT 'below nothing: ' || account || ' ' || amount FROM ledger_balances
      WHERE account LIKE 'mer:%' AND amount < 0`,
  );
  return rows.map(({ what }) => what);
}

/** Waits until refunds have their end and transfers were sent: the gateway pays those an hour later. */
async function untilOut(rig: Rig, seconds: number): Promise<number> {
  for (let waited = 0; ; waited += 1) {
    const [{ left } = { left: 0 }] = await ask<{ left: number }>(
      rig,
      `SELECT ((SELECT count(*) FROM order_refunds WHERE status IN ('created', 'approved', 'processing'))
             + (SELECT count(*) FROM cashouts WHERE status = 'approved')
             + (SELECT count(*) FROM payouts WHERE status = 'created'))::int AS left`,
    ).catch(() => [{ left: -1 }]);
    if (left === 0 || waited >= seconds) return left;
    await sleep(1_000);
  }
}

/** FT-03 while money goes back and out: the whole tree of the database's processes is killed, over and over. */
export async function databaseKilledOut(rig: Rig, options: RunOptions): Promise<Findings> {
  const { seed, kills, warmUpSeconds } = options;
  const random = new SeededRandom(seed);
  const payoutAccountId = await fundedForWithdrawals(rig, 100_000_000n);
  const auditor = startAuditor(rig);
  const load = await startMoneyOut(rig, options, payoutAccountId);
  await sleep(warmUpSeconds * 1000);
  const readies: number[] = [];
  for (let number = 0; number < kills; number += 1) {
    await sleep(random.between(2_000, 5_000));
    rig.timeline.note("kill -9 every process of the database");
    await rig.cluster.killTree();
    await rig.cluster.start();
    readies.push(await untilReady(rig));
  }
  rig.timeline.note("no more faults; what is left goes back and out");
  await load.finish();
  const left = await untilOut(rig, 240);
  const healing = await waitForRest(rig, 240);
  await auditor.stop();
  const compared = await compareMoneyOut(rig, load);
  const { weathered, told, asked, unknown } = load;
  return {
    figures: [
      ["kills", kills],
      ["accepting to both nodes ready", spread(readies)],
      ["refunds asked for, stored", `${asked.refunds}, ${compared.refunds}`],
      ["withdrawals asked for, stored", `${asked.withdrawals}, ${compared.withdrawals}`],
      ["acknowledged", told.length],
      ["unknown outcomes", unknown],
      ["without an end after four minutes", left],
      ["single tries by answer", [...weathered.seen].map(([what, count]) => `${what}: ${count}`).join(", ")],
      ["healed after", healedAfter(healing)],
      ["samples of the money", auditor.samples],
    ],
    broken: [
      ...compared.broken,
      ...[...weathered.surprises].map(([code, message]) => `refused without a reason: ${code} ${message}`),
      ...defectsOf(weathered.seen.get("500")),
      ...leftForEver(healing),
      ...[...auditor.broken, ...(await auditAtRest(rig))].map(lawBroken),
    ],
  };
}

const crowd = 64;
const refundPart = 300;
const refundsMax = 33;
const withdrawalsMax = 20;

/** P-16, P-17: sixty-four at once over two nodes; exactly as many win as what there is covers. */
export async function moneyOutRaces(rig: Rig, { seed }: RunOptions): Promise<Findings> {
  const random = new SeededRandom(seed);
  const balance = 2_000_000n;
  const payoutAccountId = await fundedForWithdrawals(rig, balance);
  const auditor = startAuditor(rig);
  const sold = await call(rig, { path: "/v1/orders", body: creationOf("raced", "sale") }, random, newWeathered());
  const { orderNo } = sold.body;
  const weathered = newWeathered();
  // Whoever is told that somebody else is at work asks again; a refusal is final.
  const once = async (path: string, body: object, at: number): Promise<boolean> => {
    const heard = await call(rig, { path, body }, new SeededRandom(seed + at), weathered);
    return heard.outcome === "acknowledged";
  };
  const winners = async (path: string, bodyOf: (at: number) => object) =>
    (await Promise.all(Array.from({ length: crowd }, (_, at) => once(path, bodyOf(at), at)))).filter(Boolean).length;
  const refunded = await winners("/v1/refunds", (at) => ({
    orderNo,
    merchantRefundNo: `raced-${at}`,
    amount: refundPart,
  }));
  const amount = Number(balance / BigInt(withdrawalsMax));
  const withdrawn = await winners("/v1/withdrawals", () => ({ amount, currency: "USD", payoutAccountId }));
  const left = await untilOut(rig, 180);
  const healing = await waitForRest(rig, 180);
  await auditor.stop();
  const compared = await compareMoneyOut(rig, { told: [], asked: { refunds: crowd, withdrawals: crowd } });
  return {
    figures: [
      ["servers at once, over two nodes", crowd],
      ["refunds of 3 % that won", `${refunded}, computed ${refundsMax}`],
      ["withdrawals of a twentieth that won", `${withdrawn}, computed ${withdrawalsMax}`],
      ["single tries by answer", [...weathered.seen].map(([what, count]) => `${what}: ${count}`).join(", ")],
      ["losers were told", [...weathered.surprises.keys()].join(", ")],
      ["without an end", left],
      ["healed after", healedAfter(healing)],
      ["samples of the money", auditor.samples],
    ],
    broken: [
      ...(refunded === refundsMax ? [] : [`${refunded} refunds won, not ${refundsMax}`]),
      ...(withdrawn === withdrawalsMax ? [] : [`${withdrawn} withdrawals won, not ${withdrawalsMax}`]),
      ...compared.broken,
      ...defectsOf(weathered.seen.get("500")),
      ...leftForEver(healing),
      ...[...auditor.broken, ...(await auditAtRest(rig))].map(lawBroken),
    ],
  };
}
