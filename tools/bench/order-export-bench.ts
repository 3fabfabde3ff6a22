import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type JobRun, sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { to as copyTo } from "pg-copy-streams";
import { nodeFlags } from "../../scripts/node-flags.mjs";
import { startProgram } from "./child.ts";
import type { Client } from "./http-client.ts";
import { memoryMibOf } from "./processes.ts";
import { quantile } from "./sampling.ts";
import type { Stage } from "./stage.ts";

/** Duration of an export, against a bare COPY of the same columns. */
export interface ExportResult {
  readonly rows: number;
  readonly seconds: number;
  readonly copySeconds: number;
  /** Export speed divided by COPY speed. */
  readonly share: number;
  /** Of the exporting node. */
  readonly idleMib: number;
  readonly peakMib: number;
  readonly fileMb: number;
  /** Look-ups of one order on the other node meanwhile, in milliseconds. */
  readonly lookupP50: number;
  readonly lookupLongest: number;
}

export const exportBudget = { share: 0.5, peakMib: 200 };

const columns = [
  "orderNo",
  "merchantOrderNo",
  "merchantName",
  "status",
  "currency",
  "amount",
  "capturedAmount",
  "refundedAmount",
  "email",
  "country",
  "paymentMethod",
  "gatewayAccountName",
  "transactionNo",
  "cardLast4",
  "orderTime",
  "paidTime",
];

/** The same stored columns in the same order, as fast as the server sends them. */
const bareCopy = (from: string): string => `
  COPY (SELECT o.order_no, o.merchant_order_no, m.name AS merchant_name, o.status, o.currency, o.amount, o.captured_amount, o.refunded_amount,
          o.email, o.country, o.payment_method, a.name AS account_name, o.transaction_no, o.card_last4, o.order_time, o.paid_time
        FROM coin_orders o LEFT JOIN merchants m ON m.id = o.merchant_id LEFT JOIN gateway_accounts a ON a.id = o.gateway_account_id
        WHERE o.mode = 'live' AND o.order_time >= '${from}' ORDER BY o.order_time DESC, o.id DESC) TO STDOUT (FORMAT csv)`;

async function copySeconds(stage: Stage, from: string): Promise<number> {
  const client = await stage.bare.connect();
  try {
    const started = performance.now();
    const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
    await pipeline(client.query(copyTo(bareCopy(from))), nowhere);
    return (performance.now() - started) / 1000;
  } finally {
    client.release();
  }
}

/** Looks an order up repeatedly during other work. */
async function lookingUpBeside<R>(
  api: Client,
  orderId: string,
  session: Record<string, string>,
  work: () => Promise<R>,
): Promise<R> {
  let isDone = false;
  const looking = (async () => {
    while (!isDone) await api.call(coinOrder, "detail", { id: orderId }, session);
  })();
  try {
    return await work();
  } finally {
    isDone = true;
    await looking;
  }
}

/** Follows a job to its end, meanwhile looking an order up and measuring the node's memory. */
async function follow(api: Client, pid: number, jobId: string, orderId: string, session: Record<string, string>) {
  const lookups: number[] = [];
  let peakMib = 0;
  let run: JobRun;
  do {
    for (let turn = 0; turn < 10; turn += 1) {
      const before = performance.now();
      await api.call(coinOrder, "detail", { id: orderId }, session);
      lookups.push(performance.now() - before);
      peakMib = Math.max(peakMib, memoryMibOf([pid]));
    }
    run = await api.call<JobRun>(sysJobRun, "detail", { id: jobId }, session);
  } while (run.state === "waiting" || run.state === "running");
  if (run.state !== "done") throw new Error(`the export ended as ${run.state}: ${run.error}`);
  return { run, lookups, peakMib };
}

/** Exports the orders since an instant as a user's job, run by a separate worker node. */
export async function measureExport(
  stage: Stage,
  { from, orderId, session }: { from: string; orderId: string; session: Record<string, string> },
): Promise<ExportResult> {
  const { api, environment, main } = stage;
  const bare = await lookingUpBeside(api, orderId, session, () => copySeconds(stage, from));
  const role = "--role=worker";
  const args = [...nodeFlags([role]), main, role];
  const node = await startProgram({ command: process.execPath, args, env: environment });
  try {
    const idleMib = memoryMibOf([node.pid]);
    const asked = {
      format: "csv",
      columns,
      timeZone: "Asia/Shanghai",
      filter: { mode: "live", orderTimeRange: [from, null] },
    };
    const { jobId } = await api.call<{ jobId: string }>(coinOrder, "export", asked, session);
    const { run, lookups, peakMib } = await follow(api, node.pid, jobId, orderId, session);
    const seconds = (Date.parse(run.finishedAt ?? "") - Date.parse(run.startedAt ?? "")) / 1000;
    return {
      rows: run.rows ?? 0,
      seconds,
      copySeconds: bare,
      share: bare / seconds,
      idleMib,
      peakMib,
      fileMb: (run.fileBytes ?? 0) / 1e6,
      lookupP50: quantile(lookups, 0.5),
      lookupLongest: Math.max(...lookups),
    };
  } finally {
    await node.stop();
  }
}
