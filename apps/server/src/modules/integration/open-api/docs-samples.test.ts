import { eventSample } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assertEvent, assertFitsSchema } from "../../../../test/open-contract.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { Sending } from "../../../../test/sending.ts";
import { recordMerchantEvent } from "../webhook/index.ts";
import { docsGuide } from "./docs-guide.page.ts";
import { eventHeaders, limitHeaders } from "./open-documents.service.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage.close());

const unescaped = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Code blocks of a section of the guide, as a reader copies them. */
const blocksOf = (section: string): string[] => {
  const [, text = ""] =
    new RegExp(`<section id="${section}">(.*?)</section>`, "s").exec(docsGuide("en", "https://pay.example")) ?? [];
  return [...text.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, block = ""]) => unescaped(block));
};

/** Member names of an object and its nested objects. */
const shapeOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, part]) => [name, shapeOf(part)]),
      )
    : "value";

describe("the samples of the guide", () => {
  test("show an error as the document has it", () => {
    for (const block of blocksOf("errors")) assertFitsSchema("Error", JSON.parse(block));
    expect(blocksOf("errors")).toHaveLength(1);
  });

  test("name the headers that tell a caller how much it may ask", async () => {
    const { headers } = await stage.shop.send("GET", "/v1/orders");
    for (const name of Object.keys(limitHeaders).filter((one) => one !== "Retry-After"))
      expect(headers[name.toLowerCase()], name).toBeDefined();
  });

  test("show an event with the members of a real one, as it is delivered", async () => {
    const sample = JSON.parse(blocksOf("webhooks")[0] ?? "");
    expect(sample).toEqual(eventSample("order.paid"));
    assertEvent(sample);
    const sending = await Sending.start();
    try {
      await sending.renew();
      const order = await stage.pay("001");
      const told = await stage.app.platform.db
        .selectFrom("merchantEvents")
        .selectAll()
        .where("objectId", "=", order.id)
        .where("type", "=", "order.paid")
        .executeTakeFirstOrThrow();
      const { merchantId } = sending;
      await recordMerchantEvent(sending.app.context(), { ...told, ...told.data, merchantId, appId: null } as never);
      await sending.send();
      const [got] = sending.receiver.received;
      const delivered = JSON.parse(got?.body ?? "");
      assertEvent(delivered);
      expect(shapeOf(delivered)).toEqual(shapeOf(sample));
      for (const name of Object.keys(eventHeaders)) expect(got?.headers[name.toLowerCase()], name).toBeDefined();
    } finally {
      await sending.close();
    }
  });
});
