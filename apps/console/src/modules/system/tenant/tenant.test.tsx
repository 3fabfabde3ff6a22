import { sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { sysTenant, type Tenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { TenantList } from "./tenant.list.tsx";

const at = "2026-11-27T06:10:00.000Z";
const tenant: Tenant = {
  id: 7,
  name: "Meridian",
  orgId: 70,
  userId: 71,
  adminAccount: "chief",
  adminName: "Wen Zhao",
  phone: null,
  email: null,
  orderNo: 100,
  status: 1,
  remark: null,
  version: 1,
  createTime: at,
  createUserName: "Ada",
  updateTime: null,
  updateUserName: null,
};

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 1000);
  signInFor([sysTenant, sysMenu]);
  server = startFakeServer();
  server.answer(sysTenant, "page", (input) => pageOfRows([tenant] as never, input));
  server.answer(sysTenant, "detail", () => tenant);
});
afterEach(() => {
  endPage();
  server.stop();
});

test("a new tenant's administrator gets a link, shown once", async () => {
  server.answer(sysTenant, "add", () => ({ id: 8, account: "boss", invitation: "word-77", expireTime: at }));
  await renderPage(<TenantList />);
  await page.getByRole("button", { name: "Add" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Harbour");
  await page.getByRole("textbox", { name: "Administrator's account" }).fill("boss");
  await page.getByRole("textbox", { name: "Administrator's name" }).fill("Bo Ss");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("account=boss&invitation=word-77", { exact: false })).toBeVisible();
});
