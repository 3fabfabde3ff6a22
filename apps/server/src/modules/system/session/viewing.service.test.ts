import { expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import type { Session } from "./session.store.ts";
import { asViewer } from "./viewing.service.ts";

const until = "2026-11-21T10:15:00.000Z";
const session = { viewMerchantId: "mer_1", viewUntil: until } as Session;
const viewed = { id: "mer_1", name: "Tea", tenantId: 7 };
const operator = actor({
  tenantId: 1,
  holdsAll: false,
  permissions: new Set(["coinApp:page", "coinApp:add", "sysUser:page"]),
});

test("a view holds to the merchant, with what its owner and the viewer both may read", () => {
  const seen = asViewer(operator, { session, viewed }, new Date("2026-11-21T10:14:59.999Z"));
  expect(seen).toMatchObject({ tenantId: 7, holdsAll: false, scope: { tenantId: 7, merchantIds: ["mer_1"] } });
  expect([...seen.permissions]).toEqual(["coinApp:page"]);
  expect(seen.viewing).toEqual({ merchantId: "mer_1", merchantName: "Tea", until });
});

test("a view ends by itself when its time is over", () => {
  expect(asViewer(operator, { session, viewed }, new Date(until))).toBe(operator);
});
