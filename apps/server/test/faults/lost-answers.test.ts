import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Gate, openGate } from "../../../../tools/faults/gate.ts";
import { createTestDatabase, type TestDatabase } from "../database.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { testCard } from "../simulator.ts";

let database: TestDatabase;
let gate: Gate;
let stage: OrderStage;

/** Where the test's server listens, for the gate before it. */
function socketOf(ownerUrl: string) {
  const { searchParams } = new URL(ownerUrl);
  return { path: `${searchParams.get("host")}/.s.PGSQL.${searchParams.get("port")}` };
}

function throughGate(appUrl: string): string {
  const url = new URL(appUrl);
  url.search = "";
  url.hostname = "127.0.0.1";
  url.port = String(gate.port);
  return url.href;
}

beforeAll(async () => {
  database = await createTestDatabase();
  gate = await openGate(socketOf(database.ownerUrl), { readsPostgres: true });
  stage = await buildOrderStage({ database: { ...database, appUrl: throughGate(database.appUrl) } });
});
afterAll(async () => {
  await stage?.close();
  await gate?.close();
  await database?.drop();
});

const card = () => {
  const { number, expMonth, expYear, cvc } = testCard("001");
  return { code: "card", card: { number, expiryMonth: expMonth, expiryYear: expYear, cvc } };
};

const creation = (merchantOrderNo: string, parts: object = {}) => ({
  merchantOrderNo,
  amount: 10_000,
  currency: "USD",
  ip: "203.0.113.7",
  payer: { email: "ada@example.com", name: "Ada Payer" },
  paymentMethod: card(),
  ...parts,
});

/** Statements that make something last: ends of transactions, and what is a transaction by itself. */
const makesLast = (statement: string): boolean =>
  /^\s*commit\b/i.test(statement) || /\b(insert into|update) "?(idempotency_keys|api_allowances)/i.test(statement);

/** Loses the answer to the statement of that number, once; true where there was one. */
async function losing(number: number, work: () => Promise<unknown>): Promise<boolean> {
  let seen = 0;
  const before = gate.cuts;
  gate.cutsAnswerTo = (statement) => {
    if (!makesLast(statement)) return false;
    seen += 1;
    return seen === number;
  };
  await work();
  gate.cutsAnswerTo = undefined;
  return gate.cuts > before;
}

/** Asks the same thing under the same key until there is a final answer, as a careful merchant does. */
async function insist(path: string, body: object, key: string, wanted: string): Promise<string[]> {
  const statuses: string[] = [];
  for (let tries = 0; tries < 12; tries += 1) {
    const answer = await stage.shop.send("POST", path, { body, key });
    statuses.push(`${answer.status} ${answer.body.status ?? answer.body.bizCode}`);
    if (answer.status === 200 && answer.body.status === wanted) return statuses;
    await stage.pass(70);
  }
  return statuses;
}

async function standing(merchantOrderNo: string) {
  const rows = await stage.app.platform.db
    .selectFrom("coinOrders")
    .selectAll()
    .where("merchantId", "=", stage.merchantId)
    .where("merchantOrderNo", "=", merchantOrderNo)
    .execute();
  const [order] = rows;
  if (!order) return { orders: 0 };
  const { payments } = await stage.simulator.book(order.orderNo);
  return {
    orders: rows.length,
    status: order.status,
    captured: (await stage.attempts(order)).filter(({ status }) => status === "captured").length,
    payments: payments.length,
    booked: (await stage.booked(order)).some((line) => line.startsWith("J01 ")),
    amount: order.capturedAmount,
  };
}

const paidOnce = { orders: 1, status: "paid", captured: 1, payments: 1, booked: true, amount: "10000" };

