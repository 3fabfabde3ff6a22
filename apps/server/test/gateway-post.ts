import { createHmac } from "node:crypto";
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
