import { expect, test } from "vitest";
import { buildTestApp } from "../../../../test/app.ts";
import { fakeDesk, payableOrder, payPath, servePay } from "../../../../test/pay-desk.ts";

test("the page of a merchant that takes no payments offers none of its ways, and still the way out", async () => {
  const node = await buildTestApp();
  const desk = fakeDesk();
  const server = await servePay(node, desk);
  const path = payPath(node);
  const show = async () => (await server.inject({ url: path, headers: { "accept-language": "en" } })).body;
  desk.order = payableOrder({ expireTime: null });
  expect(await show()).toMatch(/name="method"/);
  desk.order = payableOrder({ expireTime: null, isTakingPayments: false });
  const page = await show();
  expect(page).toContain("takes no payments now");
  expect(page).not.toMatch(/name="(method|number)"/);
  expect(page).toContain(`${path}/cancel`);
  await node.close();
});
