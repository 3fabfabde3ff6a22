import { merchantWebhookConfig } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { RecordForm } from "../pages/record-form.tsx";
import { session } from "../session/session.ts";
import { useOwnMerchant } from "./own-merchant.ts";

const own = { id: `mer_${"0".repeat(26)}`, name: "Harbour Tea", merchantNo: "M001", status: "active" } as const;
const onClose = vi.fn();

function Form() {
  return (
    <RecordForm
      resource={merchantWebhookConfig}
      operation="add"
      fields={["merchantId", "name"]}
      initial={{ merchantId: useOwnMerchant() }}
      onClose={onClose}
    />
  );
}

function signIn(isOfMerchant: boolean): void {
  signInFor([merchant, merchantWebhookConfig]);
  session.set({ ...session.get(), user: { isOfMerchant } as never });
}

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 900);
  server = startFakeServer();
  server.answer(merchant, "list", () => [own]);
  onClose.mockClear();
});
afterEach(() => {
  endPage();
  server.stop();
});

describe("the merchant of a form", () => {
  test("is there already for somebody who signs in for it, and counts as nothing typed", async () => {
    signIn(true);
    await renderPage(<Form />);
    await expect.element(page.getByText("Harbour Tea · M001")).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  test("is chosen by the operator's people, however few there are", async () => {
    signIn(false);
    await renderPage(<Form />);
    await expect.element(page.getByRole("combobox").first()).toBeVisible();
    await expect.poll(() => server.inputs(merchant, "list").length).toBeGreaterThan(0);
    expect(page.getByText("Harbour Tea · M001").elements()).toEqual([]);
  });
});
