import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { money } from "@countinghouse/money/money.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { capturedReport } from "../../../../test/captured-report.ts";
import { duesOn } from "../../../../test/dues.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { findingsOf, sealKeys } from "../../../../test/ledger.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { transact } from "../../../platform/db/transact.ts";
import { checkRowSeals } from "../../funds/ledger/ledger.row-seal.service.ts";
import { sealWorker } from "../../funds/ledger/ledger.seal.worker.ts";
import { applyOutcome } from "../order-outcome/index.ts";

let stage: OrderStage;
let owner: pg.Client;
const { person, wrong, dueOf } = duesOn(() => stage);

beforeAll(async () => {
  stage = await buildOrderStage();
  owner = new pg.Client({ connectionString: stage.app.database.ownerUrl });
  await owner.connect();
  await setSetting(stage.app, "payment_due_auto_return", "false");
  await setSetting(stage.app, "payment_due_approval_above", "1");
  const order = await stage.pay("001");
  const add = (minor: number) =>
    person(101).call(orderRefund, "add", { orderId: order.id, amount: String(minor), reason: "duplicate" });
  await add(2_000);
  const asked = { body: { orderNo: order.orderNo, amount: 500 }, headers: { "idempotency-key": "k-1" } };
  expect(await stage.shop.send("POST", "/v1/refunds", asked)).toMatchObject({ status: 200 });
  for (let time = 0; time < 3; time += 1) await stage.pass(120);
  await add(1_000);
  const reserved = await stage.pay("001", { captureMethod: "manual" });
  await stage.take(reserved, { amount: money(3_000n, "USD"), final: false });
  const { order: paid, due } = await wrong(9_000);
  await person(101).call(paymentDue, "markReturn", { id: due.id, version: due.version, reason: "Ask the payer" });
  const { id, version } = await dueOf(paid);
  await person(102).call(paymentDue, "approve", { id, version });
  const { order: short, due: taken } = await wrong(4_999);
  await person(101).call(paymentDue, "book", { id: taken.id, version: taken.version, reason: "Is the merchant's" });
  const proposed = await dueOf(short);
  await person(102).call(paymentDue, "approve", { id: proposed.id, version: proposed.version });
  const late = await stage.pay("201");
  await stage.shop.send("POST", `/v1/orders/${late.orderNo}/cancel`, { body: {} });
  const [attempt] = await stage.attempts(late);
  const ref = { merchantId: stage.merchantId, orderId: late.id, attemptId: attempt?.id ?? "" };
  await transact(stage.node, stage.caller, (ctx) =>
    applyOutcome(ctx, ref, capturedReport(money(10_000n, "USD"), ctx.now), "query"),
  );
  const of = { merchantId: stage.merchantId, currency: "USD", mode: "test", reason: "Risk" } as const;
  const { id: given } = await person(101).call(merchantBalance, "adjust", { ...of, amount: "9000", evidence: "T-1" });
  await person(102).call(merchantBalance, "approve", { merchantId: of.merchantId, id: given });
  const expireTime = new Date(stage.app.clock.now().getTime() + 86_400_000).toISOString();
  await person(101).call(merchantBalance, "freeze", { ...of, amount: "1000", expireTime });
  await person(101).call(merchantBalance, "freeze", { ...of, amount: "1000" });
  await sealWorker(stage.app.platform).run(jobContext(stage.app), {});
}, 120_000);
afterAll(async () => {
  await owner?.end();
  await stage?.close();
});

/** Both books: a row that is said to be of the other one is named there. */
async function named(): Promise<string[]> {
  const { app, merchantId } = stage;
  const live = await findingsOf(app, merchantId);
  return [...(await violationsOf(stage)), ...live.map(({ table, column }) => `live ${table}.${column}`)].sort();
}

/** Whether either book names something; the other book is looked at only where this one names nothing. */
const isNamed = async (): Promise<boolean> => (await violationsOf(stage)).length > 0 || (await named()).length > 0;

/** Whether the seals of rows alone name something: a tenth of the work, which no value of these types can stop. */
const isSealBroken = async ({ type }: { readonly type: string }): Promise<boolean> => {
  if (type === "text" || type === "jsonb") return false;
  const { app, merchantId } = stage;
  const { db } = app.platform;
  return (await checkRowSeals(db, { merchantId, book: "test" }, await sealKeys(app), async () => {})).length > 0;
};

