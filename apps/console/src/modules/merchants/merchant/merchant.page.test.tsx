import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { type GoLiveItem, goLive, goLiveItems } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { Merchant, merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { MerchantList } from "./merchant.list.tsx";
import { MerchantPage } from "./merchant.page.tsx";

const id = `mer_${"0".repeat(26)}`;
const recordId = `mac_${"0".repeat(26)}`;
const at = "2026-11-21T06:05:09.000Z";
const nothing = Object.fromEntries(Object.keys(Merchant.shape).map((name) => [name, null]));

const buildRow = (parts: object = {}) =>
  ({
    ...nothing,
    id,
    merchantNo: "MC2026112100000001",
    name: "Harbour Tea",
    legalName: "Harbour Tea Limited",
    country: "GB",
    currency: "GBP",
    timezone: "Europe/London",
    type: "company",
    status: "approved",
    canPay: false,
    canRefund: false,
    canWithdraw: false,
    canPayout: false,
    createTime: at,
    version: 4,
    ...parts,
  }) as unknown as Merchant;

const done: Omit<GoLiveItem, "item"> = {
  state: "done",
  isNeeded: true,
  note: "approvalDone",
  values: {},
  recordId: null,
  isOwn: false,
};
let told: Partial<Record<GoLiveItem["item"], Partial<GoLiveItem>>>;
const itemsNow = (): GoLiveItem[] => goLiveItems.map((item) => ({ ...done, item, ...told[item] }));

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([merchant, goLive, merchantAccountCfg, coinApp]);
  told = {};
  server = startFakeServer();
  server.answer(merchant, "detail", () => buildRow());
  server.answer(merchant, "history", () => []);
  server.answer(goLive, "checklist", () => ({
    merchantId: id,
    readTime: at,
    items: itemsNow(),
    testOrderId: null,
  }));
});
afterEach(() => {
  endPage();
  server.stop();
});

const show = () =>
  renderPage(
    <Routes>
      <Route path=":id" element={<MerchantPage />} />
    </Routes>,
    `/page/${id}`,
  );
const button = (name: string) => page.getByRole("button", { name, exact: true });

describe("a merchant's page", () => {
  test("says how far it is, and offers the last step only when nothing that is needed is missing", async () => {
    told = { terms: { state: "missing", note: "termsNone" }, approval: { note: "approvalApproved" } };
    await show();
    await expect.element(page.getByText("8 of 9 ready.")).toBeVisible();
    await expect.element(page.getByText("First: Terms.")).toBeVisible();
    expect(button("Activate").elements()).toHaveLength(0);
    expect(button("New version").elements()).toHaveLength(1);
  });

  test("tells whoever asked for what waits that somebody else decides, in the place of a button that refuses", async () => {
    told = { terms: { state: "waiting", note: "termsWaiting", values: { currencies: "GBP" }, recordId, isOwn: true } };
    await show();
    await expect.element(page.getByText("You asked for it: somebody else decides.")).toBeVisible();
    expect(server.inputs(merchantAccountCfg, "detail")).toEqual([]);
  });

  test("makes the first secret of a key in place, switches the key on and shows the secret once", async () => {
    const key = { mode: "live", secretTime: null, isEnabled: false, scopes: [], allowedIps: [], expireTime: null };
    told = { key: { state: "missing", note: "keyTest", values: { app: "Web" }, recordId: `app_${"0".repeat(26)}` } };
    server.answer(coinApp, "keys", () => [key] as never);
    server.answer(coinApp, "rotateSecret", () => ({ secret: "sk_live_once", previousUntil: null }));
    server.answer(coinApp, "updateKey", () => {
      told = { key: { note: "keyLive", values: { app: "Web" }, recordId: `app_${"0".repeat(26)}` } };
      return null;
    });
    await show();
    await button("Make live key").click();
    await expect.element(page.getByText("sk_live_once")).toBeVisible();
    await expect.element(page.getByText("9 of 9 ready.")).toBeVisible();
    await expect.element(page.getByText("sk_live_once")).toBeVisible();
    expect(server.inputs(coinApp, "updateKey")).toMatchObject([{ mode: "live", isEnabled: true }]);
  });

  test("reads the checklist again after something was done", async () => {
    told = { approval: { state: "missing", note: "approvalDraft" } };
    server.answer(merchant, "detail", () => buildRow({ status: "draft" }));
    server.answer(merchant, "submit", () => {
      told = { approval: { state: "waiting", note: "approvalSubmitted", values: { name: "Robin Reed" } } };
      return null;
    });
    await show();
    await button("Submit").click();
    await page.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
    await expect.element(page.getByText("Submitted by Robin Reed · to be reviewed by somebody else")).toBeVisible();
  });

  test("says from the list what is missing before a merchant is activated, and leads to the checklist", async () => {
    told = { terms: { state: "missing", note: "termsNone" }, owners: { state: "missing", isNeeded: false } };
    server.answer(merchant, "page", (input) => pageOfRows([buildRow()], input));
    server.answer(sysUserPreference, "list", () => []);
    await renderPage(<MerchantList />, "/page");
    await button("More").first().click();
    await page.getByRole("menuitem", { name: "Activate" }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByText("It cannot take payments yet:")).toBeVisible();
    expect(dialog.getByRole("listitem").elements()).toHaveLength(1);
    await dialog.getByRole("button", { name: "Open the checklist" }).click();
    await expect.element(page.getByText("elsewhere")).toBeVisible();
    expect(server.inputs(merchant, "activate")).toEqual([]);
  });
});