describe("an answer that is lost between the database and a node", () => {
  test("to any commit of a payment leaves one order, one payment and one booking after the same call again", async () => {
    let number = 0;
    for (let wasLost = true; wasLost; ) {
      number += 1;
      const merchantOrderNo = `lost-${number}`;
      const key = randomUUID();
      let tries: string[] = [];
      wasLost = await losing(number, async () => {
        tries = await insist("/v1/orders", creation(merchantOrderNo), key, "paid");
      });
      expect([number, tries.at(-1)]).toEqual([number, "200 paid"]);
      expect([number, await standing(merchantOrderNo)]).toEqual([number, paidOnce]);
    }
    // The door, the key, the order with its attempt, the answer of the gateway.
    expect(number).toBeGreaterThan(4);
  }, 240_000);

  test("to any commit of a capture takes the money once", async () => {
    let number = 0;
    for (let wasLost = true; wasLost; ) {
      number += 1;
      const merchantOrderNo = `lost-capture-${number}`;
      const body = creation(merchantOrderNo, { captureMethod: "manual" });
      const made = await stage.shop.send("POST", "/v1/orders", { body });
      const key = randomUUID();
      let tries: string[] = [];
      wasLost = await losing(number, async () => {
        tries = await insist(`/v1/orders/${made.body.orderNo}/capture`, {}, key, "paid");
      });
      expect([number, tries.at(-1)]).toEqual([number, "200 paid"]);
      expect([number, await standing(merchantOrderNo)]).toEqual([number, paidOnce]);
    }
    expect(number).toBeGreaterThan(4);
  }, 240_000);
});

describe("a database that goes away when an order was written and nobody was told", () => {
  test("is waited for, and the payment goes on", async () => {
    const merchantOrderNo = "untold";
    let isWritten = false;
    let isLost = false;
    gate.cutsAnswerTo = (statement) => {
      // The last statement before the commit of the order, so that it is no other session's that is cut.
      if (/^WITH bound AS \(update "idempotency_keys"/.test(statement)) isWritten = true;
      if (isLost || !isWritten || !/^\s*commit\b/i.test(statement)) return false;
      isLost = true;
      return true;
    };
    let isCut = false;
    gate.cutsAllBefore = (statement) => {
      if (isCut || !/^select "object_id" from "idempotency_keys"/.test(statement)) return false;
      isCut = true;
      return true;
    };
    const key = randomUUID();
    const answer = await stage.shop.send("POST", "/v1/orders", { body: creation(merchantOrderNo), key });
    gate.cutsAnswerTo = undefined;
    gate.cutsAllBefore = undefined;
    expect([isLost, isCut, answer.status, answer.body.status]).toEqual([true, true, 200, "paid"]);
    expect(await standing(merchantOrderNo)).toEqual(paidOnce);
  }, 60_000);
});

describe("every session that ends at a statement of a payment, and again at the next", () => {
  test("leaves no payment that waits for what was never sent", async () => {
    const { db } = stage.app.platform;
    // So slow that each call asks for its pace.
    await db.updateTable("upstreamGateways").set({ rateLimitPerSecond: 20 }).execute();
    const pairs: string[][] = [];
    for (let number = 1; pairs.at(-1)?.length !== 0; number += 1) {
      const merchantOrderNo = `gone-${number}`;
      const cut: string[] = [];
      let seen = 0;
      gate.cutsAllBefore = (statement) => {
        seen += 1;
        if (seen !== number && seen !== number + 1) return false;
        cut.push(statement);
        return true;
      };
      const key = randomUUID();
      await stage.shop.send("POST", "/v1/orders", { body: creation(merchantOrderNo), key });
      gate.cutsAllBefore = undefined;
      pairs.push(cut);
      const cuts = [number, ...cut];
      const tries = await insist("/v1/orders", creation(merchantOrderNo), key, "paid");
      expect([...cuts, tries.at(-1)]).toEqual([...cuts, "200 paid"]);
      expect([...cuts, await standing(merchantOrderNo)]).toEqual([...cuts, paidOnce]);
    }
    // Before it is sent and after: what is read, what is written.
    expect(pairs.length).toBeGreaterThan(30);
    // What comes between may move the pace of the account from one number to another: it has a payment of its own.
    let isPaceCut = false;
    gate.cutsAllBefore = (statement) => {
      if (isPaceCut || !statement.includes("gateway_paces")) return false;
      isPaceCut = true;
      return true;
    };
    const key = randomUUID();
    await stage.shop.send("POST", "/v1/orders", { body: creation("gone-at-pace"), key });
    gate.cutsAllBefore = undefined;
    const tries = await insist("/v1/orders", creation("gone-at-pace"), key, "paid");
    expect([isPaceCut, tries.at(-1)]).toEqual([true, "200 paid"]);
    expect(await standing("gone-at-pace")).toEqual(paidOnce);
  }, 240_000);
});
