import { sampleData } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import { recordMerchantEvent } from "../src/modules/integration/webhook/merchant-event.store.ts";
import { type SenderServices, sendDue } from "../src/modules/integration/webhook/sender.service.ts";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import type { JobRequest } from "../src/platform/http/context.ts";
import { buildTestApp, type TestApp } from "./app.ts";
import { buildMerchant } from "./merchants.ts";
import { buildTenant, unique } from "./people.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { buildEndpoint } from "./webhooks.ts";

/** One merchant with one endpoint on a server of this machine, renewed for every test. */
export class Sending {
  readonly app: TestApp;
  readonly receiver: Receiver;
  readonly place: { readonly tenantId: number; readonly orgId: number };
  merchantId = "";
  endpointId = "";
  jobs: JobRequest[] = [];
  #runs = 0;

  private constructor(app: TestApp, receiver: Receiver, place: Sending["place"]) {
    this.app = app;
    this.receiver = receiver;
    this.place = place;
  }

  static async start(): Promise<Sending> {
    const app = await buildTestApp();
    return new Sending(app, await startReceiver(), await buildTenant(app));
  }

  async close(): Promise<void> {
    await this.receiver.close();
    await this.app.close();
  }

  async renew(): Promise<void> {
    this.receiver.reset();
    this.jobs = [];
    this.merchantId = await buildMerchant(this.app, this.place);
    this.endpointId = await this.newEndpoint();
  }

  newEndpoint(parts: object = {}): Promise<string> {
    const { merchantId, receiver, place } = this;
    return buildEndpoint(this.app, { merchantId, tenantId: place.tenantId, url: receiver.url, ...parts });
  }

  services(parts: Partial<SenderServices> = {}): SenderServices {
    const { platform, clock } = this.app;
    return {
      spine: {
        db: platform.db,
        clock,
        seals: installationKeys(platform.secret).seals,
        enqueue: async (_db, job) => void this.jobs.push(job),
      },
      ring: installationKeys(platform.secret).ring,
      testHosts: ["127.0.0.1"],
      locale: "en",
      jitter: () => 0,
      appSecrets: async () => ["sk_test_secret_0001"],
      ...parts,
    };
  }

  /** What a run of the sender is told. */
  run(owner: string) {
    const { merchantId, endpointId } = this;
    return { merchantId, endpointId, owner, signal: new AbortController().signal, turnMs: 60_000 };
  }

  /** A run of the sender; a new one unless it is named. */
  send(parts: Partial<SenderServices> = {}, owner?: string): Promise<void> {
    this.#runs += 1;
    return sendDue(this.services(parts), this.run(owner ?? `run-${this.#runs}`));
  }

  /** Something happens to an object of the merchant. */
  happen(parts: { objectId?: string; objectSeq?: number; mode?: "live" | "test" } = {}): Promise<void> {
    return recordMerchantEvent(this.app.context(), {
      merchantId: this.merchantId,
      appId: null,
      mode: "test",
      type: "order.paid",
      objectType: "order",
      objectId: unique("ord_"),
      objectNo: unique("OR"),
      objectSeq: 1,
      ...sampleData("order.paid", ""),
      ...parts,
    });
  }

  deliveries(endpointId = this.endpointId) {
    return this.app.platform.db
      .selectFrom("webhookDeliveries")
      .selectAll()
      .where("merchantId", "=", this.merchantId)
      .where("endpointId", "=", endpointId)
      .orderBy("id")
      .execute();
  }

  attempts() {
    return this.app.platform.db
      .selectFrom("webhookAttempts")
      .selectAll()
      .where("merchantId", "=", this.merchantId)
      .orderBy("at")
      .orderBy("id")
      .execute();
  }

  endpoint() {
    return this.app.platform.db
      .selectFrom("webhookEndpoints")
      .selectAll()
      .where("merchantId", "=", this.merchantId)
      .where("id", "=", this.endpointId)
      .executeTakeFirstOrThrow();
  }

  /** The next try of the only delivery, with the clock moved to it; false when there is none. */
  async tryNext(): Promise<boolean> {
    const [delivery] = await this.deliveries();
    if (!delivery?.nextAttemptTime) return false;
    this.app.clock.forward(Math.max(0, Date.parse(delivery.nextAttemptTime) - this.app.clock.now().getTime()));
    await this.send();
    return true;
  }
}
