import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { type Connector, connectorOf } from "../../gateways/connector/index.ts";

let stage: OrderStage;
const sent: (string | null)[] = [];

/** The connector of a provider, which notes what payers are to read. */
function noting(code: string): Connector {
  const connector = connectorOf(code);
  const pay: Connector["pay"] = (account, payment) => {
    sent.push(payment.descriptor);
    return connector.pay(account, payment);
  };
  return new Proxy(connector, {
    get: (target, name) => {
      const value: unknown = name === "pay" ? pay : Reflect.get(target, name);
      return typeof value === "function" && name !== "pay" ? value.bind(target) : value;
    },
  });
}

beforeAll(async () => {
  stage = await buildOrderStage({ connect: noting });
});
afterAll(() => stage?.close());

test("payers read the binding's own text, else the account's beginning before the order's text", async () => {
  const { db } = stage.app.platform;
  const read = async () => {
    await stage.pay("001", { descriptor: "SHOP" });
    return sent.at(-1);
  };
  expect(await read()).toBe("SHOP");
  await db
    .updateTable("gatewayAccounts")
    .set({ descriptorPrefix: "ACME" })
    .where("id", "=", stage.accounts.main)
    .execute();
  expect(await read()).toBe("ACME*SHOP");
  await db
    .updateTable("merGatewayAccountCfgs")
    .set({ descriptor: "MY OWN SHOP" })
    .where("gatewayAccountId", "=", stage.accounts.main)
    .execute();
  expect(await read()).toBe("MY OWN SHOP");
});
