import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { unique } from "../../../../test/people.ts";
import { testCard } from "../../../../test/simulator.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const order = async (scenario: string, parts: object = {}) => {
  const card = { number: testCard(scenario).number, expiryMonth: 12, expiryYear: 2030, cvc: "321" };
  const asked = { merchantOrderNo: unique("A-"), amount: 10_000, currency: "USD", payer: { email: "ada@example.com" } };
  const body = { ...asked, ip: "203.0.113.7", paymentMethod: { code: "card", card }, ...parts };
  return (await stage.shop.send("POST", "/v1/orders", { body })).body;
};

/** The events of an object as its merchant's servers are told them, the first one first. */
const eventsOf = async (objectNo: string) => {
  const { body } = await stage.shop.send("GET", "/v1/events", { query: `objectNo=${objectNo}` });
  return body.data.map(({ type, objectSeq, data }: Event) => ({ type, objectSeq, ...data })).reverse();
};
interface Event {
  readonly type: string;
  readonly objectSeq: number;
  readonly data: object;
}

describe("the object of an order's event", () => {
  test("carries what was bought and the merchant's own texts, as the order is read", async () => {
    const items = [
      { sku: "T-1", name: "Tea", quantity: 2, unitAmount: 4_000, amount: 8_000 },
      { name: "Cup", quantity: 1, unitAmount: 2_000, amount: 2_000 },
    ];
    const { orderNo } = await order("001", { items, metadata: { cart: "17", seat: "12A" } });
    const { body: read } = await stage.shop.send("GET", `/v1/orders/${orderNo}`);
    const events = await eventsOf(orderNo);
    expect(events.map(({ type }: Event) => type)).toEqual(["order.created", "order.pending", "order.paid"]);
    for (const { object } of events) expect(object).toMatchObject({ items, metadata: { cart: "17", seat: "12A" } });
    const { object } = events.at(-1);
    // A token charges the card again: it is told to whoever reads the order, and is in no event.
    delete read.card.tokenReference;
    expect(object).toEqual(Object.fromEntries(Object.keys(object).map((name) => [name, read[name]])));
  });

  test("is empty where nothing was said of either", async () => {
    const { orderNo } = await order("001");
    expect((await eventsOf(orderNo))[0].object).toMatchObject({ items: [], metadata: {} });
  });
});

describe("an order that is paid at once", () => {
  test("is listed with its events in the order in which they happened, though all bear the same instant", async () => {
    for (let made = 0; made < 6; made += 1) {
      const { orderNo } = await order("001");
      const types: string[] = [];
      let cursor = "";
      for (let page = 0; page < 3; page += 1) {
        const query = `objectNo=${orderNo}&limit=1${cursor}`;
        const { body } = await stage.shop.send("GET", "/v1/events", { query });
        types.push(...body.data.map(({ type }: Event) => type));
        cursor = `&cursor=${body.nextCursor}`;
      }
      expect(types).toEqual(["order.paid", "order.pending", "order.created"]);
    }
  });

  test("is told to be made as one that is paid later is", async () => {
    const [later] = await eventsOf((await order("001", { paymentMethod: undefined })).orderNo);
    const [atOnce] = await eventsOf((await order("001")).orderNo);
    const own = { orderNo: "", merchantOrderNo: "", orderTime: "", expireTime: "" };
    const alike = ({ object, ...event }: { object: object }) => ({ ...event, object: { ...object, ...own } });
    expect(alike(atOnce)).toEqual(alike(later));
  });
});

describe("what an event changed", () => {
  test("is told with what it was before, and nothing else of the object", async () => {
    const { orderNo } = await order("001");
    const events = await eventsOf(orderNo);
    expect(events.map(({ previous }: { previous: object }) => previous)).toEqual([
      undefined,
      { status: "created", paymentMethod: null, card: null },
      {
        status: "pending",
        capturedAmount: 0,
        paidTime: null,
        card: { brand: "visa", last4: "0004", country: null },
      },
    ]);
    // Every step leads from what the one before it left.
    for (const [place, { previous = {} }] of events.entries())
      expect(events[place - 1]?.object ?? {}).toMatchObject(previous);
  });

  test("names no member that is as it was", async () => {
    const { orderNo } = await order("101");
    for (const { object, previous = {} } of await eventsOf(orderNo))
      for (const [name, value] of Object.entries(previous)) expect(object[name], name).not.toEqual(value);
  });

  test("of a capture is that its outcome was not known", async () => {
    const { orderNo } = await order("004", { captureMethod: "manual" });
    const body = { amount: 4_000, final: false };
    const { body: shown } = await stage.shop.send("POST", `/v1/orders/${orderNo}/capture`, { body });
    const [event] = await eventsOf(shown.captures[0].captureNo);
    expect(event).toMatchObject({
      type: "capture.succeeded",
      object: { status: "succeeded", netAmount: shown.captures[0].netAmount },
      previous: { status: "pending", netAmount: null, settleCurrency: null, finishedTime: null },
    });
    expect(event.previous.amount).toBeUndefined();
  });
});
