import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { addDays } from "@countinghouse/money/plain-date.ts";
import type { OpenClient } from "./client.ts";
import type { Installation, Seller } from "./installation.ts";
import type { PlannedRow } from "./mapping.ts";
import { replay } from "./replay.ts";
import type { Result } from "./report.ts";

/** A row of the file with what became of its sale since: which merchant's it is, and whether it is to be refunded. */
export interface SoldRow {
  readonly row: PlannedRow;
  readonly seller: string;
  readonly isCanceled: boolean;
}

/** What a run lives through. */
export interface BusinessPlan {
  /** The first day on which orders come in. */
  readonly from: string;
  /** The rows of each day, one day after the other, weekends included. */
  readonly days: readonly (readonly SoldRow[])[];
  /** Reference rates of the euro as the European Central Bank publishes them, the latest first or last. */
  readonly rates: string;
  readonly cardNumber: string;
  say(line: string): void;
  /** Whether the time that the run may take is over: no further day of orders begins then. */
  isOver?(): boolean;
}

/** What was asked for, so that the very same can be asked for once more. */
interface Asked {
  /** The plan as far as it was lived. */
  readonly plan: BusinessPlan;
  readonly results: Result[];
  readonly withdrawals: { readonly seller: Seller; readonly body: object; readonly key: string }[];
}

const at = (day: string, time: string): Date => new Date(`${day}T${time}:00.000Z`);
/** Sellers whose orders come in at the same time. */
const sellersAtOnce = 4;
/** After the last orders: vouchers and debits end, the last batch settles, and its money is withdrawn. */
const quietDays = 7;
const reasoned = { headers: { "change-reason": encodeURIComponent("Rates of today") } };

/** The days of a plan, those behind the last orders included. */
const daysOf = ({ from, days }: BusinessPlan): string[] =>
  Array.from({ length: days.length + quietDays }, (_, index) => addDays(from, index));

const isFriday = (day: string): boolean => at(day, "12:00").getUTCDay() === 5;

/** Lives through every day of a plan over the signed API of the merchants and the console's of the operator. */
export async function liveThrough(installation: Installation, plan: BusinessPlan): Promise<Asked> {
  const results: Asked["results"] = [];
  const withdrawals: Asked["withdrawals"] = [];
  let lived = plan;
  let unpaid: SoldRow[] = [];
  for (let index = 0; index < daysOf(lived).length; index += 1) {
    if (index > 0 && index < lived.days.length && plan.isOver?.()) {
      lived = { ...plan, days: plan.days.slice(0, index) };
      plan.say(`time is over: the books are tied out after ${index} days of orders`);
    }
    const days = daysOf(lived);
    const day = days[index] ?? plan.from;
    const started = Date.now();
    await installation.until(at(day, "08:00"));
    await takeInFiles(installation);
    // The rates of a day hold from three o'clock, UTC, in winter: nothing else happens between that and their coming in.
    await installation.until(at(day, "15:05"));
    await importRates(installation, plan, day);
    await installation.until(at(day, "15:10"));
    const sold = await sell(installation, plan, lived.days[index] ?? []);
    results.push(...sold);
    await installation.until(at(day, "15:40"));
    const canceled = (lived.days[index - 1] ?? []).filter(({ isCanceled }) => isCanceled);
    unpaid = await refundCanceled(installation, [...unpaid, ...canceled], results);
    if (isFriday(day) || index === days.length - 1) await withdraw(installation, withdrawals, day);
    const paid = sold.filter(({ outcome }) => outcome === "paid").length;
    const took = ((Date.now() - started) / 1000).toFixed(0);
    if (sold.length > 0) plan.say(`${day}  ${sold.length} orders, ${paid} paid at once, in ${took} s`);
  }
  // The last transfers are paid an hour later, and the gateway is asked about them.
  await installation.until(at(addDays(daysOf(lived).at(-1) ?? plan.from, 1), "08:00"));
  await takeInFiles(installation);
  return { plan: lived, results, withdrawals };
}

/** Asks for everything once more under the keys of the first time, and lets a day go by. */
export async function repeat(installation: Installation, { plan, results, withdrawals }: Asked): Promise<void> {
  const days = daysOf(plan);
  await importRates(installation, plan, days.at(-1) ?? plan.from);
  for (const rows of plan.days) await sell(installation, plan, rows);
  await refundCanceled(
    installation,
    plan.days.flat().filter(({ isCanceled }) => isCanceled),
    results,
  );
  for (const { seller, body, key } of withdrawals) await posted(seller.server, "/v1/withdrawals", body, key);
  await approveWithdrawals(installation);
  await uploadFiles(installation);
  await installation.until(at(addDays(days.at(-1) ?? plan.from, 2), "08:00"));
  await takeInFiles(installation);
}

/** The rates published up to a day, asked for by one person and let in by another, as a file. */
async function importRates(
  { operator, until, app }: Installation,
  { rates }: BusinessPlan,
  day: string,
): Promise<void> {
  const [heading = "", ...lines] = rates.split(/\r?\n/).filter(Boolean);
  const published = lines.filter((line) => line.slice(0, 10) <= day);
  if (!published.some((line) => line.startsWith(day))) return;
  // The first import brings what was published before; every other one the week, of which most is known.
  const isFirst = (await operator("maker").call(sysRate, "page", {})).total === 0;
  const text = [heading, ...published.filter((line) => isFirst || line.slice(0, 10) > addDays(day, -7))].join("\n");
  const answer = await operator("maker").send(sysRate, "import", { part: 1, parts: 1, text }, reasoned);
  const { changeRequestId } = (answer.result ?? {}) as { readonly changeRequestId?: string };
  if (answer.status === 202 && changeRequestId)
    await operator("checker").call(changeRequest, "approve", { id: changeRequestId });
  else if (answer.status !== 200) throw new Error(`the rates of ${day} were refused: ${answer.bizCode}`);
  await until(app.clock.now());
}

