import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oldNotifications } from "../../src/modules/integration/inbound/index.ts";
import { oldTries } from "../../src/modules/integration/webhook/index.ts";
import { oldVisits, recordVisit } from "../../src/modules/logs/log-vis/index.ts";
import { oldExchanges } from "../../src/modules/payments/order-record/index.ts";
import { newId } from "../../src/platform/db/new-id.ts";
import type { FileStore } from "../../src/platform/files/file-store.ts";
import { archiveRows, type RetainedLog } from "../../src/platform/jobs/log-archive.ts";
import { buildTestApp, type TestApp } from "../app.ts";
import { sweepLog } from "../jobs.ts";
import { buildMerchant } from "../merchants.ts";
import { buildOrder } from "../orders.ts";
import { buildTenant } from "../people.ts";
import { buildDelivery, buildEndpoint, buildInbound } from "../webhooks.ts";

let app: TestApp;
let tenantId: number;
let merchantId: string;
let orderId: string;
let deliveryId: string;
let endpointId: string;

beforeAll(async () => {
  app = await buildTestApp();
  const place = await buildTenant(app);
  tenantId = place.tenantId;
  merchantId = await buildMerchant(app, place);
  orderId = await buildOrder(app, { merchantId, tenantId });
  endpointId = await buildEndpoint(app, { merchantId, tenantId });
  deliveryId = await buildDelivery(app, { merchantId, tenantId, endpointId });
});
afterAll(() => app.close());

const ages = 5 * 365 * 86_400_000;
const longAgo = (): string => new Date(app.clock.now().getTime() - ages).toISOString();

/** Writes two old rows and a new one of every log there is; `count` numbers the tries of a delivery. */
const logs: readonly (readonly [RetainedLog, write: (count: number, at: string) => Promise<unknown>])[] = [
  [
    oldVisits,
    async (_count, at) => {
      await recordVisit(app.context(), { tenantId, visitType: 1, status: "200", account: "lin" });
      const last = app.platform.db.selectFrom("visits").select(({ fn }) => fn.max("id").as("id"));
      await app.platform.db.updateTable("visits").set({ createTime: at }).where("id", "=", last).execute();
    },
  ],
  [oldNotifications, (_count, at) => buildInbound(app, { tenantId, status: "processed", createTime: at })],
  [
    oldTries,
    (number, at) =>
      app.platform.db
        .insertInto("webhookAttempts")
        .values({
          merchantId,
          id: newId("wha", app.clock.now()),
          deliveryId,
          endpointId,
          number,
          at,
          url: "https://hooks.shop.example/in",
          signature: "t=1",
          latencyMs: 1,
          isManual: false,
          isSuccess: true,
        })
        .execute(),
  ],
  [
    oldExchanges,
    (_count, at) =>
      app.platform.db
        .insertInto("orderExchanges")
        .values({
          merchantId,
          id: newId("oxc", app.clock.now()),
          orderId,
          time: at,
          direction: "gateway_out",
          operation: "authorize",
          result: "success",
        })
        .execute(),
  ],
];

const countOf = async ({ table }: RetainedLog): Promise<number> => {
  const counted = app.platform.db.selectFrom(table).select(({ fn }) => fn.countAll<string>().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
};
const lastEntry = () =>
  app.platform.db
    .selectFrom("auditEntries")
    .selectAll()
    .where("operation", "=", "sysJobRun.archiveLog")
    .orderBy("id", "desc")
    .executeTakeFirst();

describe("what is no longer kept of a log", () => {
  test.each(logs.map(([log, write]) => [log.name, log, write] as const))(
    "%s is archived before it leaves, and the audit trail names the file and its SHA-256",
    async (_name, log, write) => {
      await write(1, longAgo());
      await write(2, longAgo());
      await write(3, app.clock.now().toISOString());
      expect(await sweepLog(app, log)).toBe(2);
      expect(await countOf(log)).toBe(1);
      const entry = await lastEntry();
      const [change] = (entry?.changes ?? []) as readonly { after: { archive: string; sha256: string } }[];
      const file = await app.platform.files.read(change?.after.archive ?? "");
      const bytes = file ? await buffer(file.content) : Buffer.alloc(0);
      const archived = gunzipSync(bytes).toString().trim().split("\n");
      expect(archived).toHaveLength(2);
      for (const line of archived) expect(JSON.parse(line)).toHaveProperty(log.key.at(-1) ?? "");
      expect(entry).toMatchObject({
        input: { log: log.table },
        changes: [
          {
            table: log.table,
            before: { count: 2 },
            after: { sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length },
          },
        ],
      });
    },
  );

  test.each(logs.map(([log, write]) => [log.name, log, write] as const))(
    "%s stays where the archive could not be kept, or where what would leave is something else",
    async (_name, log, write) => {
      await write(4, longAgo());
      const { files, db } = app.platform;
      const before = await countOf(log);
      const full: FileStore = { ...files, put: () => Promise.reject(new Error("no room")) };
      await expect(sweepLog(app, log, full)).rejects.toThrow("no room");
      expect(await countOf(log)).toBe(before);
      const gone: FileStore = {
        ...files,
        put: async (name, content) => {
          const stored = await files.put(name, content);
          await db.deleteFrom(log.table).execute();
          return stored;
        },
      };
      await expect(sweepLog(app, log, gone)).rejects.toThrow(`0 ${log.name} would leave and 1 were archived`);
    },
  );

  test("is archived in files of a size that a node can hold", async () => {
    const createTime = longAgo();
    const rows = Array.from({ length: archiveRows + 1 }, () => ({ tenantId, visitType: 1, status: "200", createTime }));
    await app.platform.db
      .insertInto("visits")
      .values(rows as never)
      .execute();
    expect(await sweepLog(app, oldVisits)).toBe(archiveRows + 1);
    const entries = await app.platform.db
      .selectFrom("auditEntries")
      .select("changes")
      .where("operation", "=", "sysJobRun.archiveLog")
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    expect(entries.map(({ changes }) => changes)).toMatchObject([
      [{ before: { count: 1 } }],
      [{ before: { count: archiveRows } }],
    ]);
  });
});
