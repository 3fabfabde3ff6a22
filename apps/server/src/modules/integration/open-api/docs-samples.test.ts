import { eventSample } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import { nodeSample, quickStartSample } from "@countinghouse/contract/integration/open-api/samples.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
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
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const unescaped = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** The blocks of code in a section of the guide, as a reader copies them. */
const blocksOf = (section: string): string[] => {
  const [, text = ""] = new RegExp(`<section id="${section}">(.*?)</section>`, "s").exec(docsGuide("en")) ?? [];
  return [...text.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, block = ""]) => unescaped(block));
};

describe("the quick start of the guide", () => {
  test("ends with a paid order, word for word as the page shows it", async () => {
    expect(blocksOf("start")).toEqual([quickStartSample]);
    expect(blocksOf("signing")).toContain(nodeSample);
    const { server, clock } = stage.app;
    const printed: unknown[] = [];
    vi.useFakeTimers({ now: clock.now(), toFake: ["Date"] });
    vi.stubEnv("APP_KEY", stage.shop.appKey);
    vi.stubEnv("APP_SECRET", stage.shop.secret);
    vi.stubGlobal("console", { ...console, log: (text: unknown) => void printed.push(text) });
    vi.stubGlobal(
      "fetch",
      async (url: string, init: { method: "GET"; headers: Record<string, string>; body?: string }) => {
        const { pathname, search } = new URL(url);
        const { method, headers, body } = init;
        const answer = await server.inject({
          method,
          url: pathname + search,
          headers,
          ...(body ? { payload: body } : {}),
        });
        for (const name of Object.keys(limitHeaders).filter((one) => one !== "Retry-After"))
          expect(answer.headers[name.toLowerCase()], name).toBeDefined();
        return new Response(answer.body, { status: answer.statusCode });
      },
    );
    await import(`data:text/javascript,${encodeURIComponent(`${nodeSample}\n${quickStartSample}`)}`);
    expect(printed).toEqual(["paid"]);
  });
});

/** Names of an object's members, and those of the objects in it. */
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
