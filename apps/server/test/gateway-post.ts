import { createHmac } from "node:crypto";
import { inboundWorkers } from "../src/modules/integration/inbound/index.ts";
import { applyNotification } from "../src/modules/payments/order-follow-up/index.ts";
import type { SeededRandom } from "../src/seed/seeded-random.ts";
import { jobContext } from "./jobs.ts";
import type { OrderStage } from "./order-stage.ts";
import { type Received, startReceiver } from "./receiver.ts";

/** Stands between a stage's gateway and the platform, so that a test decides which notification arrives when. */
export interface GatewayPost {
  /** What the gateway sent so far. */
  readonly received: readonly Received[];
  /** Delivers as the gateway's main account does, signed at this moment; answers how long the gateway waited. */
  deliver(body: string): Promise<{ readonly status: number; readonly waitedMs: number }>;
  close(): Promise<void>;
}

/** Takes the notifications of these accounts of the simulator in the platform's place. */
export async function openGatewayPost(
  { app, simulator, accounts }: OrderStage,
  names: readonly string[] = ["sim_main"],
): Promise<GatewayPost> {
  const receiver = await startReceiver();
  for (const name of names) await simulator.control("PUT", `/accounts/${name}`, { webhookUrl: receiver.url });
  const { webhookToken } = await app.platform.db
    .selectFrom("gatewayAccounts")
    .select("webhookToken")
    .where("id", "=", accounts.main)
    .executeTakeFirstOrThrow();
  return {
    received: receiver.received,
    close: () => receiver.close(),
    deliver: async (body) => {
      const seconds = Math.floor(app.clock.now().getTime() / 1000);
      const mac = createHmac("sha256", "whsec_sim_main_0001").update(`${seconds}.${body}`).digest("hex");
      const begun = performance.now();
      const { statusCode } = await app.server.inject({
        method: "POST",
        url: `/hooks/gateway/${webhookToken}`,
        headers: { "content-type": "application/json", "x-webhook-signature": `t=${seconds},v1=${mac}` },
        payload: body,
      });
      return { status: statusCode, waitedMs: performance.now() - begun };
    },
  };
}

/**
 * Works off the notifications that were taken in, four at a time as a node does, in any order. Jobs that follow from them,
 * or from calls before, stay in the application's list.
 */
export async function workOffNotifications({ app }: OrderStage, random: SeededRandom): Promise<void> {
  const [worker] = inboundWorkers(app.platform, applyNotification);
  const { true: jobs = [], false: others = [] } = Object.groupBy(
    app.jobs.splice(0),
    ({ queue }) => `${queue === "gateway-notification"}` as const,
  );
  app.jobs.push(...others);
  const shuffled = jobs.map((job) => ({ job, at: random.next() })).toSorted((a, b) => a.at - b.at);
  const run = async (data: unknown) => {
    const job = jobContext(app);
    const enqueue = async (_db: unknown, request: (typeof app.jobs)[number]) => void app.jobs.push(request);
    await worker?.run({ ...job, spine: { ...job.spine, enqueue } } as typeof job, data);
  };
  for (let at = 0; at < shuffled.length; at += 4)
    await Promise.all(shuffled.slice(at, at + 4).map(({ job }) => run(job.data)));
}
