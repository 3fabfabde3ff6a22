import { createHash } from "node:crypto";
import { type OpenAnswer, type OpenClient, Unreachable } from "./client.ts";
import type { PlannedOrder, PlannedRow } from "./mapping.ts";
import type { Outcome, Result } from "./report.ts";

/** How a replay runs. */
export interface ReplayOptions {
  readonly client: OpenClient;
  readonly rows: readonly PlannedRow[];
  /** Orders begun in a second, at most. */
  readonly perSecond: number;
  /** Orders under way at once. */
  readonly concurrency: number;
  /** Card of the simulator that pays rows whose method is `card`. */
  readonly cardNumber: string;
  /** Whether the payer and the clock of the simulator are played, so that waiting orders end. */
  readonly playsPayer: boolean;
  /** How long waiting orders are looked at in the end, in milliseconds. */
  readonly waitMs: number;
  /** Told after each row, with the results so far in the order of the file. */
  onProgress(done: number): void;
  readonly signal: AbortSignal;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => number;
}

const cardCodes = ["card"];
/** Bank debits are settled two days later on the simulator's clock. */
const debitSeconds = 2 * 86_400 + 60;

/**
 * The key of a row's call: the same for the same content, whenever and from wherever it is sent, so that a replay that
 * was cut off is simply started again.
 */
const keyOf = (what: string, content: object): string =>
  `${what}-${createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 40)}`;

/** The call that makes and pays an order. */
export function creation(order: PlannedOrder, cardNumber: string): object {
  const isCard = cardCodes.includes(order.method);
  return {
    merchantOrderNo: order.merchantOrderNo,
    amount: order.amountMinor,
    currency: order.currency,
    payer: { email: order.email, ...(order.payerAccount ? { account: order.payerAccount } : {}) },
    ...(order.country ? { billingAddress: { country: order.country } } : {}),
    ip: order.ip,
    returnUrl: "https://shop.example/thanks",
    paymentMethod: {
      code: order.method,
      ...(isCard ? { card: { number: cardNumber, expiryMonth: 12, expiryYear: 2030, cvc: "123" } } : {}),
    },
    ...(Object.keys(order.metadata).length > 0 ? { metadata: order.metadata } : {}),
  };
}

const outcomeOf: Readonly<Record<string, Outcome>> = { paid: "paid", failed: "declined", canceled: "declined" };

function resultOf(row: PlannedRow, { status, body }: OpenAnswer): Result {
  if (status !== 200) {
    const code = typeof body?.bizCode === "string" ? body.bizCode : `http_${status}`;
    const where = typeof body?.param === "string" ? ` (${body.param})` : "";
    return {
      row,
      outcome: "refused",
      orderNo: undefined,
      code,
      message: `${body?.message ?? "no reason given"}${where}`,
    };
  }
  // An order whose payment was declined waits for another try of the payer, whom nobody plays.
  const isDeclined = body.status === "awaiting" && body.awaitingReason === "retry";
  const outcome = isDeclined ? "declined" : (outcomeOf[body.status] ?? "waiting");
  const code = outcome === "paid" ? undefined : (body.failureCode ?? body.awaitingReason ?? body.status);
  return {
    row,
    outcome,
    orderNo: body.orderNo,
    code,
    message: outcome === "paid" ? undefined : (body.failureMessage ?? undefined),
  };
}

/** Sends every row, waits for those that are not at their end, and answers a result for each row of the file. */
export async function replay(options: ReplayOptions): Promise<Result[]> {
  const { rows, signal } = options;
  const results: (Result | undefined)[] = rows.map((row) =>
    "problem" in row
      ? { row, outcome: "refused", orderNo: undefined, code: "row_invalid", message: row.problem }
      : undefined,
  );
  await eachPaced(
    options,
    rows
      .keys()
      .filter((index) => results[index] === undefined)
      .toArray(),
    async (index) => {
      const row = rows[index];
      if (row && "order" in row) results[index] = await sendRow(options, row, row.order);
    },
  );
  if (options.playsPayer && !signal.aborted) await playPayer(options, results);
  if (!signal.aborted) await awaitEnds(options, results);
  return rows.map(
    (row, index) =>
      results[index] ?? {
        row,
        outcome: "unsent",
        orderNo: undefined,
        code: undefined,
        message: "The replay was stopped before.",
      },
  );
}

async function sendRow({ client, cardNumber }: ReplayOptions, row: PlannedRow, order: PlannedOrder): Promise<Result> {
  const body = creation(order, cardNumber);
  try {
    return resultOf(row, await client.post("/v1/orders", body, keyOf("replay", body)));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { row, outcome: "unsent", orderNo: undefined, code: "unreachable", message: error.message };
  }
}

/** Works through indexes with so many at once, beginning no more than so many in a second; stops when told to. */
async function eachPaced(
  { perSecond, concurrency, signal, sleep, now, onProgress }: ReplayOptions,
  indexes: readonly number[],
  work: (index: number) => Promise<void>,
): Promise<void> {
  const started = now();
  let next = 0;
  let done = 0;
  const worker = async () => {
    for (let at = next++; at < indexes.length && !signal.aborted; at = next++) {
      const dueIn = started + (at * 1000) / perSecond - now();
      if (dueIn > 0) await sleep(dueIn);
      if (signal.aborted) return;
      await work(indexes[at] as number);
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, indexes.length) }, worker));
}

const isWaiting = (result: Result | undefined): result is Result & { orderNo: string } =>
  result?.outcome === "waiting" && result.orderNo !== undefined;

/** Does in the payer's place what waiting orders wait for, then lets two days pass for debits. */
async function playPayer(options: ReplayOptions, results: readonly (Result | undefined)[]): Promise<void> {
  const { client } = options;
  const waiting = results.filter(isWaiting);
  if (waiting.length === 0) return;
  await eachPaced({ ...options, onProgress: () => {} }, waiting.keys().toArray(), async (at) => {
    const { orderNo } = waiting[at] as Result & { orderNo: string };
    // Refused where no payer is waited for, as with debits: time alone ends those.
    await client.post(`/v1/test/orders/${orderNo}/pay`, {}, keyOf("replay-pay", { orderNo }));
  });
  if (!options.signal.aborted)
    await client.post("/v1/test/clock", { seconds: debitSeconds }, keyOf("clock", { at: options.now() }));
}

/** Looks at waiting orders until each has come to its end or the time is over. */
async function awaitEnds(options: ReplayOptions, results: (Result | undefined)[]): Promise<void> {
  const { client, waitMs, now, sleep, signal } = options;
  const end = now() + waitMs;
  for (;;) {
    const waiting = results
      .keys()
      .filter((index) => isWaiting(results[index]))
      .toArray();
    if (waiting.length === 0) return;
    await eachPaced({ ...options, onProgress: () => {} }, waiting, async (index) => {
      const before = results[index];
      if (!isWaiting(before)) return;
      const answer = await client.get(`/v1/orders/${before.orderNo}`).catch(() => undefined);
      if (answer?.status === 200) results[index] = resultOf(before.row, answer);
    });
    if (signal.aborted || now() >= end) return;
    await sleep(1_000);
  }
}
