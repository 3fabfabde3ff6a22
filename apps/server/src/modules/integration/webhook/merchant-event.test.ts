import { sampleData } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant, unique } from "../../../../test/people.ts";
import { buildEndpoint } from "../../../../test/webhooks.ts";
import type { Context, DomainEvent, JobRequest } from "../../../platform/http/context.ts";
import { type MerchantEvent, recordMerchantEvent } from "./merchant-event.store.ts";

let app: TestApp;
let place: { tenantId: number; orgId: number };
let tenantId: number;
let merchantId: string;
beforeAll(async () => {
  app = await buildTestApp();
  place = await buildTenant(app);
  tenantId = place.tenantId;
});
afterAll(() => app.close());
beforeEach(async () => {
  merchantId = await buildMerchant(app, place);
});

const paid = (parts: Partial<MerchantEvent> = {}): MerchantEvent => ({
  merchantId,
  appId: null,
  mode: "test",
  type: "order.paid",
  objectType: "order",
  objectId: "ord_1",
  objectNo: unique("OR"),
  objectSeq: 1,
  ...sampleData("order.paid", ""),
  ...parts,
});

/** Records an event in a transaction of its own; answers what was sent after commit, and the number of statements. */
async function record(event: MerchantEvent) {
  const emitted: DomainEvent[] = [];
  const jobs: JobRequest[] = [];
  const statements: string[] = [];
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await app.platform.db.transaction().execute(async (tx) => {
    const ctx: Context = {
      ...app.context(),
      db: tx.withPlugin(counting),
      emit: async (one) => void emitted.push(one),
      enqueue: async (job) => void jobs.push(job),
    };
    await recordMerchantEvent(ctx, event);
  });
  return { emitted, jobs, statements };
}

const deliveries = () =>
  app.platform.db.selectFrom("webhookDeliveries").selectAll().where("merchantId", "=", merchantId).execute();

describe("recordMerchantEvent", () => {
  test("keeps the event of a merchant without endpoints in one statement and wakes nobody", async () => {
    const { jobs, statements, emitted } = await record(paid());
    expect({ jobs, emitted, statements }).toMatchObject({ jobs: [], emitted: [], statements: { length: 1 } });
    expect(await deliveries()).toEqual([]);
    const kept = await app.platform.db
      .selectFrom("merchantEvents")
      .selectAll()
      .where("merchantId", "=", merchantId)
      .execute();
    expect(kept).toMatchObject([
      { tenantId: place.tenantId, type: "order.paid", data: sampleData("order.paid", ""), endpointIds: [] },
    ]);
  });

  test("queues one delivery for each endpoint that wants the event, and one job for it", async () => {
    const every = await buildEndpoint(app, { merchantId, tenantId });
    const some = await buildEndpoint(app, { merchantId, tenantId, events: JSON.stringify(["order.paid"]) });
    await buildEndpoint(app, { merchantId, tenantId, events: JSON.stringify(["order.failed"]) });
    await buildEndpoint(app, { merchantId, tenantId, mode: "live" });
    await buildEndpoint(app, { merchantId, tenantId, status: "disabled" });
    await buildEndpoint(app, { merchantId, tenantId, appId: "app_other" });
    await buildEndpoint(app, { merchantId, tenantId, deleteTime: app.clock.now().toISOString() });
    const { jobs } = await record(paid());
    expect((await deliveries()).map(({ endpointId }) => endpointId).sort()).toEqual([every, some].sort());
    expect(jobs.map(({ data }) => data)).toEqual(
      expect.arrayContaining([every, some].map((endpointId) => ({ merchantId, endpointId }))),
    );
  });

  test("tells an app's endpoint of that app's events", async () => {
    const own = await buildEndpoint(app, { merchantId, tenantId, appId: "app_1" });
    await record(paid({ appId: "app_2" }));
    await record(paid({ appId: "app_1" }));
    expect(await deliveries()).toMatchObject([{ endpointId: own, appId: "app_1", status: "queued" }]);
  });

  test("tells nobody else's endpoint", async () => {
    const other = await buildMerchant(app, place);
    await buildEndpoint(app, { tenantId, merchantId: other });
    const { jobs } = await record(paid());
    expect(jobs).toEqual([]);
  });
});
