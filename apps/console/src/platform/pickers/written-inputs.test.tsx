import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { RecordForm } from "../pages/record-form.tsx";
import { callingCodeOf } from "./calling-codes.ts";
import { categoryTitle, merchantCategories } from "./category-codes.ts";

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([merchant, gatewayAccount]);
  server = startFakeServer();
});
afterEach(() => {
  endPage();
  server.stop();
});

const fields = ["mcc", "timezone", "contactPhone", "currency"] as const;
const Form = () => <RecordForm resource={merchant} operation="add" as="drawer" fields={fields} onClose={() => {}} />;
const field = (name: string) => page.getByRole("combobox", { name });

/** What stands in a field. */
const shownIn = (name: string): string => document.querySelector(`[data-field="${name}"]`)?.textContent ?? "";

describe("merchant categories", () => {
  test("have a title in every language, once for each code", () => {
    for (const locale of ["en", "zh-cn", "zh-tw"] as const) {
      const all = merchantCategories(locale);
      expect(all.filter(({ code, title }) => !/^\d{4}$/.test(code) || title === "")).toEqual([]);
      expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    }
    expect([categoryTitle("5411", "zh-cn"), categoryTitle("3012", "en"), categoryTitle("0001", "en")]).toEqual([
      "超市与食品杂货店",
      "Airlines",
      undefined,
    ]);
  });

  test("are found by title, or typed as four digits", async () => {
    await renderPage(<Form />);
    await field("MCC").click();
    await field("MCC").fill("grocery");
    await page.getByText("5411 · Grocery stores and supermarkets").click();
    await expect.poll(() => shownIn("mcc")).toContain("5411 · Grocery stores and supermarkets");
    await field("MCC").fill("3012");
    await page.getByText("3012 · Airlines").click();
    await expect.poll(() => shownIn("mcc")).toContain("3012 · Airlines");
  });
});

describe("phone numbers", () => {
  test("belong to the country with the longest code that fits", () => {
    expect([
      callingCodeOf("+12425550123"),
      callingCodeOf("+12025550123"),
      callingCodeOf("+442079460018"),
      callingCodeOf("020"),
    ]).toEqual([
      { country: "BS", code: "1242" },
      { country: "US", code: "1" },
      { country: "GB", code: "44" },
      undefined,
    ]);
  });

  test("are written behind the code of a country that is chosen by its name", async () => {
    await renderPage(<Form />);
    await field("Country and calling code").click();
    await field("Country and calling code").fill("united king");
    await page.getByText("United Kingdom +44").click();
    await page.getByRole("textbox", { name: "Contact phone" }).fill("20 7946 0018");
    await expect.element(page.getByText("GB +44")).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await expect.element(page.getByText(/With the country's calling code/)).not.toBeInTheDocument();
  });
});

describe("roles to choose", () => {
  test("stand under the tenant that they are of, and are told apart where two are called the same", async () => {
    signInFor([sysUser]);
    server.answer(sysRole, "list", () => [
      { id: 1, name: "Clerk", code: "clerk", tenantName: "Harbour" },
      { id: 2, name: "Clerk", code: "clerk", tenantName: "Northern Light" },
    ]);
    await renderPage(<RecordForm resource={sysUser} operation="add" fields={["roleIdList"]} onClose={() => {}} />);
    await page.getByRole("combobox").click();
    await expect.element(page.getByText("Harbour", { exact: true })).toBeVisible();
    await expect.element(page.getByText("Northern Light", { exact: true })).toBeVisible();
  });
});

describe("a list of choices", () => {
  test("is left by Tab without choosing what is highlighted", async () => {
    await renderPage(<Form />);
    await field("Currency").click();
    await field("Currency").fill("EUR");
    await userEvent.keyboard("{Tab}");
    await expect.element(field("Currency")).not.toHaveFocus();
    await expect.element(field("Currency")).toHaveAttribute("aria-expanded", "false");
    expect(shownIn("currency")).not.toContain("EUR");
  });
});

describe("a message in the corner", () => {
  test.each([
    ["a desk", 1440],
    ["a phone", 390],
  ])("covers no button of a form on %s", async (_where, width) => {
    await page.viewport(width, 900);
    await renderPage(<Form />);
    await expect.element(page.getByRole("button", { name: "Save" })).toBeVisible();
    toast.error("Something went wrong.");
    await expect.element(page.getByText("Something went wrong.")).toBeVisible();
    const message = page.getByRole("alert").element().getBoundingClientRect();
    for (const name of ["Save", "Cancel"]) {
      const button = page.getByRole("button", { name }).element().getBoundingClientRect();
      expect(message.bottom <= button.top || message.top >= button.bottom || message.right <= button.left).toBe(true);
    }
  });
});