/** Facts that a row repeats, and money that it says went or is held. */
const edits: readonly (readonly [table: string, statement: string])[] = [
  ["order_refunds", "DELETE FROM order_refunds WHERE status = 'succeeded'"],
  ["order_refunds", "UPDATE order_refunds SET mode = 'live'"],
  ["order_refunds", "UPDATE order_refunds SET order_no = order_no || 'x'"],
  ["order_refunds", "UPDATE order_refunds SET merchant_order_no = merchant_order_no || 'x'"],
  ["order_refunds", "UPDATE order_refunds SET card_fingerprint = 'x'"],
  ["order_refunds", "UPDATE order_refunds SET excess_amount = 1 WHERE status = 'succeeded'"],
  ["order_refunds", "UPDATE order_refunds SET upstream_refund_id = 'x' WHERE status = 'succeeded'"],
  ["payment_dues", "DELETE FROM payment_dues"],
  ["payment_dues", "DELETE FROM payment_dues WHERE status = 'booked'"],
  ["payment_dues", "UPDATE payment_dues SET returned_amount = amount WHERE held_amount > 0"],
  ["payment_dues", "UPDATE payment_dues SET order_no = order_no || 'x'"],
  ["payment_dues", "UPDATE payment_dues SET status = 'returned' WHERE held_amount > 0"],
  ["payment_dues", "UPDATE payment_dues SET status = 'returned', returned_amount = amount WHERE kind = 'late_success'"],
  ["payment_attempts", "UPDATE payment_attempts SET order_no = order_no || 'x'"],
  ["payment_attempts", "UPDATE payment_attempts SET is_duplicate = NOT is_duplicate"],
  ["settlement_lines", "DELETE FROM settlement_lines"],
  ["settlement_lines", "UPDATE settlement_lines SET state = 'settled', batch_id = 'x', due_date = now()"],
  ["settlement_lines", "UPDATE settlement_lines SET state = 'batched', batch_id = 'x', due_date = now()"],
  ["settlement_lines", "UPDATE settlement_lines SET hold_id = 'x'"],
  ["payment_dues", "UPDATE payment_dues SET capture_id = 'x'"],
  ["ledger_holds", "UPDATE ledger_holds SET amount = amount + 1 WHERE released_at IS NULL"],
  ["ledger_holds", "UPDATE ledger_holds SET released_at = now() WHERE released_at IS NULL"],
  ["ledger_holds", "UPDATE ledger_holds SET currency = 'EUR' WHERE released_at IS NOT NULL"],
  ["ledger_holds", "DELETE FROM ledger_holds WHERE released_at IS NOT NULL"],
  ["ledger_holds", "UPDATE ledger_holds SET expires_at = now() WHERE event = 'J35' AND expires_at IS NULL"],
  ["ledger_holds", "UPDATE ledger_holds SET expires_at = NULL WHERE expires_at IS NOT NULL"],
  ["order_refunds", "UPDATE order_refunds SET app_key = NULL WHERE applicant_type = 'merchant_api'"],
  ["order_refunds", "UPDATE order_refunds SET app_key = 'x' WHERE applicant_type = 'merchant_api'"],
  ["payment_attempts", "UPDATE payment_attempts SET authorized_amount = 0"],
  ["order_timeline", "DELETE FROM order_timeline"],
  ["order_timeline", "DELETE FROM order_timeline WHERE seq = 2"],
  ["order_timeline", "DELETE FROM order_timeline WHERE action IS NOT NULL"],
  ["order_timeline", "UPDATE order_timeline SET seq = seq + 70 WHERE seq = 3"],
  ["order_timeline", "UPDATE order_timeline SET from_state = 'paid' WHERE from_state IS NOT NULL"],
  ["order_timeline", "UPDATE order_timeline SET to_state = 'failed' WHERE to_state = 'paid'"],
];

test("what the owner of the database alters of refunds, dues, lines, holds and stories is named", async () => {
  const sound = await named();
  expect(sound).toEqual([]);
  const unnamed: string[] = [];
  for (const [table, statement] of edits) {
    await owner.query(`CREATE TEMP TABLE kept AS SELECT * FROM ${table}`);
    await owner.query("SET session_replication_role = replica");
    const done = await owner.query(statement).catch((error: Error) => error.message);
    if (typeof done === "string") unnamed.push(`refused: ${statement}: ${done}`);
    else if (done.rowCount === 0) unnamed.push(`nothing: ${statement}`);
    else if (!(await isNamed())) unnamed.push(statement);
    await owner.query(`DELETE FROM ${table}`);
    await owner.query(`INSERT INTO ${table} SELECT * FROM kept`);
    await owner.query("SET session_replication_role = origin");
    await owner.query("DROP TABLE kept");
  }
  expect(unnamed).toEqual([]);
}, 120_000);

