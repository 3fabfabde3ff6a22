import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sysTenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { isOffline } from "../../platform/api/connection.ts";
import { switchLanguage } from "../../platform/i18n/language.ts";
import { choosePaymentMode, paymentMode } from "../../platform/session/payment-mode.ts";
import { session } from "../../platform/session/session.ts";
import { queryClient } from "../query-client.ts";
import { Strips } from "./strips.tsx";
import { listPaths } from "./view-strip.tsx";

let server: FakeServer;

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([coinOrder]);
  server = startFakeServer();
});
afterEach(() => {
  isOffline.set(false);
  choosePaymentMode("live");
  localStorage.clear();
  queryClient.clear();
  endPage();
  server.stop();
  switchLanguage("en");
});

describe("what is said above every page", () => {
  test.each([
    ["en", "The server cannot be reached."],
    ["zh-cn", "无法连接服务器"],
    ["zh-tw", "伺服器"],
  ] as const)("tells in %s that the server is away, as it happens and as it ends", async (locale, words) => {
    switchLanguage(locale);
    await renderPage(<Strips />);
    expect(page.getByText(words, { exact: false }).elements()).toEqual([]);
    isOffline.set(true);
    await expect.element(page.getByRole("status").getByText(words, { exact: false })).toBeVisible();
    isOffline.set(false);
    await expect.poll(() => page.getByText(words, { exact: false }).elements().length).toBe(0);
  });

  test("has everything on screen read again once the server is back", async () => {
    let reads = 0;
    queryClient.setQueryData(["anything"], 1);
    const stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "invalidate") reads += 1;
    });
    await renderPage(<Strips />);
    isOffline.set(true);
    await expect.element(page.getByRole("status")).toMatchTextContent(/cannot be reached/);
    expect(reads).toBe(0);
    isOffline.set(false);
    await expect.poll(() => reads).toBe(1);
    stop();
  });

  test("says of test money that none of it is real, and leads back to live money", async () => {
    choosePaymentMode("test");
    await renderPage(<Strips />);
    await expect.element(page.getByText(/Test data: no real money moves\./)).toBeVisible();
    await page.getByRole("button", { name: "Show live" }).click();
    expect(paymentMode.get()).toBe("live");
    expect(page.getByText(/Test data: no real money moves\./).elements()).toEqual([]);
  });

  test("says nothing of test money to somebody who sees none", async () => {
    signInFor([]);
    choosePaymentMode("test");
    await renderPage(<Strips />);
    expect(page.getByRole("button", { name: "Show live" }).elements()).toEqual([]);
  });

  test("marks the side of a merchant that is looked at, and says why it could not be left", async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const viewing = { merchantId: "mer_1", merchantName: "Harbour Tea", until: `${tomorrow}T06:05:09.000Z` };
    session.set((before) => ({ ...before, user: { id: 1, viewing } as never }));
    server.answer(sysAuth, "endView", (() => refusal({ status: 503, message: "Down for a moment." })) as never);
    await renderPage(<Strips />);
    await expect.element(page.getByText(/You see what “Harbour Tea” sees, read only, until 14:05\./)).toBeVisible();
    await page.getByRole("button", { name: "End view" }).click();
    await expect.element(page.getByText(/Down for a moment\./).first()).toBeVisible();
    await expect.element(page.getByRole("button", { name: "End view" })).toBeEnabled();
  });
});

test("the end of a view leads to the lists of the contract", () => {
  expect(listPaths).toEqual({ merchant: merchant.menu?.path, tenant: sysTenant.menu?.path });
});
