// Which server suites run again on PostgreSQL 15, and why.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./steps.mjs";

/**
 * The rule: again where the database decides, which is what may differ by its version: statements written by hand, what
 * migrations made, lists with their order and filters, jobs, and the ledger with the proofs of its rows. Once where our
 * own code decides over rows that the same statements read, or where nothing is asked of a database.
 *
 * A place is a folder, less the suites that `once` names with the reason, or the suites of a folder that `again` names.
 */
const places = [
  {
    folder: "apps/server/src/platform/db",
    once: {
      "embedded.test.ts": "starts the programs that came with the packages, whichever are asked for",
      "migration-file.test.ts": "reads files",
      "row-sum.test.ts": "adds numbers",
      "sql-statements.test.ts": "cuts text",
    },
  },
  { folder: "apps/server/src/platform/jobs", once: {} },
  { folder: "apps/server/src/platform/export", once: { "xlsx.test.ts": "writes a file" } },
  { folder: "apps/server/src/seed", once: {} },
  {
    folder: "apps/server/src/modules/funds/ledger",
    once: {
      "ledger.columns.test.ts": "its findings are made by the statements of verify, tamper and audit-chain",
      "ledger.order-columns.test.ts": "its findings are made by the statements of verify and tamper",
      "ledger.order.policy.test.ts": "asks no database",
    },
  },
  {
    folder: "apps/server/src/modules/payments",
    again: {
      "agreement/agreement.altered.test.ts": "rows that are altered under their seals",
      "capture-booking/capture-before.test.ts": "rows that are altered under their seals",
      "capture/capture.test.ts": "captures that a migration made of older rows, and their list",
      "coin-order/coin-order.test.ts": "the list of orders",
      "coin-order/order-find.test.ts": "searches by the beginning of a number",
      "coin-order/order-totals.test.ts": "sums over the list",
      "order-follow-up/order-sweep.test.ts": "what is due, of all orders",
      "order-import/order-import.test.ts": "rows in batches, run as a job",
      "order-processing/order-queue.test.ts": "calls that wait for a row",
      "order-record/order-event.test.ts": "the order of events of one instant",
      "order-stats/order-stats.test.ts": "sums by day and zone",
      "payment-due/payment-due.altered.test.ts": "rows that are altered under their seals",
      "payment-due/payment-due.test.ts": "unapplied payments with their holds in the ledger",
      "refund-import/refund-import.test.ts": "rows in batches, run as a job by two nodes",
      "refund-processing/refund-altered.test.ts": "rows that are altered under their seals",
      "refund-processing/refund-sequence.test.ts": "payments, captures, refunds and unapplied payments in any order",
    },
  },
  {
    folder: "apps/server/test/contract",
    again: {
      "export.test.ts": "every list without its pages",
      "filters.test.ts": "every filter of every list",
      "masked-search.test.ts": "searches by sealed values",
      "merchant-scope.test.ts": "every list, cut to a merchant",
      "row-types.test.ts": "what the catalogue says of every column",
      "schema.test.ts": "what migrations made",
      "scope.test.ts": "every list, cut to a tenant",
      "sorts.test.ts": "every order of every list, with its collation",
      "tenant-name.test.ts": "lists over several tenants",
    },
  },
];

/** The suites that run again. A name here that no file has any more stops the run. */
export function suitesByVersion() {
  return places.flatMap(({ folder, once, again }) => {
    const named = Object.keys(once ?? again).map((name) => path.join(folder, name));
    const lost = named.filter((file) => !existsSync(path.join(root, file)));
    if (lost.length > 0) throw new Error(`scripts/by-version.mjs names what is not there: ${lost.join(", ")}`);
    return once ? testsIn(folder).filter((file) => !named.includes(file)) : named;
  });
}

const testsIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.join(folder, file))
    .sort();
