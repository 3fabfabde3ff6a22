import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";

let stage: OrderStage;

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterEach(() => suffer());
afterAll(() => stage?.close());

/** What both accounts of the gateway suffer from now on; nothing unless told. */
async function suffer(...profiles: { readonly name: string; readonly value?: number }[]): Promise<void> {
  for (const name of ["sim_main", "sim_backup"])
    await stage.simulator.control("PUT", `/accounts/${name}`, { profiles });
}

/** What the gateway took, and what is said and booked here. */
async function standing(order: { readonly id: string; readonly orderNo: string }) {
  const { status, capturedAmount } = await stage.read(order);
  const book = await stage.simulator.book(order.orderNo);
  const taken = book.payments.filter((payment) => payment.status === "captured").length;
  const dues = await stage.app.platform.db
    .selectFrom("paymentDues")
    .select("id")
    .where("merchantId", "=", stage.merchantId)
    .where("orderId", "=", order.id)
    .execute();
  const booked = (await stage.booked(order)).filter((line) => line.startsWith("J01 ")).length;
  return { status, captured: capturedAmount, taken, dues: dues.length, isBooked: booked > 0 };
}

const paidOnce = { status: "paid", captured: "10000", taken: 1, dues: 0, isBooked: true };

describe("a gateway whose answer is lost after it took the money", () => {
  test.each(["drop", "garbage"])(
    "(%s) leaves the payment unknown, never failed, and not tried anew",
    async (name) => {
      await suffer({ name });
      const order = await stage.pay("001");
      expect(order.status).toBe("pending");
      expect((await stage.attempts(order)).map(({ status }) => status)).toEqual(["unknown"]);
      expect(await stage.confirm(order).catch((error: { code: string }) => error.code)).toBe(
        "coinOrder.attemptInFlight",
      );
      await suffer();
      await stage.pass(3_600);
      expect(await standing(order)).toEqual(paidOnce);
      expect(await stage.attempts(order)).toHaveLength(1);
    },
    60_000,
  );
});

describe("a gateway that processes nothing", () => {
  test.each([{ name: "outage" }, { name: "rate_limit" }, { name: "flaky", value: 1 }])(
    "($name) takes nothing, and the payer may pay once it works again",
    async (profile) => {
      await suffer(profile);
      const order = await stage.pay("001");
      expect(await standing(order)).toMatchObject({ captured: "0", taken: 0, isBooked: false });
      await suffer();
      await stage.pass(200);
      const after = await stage.read(order);
      if (after.status !== "paid") await stage.confirm(order);
      expect(await standing(order)).toEqual(paidOnce);
    },
    60_000,
  );
});

describe("a gateway that never decides", () => {
  test("keeps the payment pending, with the next question planned", async () => {
    await suffer({ name: "pending_forever" });
    const order = await stage.pay("003");
    await stage.pass(6 * 3_600);
    expect(await standing(order)).toMatchObject({ status: "pending", taken: 0, isBooked: false });
    const [attempt] = (await stage.attempts(order)) as unknown as { nextQueryTime: string | null }[];
    expect(attempt?.nextQueryTime).not.toBeNull();
  }, 60_000);
});
