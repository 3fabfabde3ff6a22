import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { z } from "zod";
import type { OpenCall, OpenHandlers } from "./open-call.service.ts";
import { orderOf } from "./orders.service.ts";

const callWithinMs = 30_000;
const base = "/v1/test/simulator";

const bookShape = z.object({ payments: z.array(z.object({ id: z.string(), status: z.string(), method: z.string() })) });
const resentShape = z.object({ count: z.int() });
const clockShape = z.object({ now: z.string() });

/** Refuses live keys, and all keys where no simulator runs: in production there is none. */
function simulatorOf({ app, platform }: OpenCall): string {
  if (app.mode !== "test") throw refuse("openApi.testModeOnly");
  const { simulatorUrl, isProduction } = platform.config;
  if (!simulatorUrl || isProduction) throw refuse("openApi.simulatorAbsent");
  return simulatorUrl;
}

/** A control call to the simulator; undefined where it was refused. */
async function control(address: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${address}${base}${path}`, {
    method: body ? "POST" : "GET",
    signal: AbortSignal.timeout(callWithinMs),
    ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return answer.ok ? JSON.parse(text) : undefined;
}

/** The simulator's payments of an order number, oldest first. */
async function paymentsOf(address: string, orderNo: string) {
  const book = bookShape.safeParse(await control(address, `/book?reference=${encodeURIComponent(orderNo)}`));
  return book.success ? book.data.payments : [];
}

/** Handlers that act as payer and advance time at the gateway simulator. */
export const testHandlers: Pick<OpenHandlers, "payTestOrder" | "renotifyTestOrder" | "advanceTestClock"> = {
  payTestOrder: async (call, { params: { orderNo }, body: { outcome } }) => {
    // Looked up first: ownership of the order is checked before the simulator.
    await orderOf(call, orderNo);
    const address = simulatorOf(call);
    // The payer acts on the latest payment of the order.
    for (const { id } of (await paymentsOf(address, orderNo)).toReversed()) {
      const answer =
        outcome === "paid"
          ? await control(address, `/payments/${id}/pay`, {})
          : await control(address, `/payments/${id}/authenticate`, { code: "0000" });
      if (answer !== undefined) return { isAccepted: true };
    }
    throw refuse("openApi.nothingToPay", { orderNo });
  },

  renotifyTestOrder: async (call, { params: { orderNo }, body: { mode } }) => {
    await orderOf(call, orderNo);
    const address = simulatorOf(call);
    let count = 0;
    for (const { id } of await paymentsOf(address, orderNo)) {
      const answer = resentShape.safeParse(await control(address, "/notifications/resend", { mode, objectId: id }));
      count += answer.success ? answer.data.count : 0;
    }
    return { count };
  },

  advanceTestClock: async (call, { body: { seconds } }) => {
    const answer = clockShape.safeParse(await control(simulatorOf(call), "/clock", { seconds }));
    if (!answer.success) throw refuse("openApi.simulatorAbsent", {}, { status: 503 });
    return { now: answer.data.now };
  },
};