/**
 * Columns that no verification names: words and names that people wrote, what a gateway said beside the outcome, and when it
 * is called next. Of a mode the database knows two, and a row that
 * is said to be of the other one is named above. What people wrote into an order's story is beside it as well.
 */
const beside: Readonly<Record<string, readonly string[]>> = {
  order_refunds: [
    "mode",
    "remark",
    "applicant_name",
    "decide_user_name",
    "decide_reason",
    "arn",
    "failure_code",
    "failure_message",
    "attempts",
    "doubts",
    "query_count",
    "next_retry_time",
    "event_seq",
    "version",
    "excess_note",
    "excess_user_name",
    "excess_time",
  ],
  payment_dues: ["propose_user_name", "propose_reason", "decide_user_name", "decide_reason", "version"],
  payment_attempts: [
    "mode",
    "trigger",
    "is_three_ds_forced",
    "route_decision",
    "is_release_asked",
    "next_action",
    "arn",
    "auth_code",
    "avs_result",
    "cvc_result",
    "three_ds",
    "decline_category",
    "upstream_code",
    "upstream_message",
    "retryable",
    "retry_after",
    "expected_cost",
    "upstream_time",
    "query_count",
    "not_found_count",
    "next_query_time",
    "finished_time",
    "latency_ms",
    "reported",
    "release_tries",
  ],
  // That it is no state is what the database says; what a state of its own says is compared with the batches.
  settlement_lines: ["state"],
  ledger_holds: ["id"],
  order_timeline: [
    "received_time",
    "kind",
    "detail",
    "actor_type",
    "actor_id",
    "actor_name",
    "amount",
    "currency",
    "ref_type",
    "ref_id",
    "visibility",
  ],
};

/** Other values than the one that stands in a column, by its type. */
const others = (column: string, type: string): readonly string[] => {
  if (column === "seq") return ['-"seq"'];
  switch (type) {
    case "text":
      return [`coalesce("${column}" || 'x', 'x')`];
    case "boolean":
      return [`NOT coalesce("${column}", false)`];
    case "jsonb":
      return [`'["x"]'`, `'{"a": 1}'`, `'"x"'`, `'[{"captureId": "x", "amount": "ten", "settleAmount": "1"}]'`];
    case "date":
      return [`coalesce("${column}" + 1, '2026-01-01')`];
    case "timestamp with time zone":
      return [`coalesce("${column}" + interval '1 day', '2026-01-01')`];
    default:
      return [`coalesce("${column}" + 1, 1)`];
  }
};

test.each(Object.keys(beside))(
  "whatever the owner of the database alters in %s is named",
  async (table) => {
    // What the database itself refuses is not what is tried here.
    const { rows: checks } = await owner.query(
      `SELECT conname AS name FROM pg_constraint WHERE contype IN ('c', 'u') AND conrelid = $1::regclass`,
      [table],
    );
    for (const { name } of checks) await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    const { rows: indexes } = await owner.query(
      `SELECT indexrelid::regclass AS name FROM pg_index
      WHERE indrelid = $1::regclass AND indisunique AND NOT indisprimary`,
      [table],
    );
    for (const { name } of indexes) await owner.query(`DROP INDEX IF EXISTS ${name}`);
    const { rows: columns } = await owner.query<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
      [table],
    );
    expect(await named()).toEqual([]);
    await owner.query("SET session_replication_role = replica");
    await owner.query(`CREATE TEMP TABLE kept AS SELECT * FROM ${table}`);
    const unnamed = new Set<string>();
    for (const { name, type, value } of columns.flatMap((column) =>
      others(column.name, column.type).map((value) => ({ ...column, value })),
    )) {
      await owner.query(`UPDATE ${table} SET "${name}" = ${value}`);
      try {
        if (!(await isSealBroken({ type })) && !(await isNamed())) unnamed.add(name);
      } catch (error) {
        // A value that nobody can read stops no verification.
        unnamed.add(`${name}: ${(error as Error).message}`);
      }
      await owner.query(`DELETE FROM ${table}`);
      await owner.query(`INSERT INTO ${table} SELECT * FROM kept`);
    }
    await owner.query("DROP TABLE kept");
    await owner.query("SET session_replication_role = origin");
    expect([...unnamed]).toEqual(beside[table]);
  },
  120_000,
);
