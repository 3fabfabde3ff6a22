import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { money } from "@countinghouse/money/money.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { capturedReport } from "../../../../test/captured-report.ts";
import { duesOn } from "../../../../test/dues.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { findingsOf } from "../../../../test/ledger.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { transact } from "../../../platform/db/transact.ts";
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
  for (let time = 0; time < 3; time += 1) await stage.pass(120);
  await add(1_000);
  const reserved = await stage.pay("001", { captureMethod: "manual" });
  await stage.take(reserved, { amount: money(3_000n, "USD"), final: false });
  const { order: paid, due } = await wrong(9_000);
  await person(101).call(paymentDue, "markReturn", { id: due.id, version: due.version, reason: "Ask the payer" });
  const { id, version } = await dueOf(paid);
  await person(102).call(paymentDue, "approve", { id, version });
  const late = await stage.pay("201");
  await stage.shop.send("POST", `/v1/orders/${late.orderNo}/cancel`, { body: {} });
  const [attempt] = await stage.attempts(late);
  const ref = { merchantId: stage.merchantId, orderId: late.id, attemptId: attempt?.id ?? "" };
  await transact(stage.node, stage.caller, (ctx) =>
    applyOutcome(ctx, ref, capturedReport(money(10_000n, "USD"), ctx.now), "query"),
  );
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

/** Whether either book names something; no row is moved to the live one, which is asked where the other is silent. */
const isAnyNamed = async (): Promise<boolean> => (await violationsOf(stage)).length > 0 || (await named()).length > 0;

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
];

test("what the owner of the database alters of refunds, dues, lines and holds is named", async () => {
  const sound = await named();
  expect(sound).toEqual([]);
  const unnamed: string[] = [];
  for (const [table, statement] of edits) {
    await owner.query(`CREATE TEMP TABLE kept AS SELECT * FROM ${table}`);
    await owner.query("SET session_replication_role = replica");
    const done = await owner.query(statement).catch((error: Error) => error.message);
    if (typeof done === "string") unnamed.push(`refused: ${statement}: ${done}`);
    else if (done.rowCount === 0) unnamed.push(`nothing: ${statement}`);
    else if ((await named()).length === 0) unnamed.push(statement);
    await owner.query(`DELETE FROM ${table}`);
    await owner.query(`INSERT INTO ${table} SELECT * FROM kept`);
    await owner.query("SET session_replication_role = origin");
    await owner.query("DROP TABLE kept");
  }
  expect(unnamed).toEqual([]);
}, 120_000);

/**
 * Columns that no verification names: words and names that people wrote, what a gateway said beside the outcome, and when it
 * is called next. Nothing else repeats who the key of a refund's asker was, how a payer may be charged again, and when a
 * hold ends; of a mode the database knows two, and a row that is said to be of the other one is named above.
 */
const beside: Readonly<Record<string, readonly string[]>> = {
  order_refunds: [
    "content_hash",
    "app_id",
    "app_key",
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
    "authorized_amount",
    "is_release_asked",
    "next_action",
    "arn",
    "auth_code",
    "avs_result",
    "cvc_result",
    "three_ds",
    "decline_code",
    "decline_category",
    "upstream_code",
    "upstream_message",
    "merchant_advice_code",
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
    "consent_initiator",
    "consent_usage",
    "consent_reference",
    "scheme_transaction_id",
    "token_reference",
    "release_tries",
  ],
  // That it is no state is what the database says; what a state of its own says is compared with the batches.
  settlement_lines: ["state"],
  ledger_holds: ["id", "expires_at"],
};

/** What a row is found by: altered beside others it would hide them. */
const findsRow = ["id", "mode", "state"];

/** Another value than the one that stands in a column, by its type. */
const other = (column: string, type: string): string => {
  switch (type) {
    case "text":
      return `coalesce("${column}" || 'x', 'x')`;
    case "boolean":
      return `NOT coalesce("${column}", false)`;
    case "jsonb":
      return `'["x"]'`;
    case "date":
      return `coalesce("${column}" + 1, '2026-01-01')`;
    case "timestamp with time zone":
      return `coalesce("${column}" + interval '1 day', '2026-01-01')`;
    default:
      return `coalesce("${column}" + 1, 1)`;
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
    const unnamed: string[] = [];
    /** Alters columns at once, and puts them back; a value that nobody can read stops no verification. */
    const isNamed = async (altered: typeof columns): Promise<boolean> => {
      const sets = altered.map(({ name, type }) => `"${name}" = ${other(name, type)}`);
      await owner.query(`UPDATE ${table} SET ${sets.join(", ")}`);
      const stopped = (error: Error) => unnamed.push(`${altered.map(({ name }) => name)}: ${error.message}`) > 0;
      const found = await isAnyNamed().catch(stopped);
      await owner.query(`DELETE FROM ${table}`);
      await owner.query(`INSERT INTO ${table} SELECT * FROM kept`);
      return found;
    };
    const others = columns.filter(({ name }) => beside[table]?.includes(name) && !findsRow.includes(name));
    // Altered all at once they are named by nothing, so none of them is; if they are, each is tried to tell which.
    const areQuiet = others.length > 0 && !(await isNamed(others));
    for (const column of columns)
      if ((areQuiet && others.includes(column)) || !(await isNamed([column]))) unnamed.push(column.name);
    await owner.query("DROP TABLE kept");
    await owner.query("SET session_replication_role = origin");
    expect(unnamed).toEqual(beside[table]);
  },
  120_000,
);