/** Works through items, a few of them at the same time. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: sellersAtOnce }, worker));
}

const sellerOf = ({ sellers }: Installation, name: string): Seller => {
  const seller = sellers.get(name);
  if (!seller) throw new Error(`nobody is called ${name}`);
  return seller;
};

/** Sends rows as orders of their merchants, and pays in the payer's place what waits for one. */
async function sell(
  installation: Installation,
  { cardNumber }: BusinessPlan,
  rows: readonly SoldRow[],
): Promise<Result[]> {
  const results: Result[] = [];
  await eachOf([...Map.groupBy(rows, ({ seller }) => seller)], async ([name, ofSeller]) => {
    const { server } = sellerOf(installation, name);
    const came = await replay({
      client: server,
      rows: ofSeller.map(({ row }) => row),
      perSecond: 10_000,
      concurrency: 3,
      cardNumber,
      playsPayer: false,
      waitMs: 0,
      onProgress: () => {},
      signal: new AbortController().signal,
      sleep: async () => {},
      now: Date.now,
    });
    for (const { outcome, orderNo } of came)
      if (outcome === "waiting" && orderNo) await server.post(`/v1/test/orders/${orderNo}/pay`, {}, `pay-${orderNo}`);
    results.push(...came);
  });
  const unsold = results.find(({ outcome }) => outcome !== "paid" && outcome !== "waiting");
  if (unsold) throw new Error(`line ${unsold.row.line} was not sold: ${unsold.code} ${unsold.message}`);
  return results;
}

async function posted(server: OpenClient, path: string, body: object, key: string): Promise<Record<string, unknown>> {
  const answer = await server.post(path, body, key);
  if (answer.status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/**
 * Refunds in full what the file calls canceled, by the merchant's own server, once it is paid: a debit is two days later.
 * Answers the rows that wait for that.
 */
async function refundCanceled(
  installation: Installation,
  rows: readonly SoldRow[],
  results: readonly Result[],
): Promise<SoldRow[]> {
  const orderNos = new Map(results.map(({ row, orderNo }) => [row.line, orderNo]));
  const left: SoldRow[] = [];
  for (const sold of rows) {
    const { server } = sellerOf(installation, sold.seller);
    const orderNo = orderNos.get(sold.row.line);
    const { body: order } = await server.get(`/v1/orders/${orderNo}`);
    const body = { orderNo, merchantRefundNo: `canceled-${sold.row.line}` };
    if (order.status !== "paid") left.push(sold);
    else await posted(server, "/v1/refunds", body, `refund-${sold.row.line}`);
  }
  return left;
}

/** Every merchant takes out what is available to it; what waits for a second person is approved by one. */
async function withdraw(installation: Installation, withdrawals: Asked["withdrawals"], day: string): Promise<void> {
  await eachOf([...installation.sellers.values()], async (seller) => {
    const { body: balances } = await seller.server.get("/v1/balances");
    const held = (balances.data as { currency: string; available: number }[]).find(
      ({ currency }) => currency === seller.settledIn,
    );
    if (!held || held.available <= 0) return;
    const body = { amount: held.available, currency: seller.settledIn, payoutAccountId: seller.payoutAccountId };
    const key = `withdraw-${day}-${seller.name}`;
    await posted(seller.server, "/v1/withdrawals", body, key);
    withdrawals.push({ seller, body, key });
  });
  await approveWithdrawals(installation);
}

async function approveWithdrawals({ operator, app, until }: Installation): Promise<void> {
  for (const which of ["maker", "checker"] as const) {
    const asked = { mode: "test" as const, status: ["approving" as const], pageSize: 200 };
    const { items } = await operator(which).call(cashout, "page", asked);
    for (const { id, version } of items) await operator(which).call(cashout, "approve", { id, version });
  }
  await until(app.clock.now());
}

/** Books what the gateway paid by each file in which nothing is open, and ends the file. */
async function takeInFiles({ operator, banks }: Installation): Promise<void> {
  const { items } = await operator("maker").call(recon, "page", { mode: "test", status: ["balanced"], pageSize: 200 });
  for (const { id, version, currency } of items) {
    const payoutAccountId = banks[currency as keyof typeof banks];
    await operator("maker").call(recon, "receive", { id, version, payoutAccountId, reason: "On our statement" });
    const received = await operator("maker").call(recon, "detail", { id });
    await operator("maker").call(recon, "close", { id, version: received.version });
  }
}

/** Brings the gateway's files by hand, which came by themselves before. */
async function uploadFiles({ operator, simulator, gatewayAccountId }: Installation): Promise<void> {
  for (const { batchNo, text } of await filesOfGateway(simulator.url))
    await operator("maker").call(recon, "import", {
      gatewayAccountId,
      fileName: `settlement-${batchNo}.csv`,
      data: Buffer.from(text).toString("base64"),
    });
}

/** The settlement files as the gateway itself hands them out. */
export async function filesOfGateway(url: string): Promise<{ readonly batchNo: number; readonly text: string }[]> {
  const headers = { authorization: "Bearer sk_sim_main_0001" };
  const { data } = (await (await fetch(`${url}/v1/settlements`, { headers })).json()) as {
    readonly data: readonly { readonly batchNo: number }[];
  };
  return Promise.all(
    data.map(async ({ batchNo }) => ({
      batchNo,
      text: await (await fetch(`${url}/v1/settlements/${batchNo}`, { headers })).text(),
    })),
  );
}
