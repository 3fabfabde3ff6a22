import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
  for (let more = 0; more < 3; more += 1) await stage.pay("001");
});
afterAll(() => stage?.close());

const create = (body: object, key: string) =>
  stage.shop.send("POST", "/v1/refunds", { body, headers: { "idempotency-key": key } });
const refunds = (order: { readonly id: string }) =>
  stage.app.platform.db
    .selectFrom("orderRefunds")
    .select(["refundNo", "amount"])
    .where("orderId", "=", order.id)
    .execute();

describe("POST /v1/refunds", () => {
  test("makes one refund for a key, whatever became of it, and shows it to whoever asks again", async () => {
    const { orderNo, ...order } = await stage.pay("401");
    const body = { orderNo, amount: 2_500, merchantRefundNo: "R-1" };
    const first = await create(body, "k-1");
    expect(first).toMatchObject({ status: 200, body: { status: "pending", amount: 2_500, merchantRefundNo: "R-1" } });
    const again = await create(body, "k-1");
    expect(again.headers["idempotent-replay"]).toBe("true");
    expect(again.body.refundNo).toBe(first.body.refundNo);
    await stage.pass(2 * 3_600);
    expect((await create(body, "k-1")).body).toMatchObject({ status: "succeeded", refundNo: first.body.refundNo });
    // The merchant's number protects under another key too, and refuses other content.
    expect((await create(body, "k-2")).body.refundNo).toBe(first.body.refundNo);
    expect((await create({ ...body, amount: 2_000 }, "k-3")).body.bizCode).toBe("duplicate_refund_no");
    expect(await refunds(order)).toHaveLength(1);
  }, 60_000);

  test("lets eight repetitions at once make one refund", async () => {
    const { orderNo, ...order } = await stage.pay("001");
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ orderNo, amount: 3_000 }, "k-8")));
    expect(await refunds(order)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.refundNo)).size).toBe(1);
  }, 60_000);

  test("answers the one refund to whoever asks for it by the merchant's number at once, under keys of their own", async () => {
    const { orderNo, ...order } = await stage.pay("001");
    const body = { orderNo, merchantRefundNo: "R-8" };
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => create(body, `k-8-${at}`)));
    const [refund] = await refunds(order);
    expect(answers.map(({ status, body: { refundNo } }) => [status, refundNo])).toEqual(
      answers.map(() => [200, refund?.refundNo]),
    );
    expect(await refunds(order)).toHaveLength(1);
    expect((await create({ ...body, amount: 1 }, "k-8-other")).body.bizCode).toBe("duplicate_refund_no");
  }, 60_000);

  test("refuses beyond what is left, with how much is, and an order that is not the merchant's", async () => {
    const { orderNo } = await stage.pay("001");
    expect((await create({ orderNo, amount: 10_001 }, "k-9")).body).toMatchObject({
      code: 422,
      bizCode: "exceeds_refundable",
      refundable: 10_000,
      param: "amount",
    });
    expect((await create({ orderNo: "OR20260601ABCDEFGHJK" }, "k-10")).body.bizCode).toBe("not_found");
    expect((await create({ orderNo, reason: "other" }, "k-11")).body.bizCode).toBe("remark_needed");
  });
});

describe("refunds of a merchant's server", () => {
  test("are read, listed, found and told of", async () => {
    const { orderNo } = await stage.pay("001");
    const { body } = await create({ orderNo, amount: 100 }, "k-12");
    await stage.pass(60);
    const refundNo = String(body.refundNo);
    expect((await stage.shop.send("GET", `/v1/refunds/${refundNo}`)).body).toMatchObject({ status: "succeeded" });
    const listed = await stage.shop.send("GET", "/v1/refunds", { query: `orderNo=${orderNo}` });
    expect(listed.body.data).toMatchObject([{ refundNo }]);
    expect((await stage.shop.send("GET", "/v1/refunds", { query: "status=canceled" })).body.data).toEqual([]);
    expect(
      (
        await stage.shop.send("POST", `/v1/refunds/${refundNo}/cancel`, {
          body: {},
          headers: { "idempotency-key": "k-13" },
        })
      ).body.bizCode,
    ).toBe("invalid_transition");
    const events = await stage.app.platform.db
      .selectFrom("merchantEvents")
      .select("type")
      .where("objectNo", "=", refundNo)
      .orderBy("objectSeq")
      .execute();
    expect(events.map(({ type }) => type)).toEqual(["refund.created", "refund.succeeded"]);
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);
});
