import { merchantWebhookConfig } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { session } from "../session/session.ts";
import { DeclaredForm } from "./declared-form.tsx";
import { ListPage } from "./list-page.tsx";

const own = { id: `mer_${"0".repeat(26)}`, name: "Harbour Tea", nameEn: null, currency: "GBP" };
const hook = { id: `whe_${"0".repeat(26)}`, name: "Shop", merchantId: own.id, merchantName: own.name, version: 1 };
const onClose = vi.fn();

const Form = () => (
  <DeclaredForm
    resource={merchantWebhookConfig}
    operation="add"
    declaration={{ fields: ["merchantId", "name"] as never }}
    onClose={onClose}
  />
);
const List = () => <ListPage resource={merchantWebhookConfig} columns={["name", "merchantName"]} pageActions={[]} />;

function signIn(isOfMerchant: boolean): void {
  signInFor([merchant, merchantWebhookConfig]);
  const user = { ...session.get().user, isOfMerchant, merchant: isOfMerchant ? own : null };
  session.set({ ...session.get(), user: user as never });
}

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 900);
  server = startFakeServer();
  server.answer(merchant, "list", () => [{ ...own, merchantNo: "M001", status: "active" }] as never);
  server.answer(merchantWebhookConfig, "page", (input) => pageOfRows([hook] as never[], input));
  server.answer(sysUserPreference, "list", () => []);
  server.answer(sysUserPreference, "save", () => null);
  onClose.mockClear();
});
afterEach(() => {
  endPage();
  server.stop();
});

const heads = () =>
  page
    .getByRole("columnheader")
    .elements()
    .map((title) => title.textContent);

describe("whose a record is", () => {
  test("is asked by no form of somebody who has one merchant, and counts as nothing typed", async () => {
    signIn(true);
    await renderPage(<Form />);
    await expect.element(page.getByRole("textbox", { name: "Name" })).toBeVisible();
    expect(page.getByText("Merchant", { exact: true }).elements()).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  test("is chosen by the operator's people, however few there are", async () => {
    signIn(false);
    await renderPage(<Form />);
    await expect.element(page.getByRole("combobox").first()).toBeVisible();
    await expect.poll(() => server.inputs(merchant, "list").length).toBeGreaterThan(0);
  });

  test("is no column and no filter for somebody who has one, and an address that filters by it is read", async () => {
    signIn(true);
    await renderPage(<List />, `/page?merchantId=${own.id}`);
    await expect.poll(heads).toEqual(["Name"]);
    expect(page.getByRole("button", { name: "Merchant", exact: true }).elements()).toEqual([]);
    await expect.poll(() => server.inputs(merchantWebhookConfig, "page").at(-1)).toMatchObject({ merchantId: own.id });
  });

  test("is both for the operator's people", async () => {
    signIn(false);
    await renderPage(<List />);
    await expect.poll(heads).toContain("Merchant");
    await expect.element(page.getByRole("button", { name: "Merchant", exact: true })).toBeVisible();
  });
});
