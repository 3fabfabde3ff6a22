import { contract, type Mutant } from "./mutant.ts";

const db = "apps/server/src/platform/db";
const http = "apps/server/src/platform/http";
const installation = `${db}/installation.test.ts`;
const webhook = "apps/server/src/modules/integration/webhook";

/** What README, architecture, reliability and operations promise, where no attack tries it. */
export const promises: readonly Mutant[] = [
  {
    control: "migrations run on one node at a time",
    file: `${db}/migrate.ts`,
    find: "await client.query(setupLock);",
    replace: "await client.query('SELECT 1');",
    tests: [`${db}/migrate.test.ts`],
    named: "once when several nodes start together",
  },
  {
    control: "a node with another secret than the rest does not start",
    file: `${db}/installation.ts`,
    find: ".includes(recorded.secret_fingerprint)) throw",
    replace: ".includes(recorded.secret_fingerprint) && recorded.secret_fingerprint === '') throw",
    tests: [installation],
    named: "with another secret is refused",
  },
  {
    control: "a node that keeps files elsewhere than the rest does not start",
    file: `${db}/installation.ts`,
    find: "if (files.mark !== mark) {",
    replace: "if (files.mark === '') {",
    behind: [
      {
        file: `${db}/installation.ts`,
        find: "if (!isShared(files)) {",
        replace: "if (!isShared(files) && mark === '') {",
      },
    ],
    tests: [installation],
    named: "that keeps them elsewhere than the others",
  },
  {
    control: "a node that stops is not ready",
    file: `${http}/health.ts`,
    find: 'if (app.isDraining) return Promise.resolve("draining");',
    replace: "",
    tests: [`${http}/health.test.ts`],
    named: "once the node drains",
  },
  {
    control: "reads go on while the standby is gone",
    file: `${db}/standby.ts`,
    find: "else if (!isRetryable(error)) throw error;",
    replace: "throw error;",
    tests: [`${db}/standby.test.ts`],
    named: "while the standby is gone",
  },
  {
    control: "a restored table is compared with the sum of its rows",
    file: `${db}/restore.ts`,
    find: "(expected.content ?? sum.content) === sum.content) return;",
    replace: "(expected.content ?? '') !== '-') return;",
    tests: [`${db}/backup.test.ts`],
  },
  {
    control: "the first password is said once, by whichever node made it",
    file: "apps/server/src/seed/seed.ts",
    find: "if (!isNew) return;",
    replace: "",
    tests: ["apps/server/src/seed/seed.test.ts"],
    named: "says the administrator's account and password once",
  },
  {
    control: "nothing is told of what was rolled back",
    file: `${db}/pool.ts`,
    find: "    forgetAnnouncements(connection);\n",
    replace: "    tellCommitted(connection, this.#pool);\n",
    tests: [`${db}/announcements.test.ts`, "apps/server/src/platform/events/event-stream.test.ts"],
    named: "rolled back",
  },
  {
    control: "an event waits until the earlier ones of its object were tried",
    file: `${webhook}/sender.store.ts`,
    find: "AND earlier.attempt_count = 0 AND earlier.next_attempt_time IS NOT NULL)",
    replace: "AND false)",
    tests: [`${webhook}/sender.test.ts`],
    named: "has each event wait",
  },
  {
    control: "an endpoint hears of its own app alone",
    file: `${webhook}/merchant-event.store.ts`,
    find: "AND (app_id IS NULL OR app_id = ${appId}::text)",
    replace: "",
    tests: [`${webhook}/merchant-event.test.ts`],
    named: "app",
  },
  {
    control: "the application may not change what is only added to",
    file: `${db}/table-manifest.ts`,
    find: 'appendOnly: ["INSERT", "SELECT"],',
    replace: 'appendOnly: ["DELETE", "INSERT", "SELECT", "UPDATE"],',
    tests: [contract("schema")],
    named: "lets the application neither change nor delete",
  },
  {
    control: "a package with a version that an advisory is about is refused",
    file: "docs/advisories.json",
    find: '"affected": "<10.1.2",',
    replace: '"affected": "<99.0.0",',
    tests: ["tools/tidy/advisories.test.ts"],
  },
  {
    control: "an attempt that was closed while it waited is not sent",
    file: "apps/server/src/modules/payments/order-processing/order-call.service.ts",
    find: 'attemptId }))?.status === "submitting";',
    replace: 'attemptId }))?.status !== "never";',
    tests: ["apps/server/src/modules/payments/order-processing/order-queue.test.ts"],
    named: "closed meanwhile",
  },
];
