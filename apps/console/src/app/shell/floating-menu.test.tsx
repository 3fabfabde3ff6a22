import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { switchLanguage } from "../../platform/i18n/language.ts";
import { choosePaymentMode, paymentMode } from "../../platform/session/payment-mode.ts";
import { MenuButton } from "./floating-menu.tsx";
import { ModeMenu } from "./mode-menu.tsx";

const run = vi.fn();
const actions = ["Apple", "Banana", "Cherry"].map((label) => ({
  key: label,
  label,
  isDisabled: label === "Banana",
  run: () => run(label),
}));
const Fruit = () => (
  <MenuButton label="Fruit" actions={actions}>
    Fruit
  </MenuButton>
);
const button = () => page.getByRole("button", { name: "Fruit" });
const menu = () => page.getByRole("menu");
const focused = () => document.activeElement?.textContent;

beforeEach(async () => {
  await page.viewport(1440, 900);
  run.mockReset();
});
afterEach(() => {
  endPage();
  choosePaymentMode("live");
  localStorage.clear();
  switchLanguage("en");
});

describe("a menu under a button", () => {
  test("opens with its first line in focus and runs what is chosen", async () => {
    await renderPage(<Fruit />);
    await expect.element(button()).toHaveAttribute("aria-expanded", "false");
    await button().click();
    await expect.element(button()).toHaveAttribute("aria-expanded", "true");
    expect(focused()).toBe("Apple");
    await userEvent.keyboard("{Enter}");
    expect(run).toHaveBeenCalledWith("Apple");
    await expect.poll(() => menu().elements().length).toBe(0);
  });

  test("is closed by a second press of its button", async () => {
    await renderPage(<Fruit />);
    await button().click();
    await expect.element(menu()).toBeVisible();
    await button().click();
    await expect.poll(() => menu().elements().length).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(menu().elements()).toEqual([]);
  });

  test("is walked by arrows, around its ends and past what is off, and by letters", async () => {
    await renderPage(<Fruit />);
    await button().click();
    const walked: (string | null | undefined)[] = [];
    for (const key of ["{ArrowDown}", "{ArrowDown}", "{ArrowUp}", "{Home}", "{End}", "a", "c"]) {
      await userEvent.keyboard(key);
      walked.push(focused());
    }
    expect(walked).toEqual(["Cherry", "Apple", "Cherry", "Apple", "Cherry", "Apple", "Cherry"]);
  });

  test("does nothing for a line that is off", async () => {
    await renderPage(<Fruit />);
    await button().click();
    await page.getByRole("menuitem", { name: "Banana" }).click({ force: true });
    expect(run).not.toHaveBeenCalled();
    await expect.element(menu()).toBeVisible();
  });

  test("gives the focus back when it is closed by Escape", async () => {
    await renderPage(<Fruit />);
    await button().click();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => menu().elements().length).toBe(0);
    await expect.element(button()).toHaveFocus();
  });

  test("stays inside the window, at its edges too", async () => {
    await page.viewport(390, 400);
    await renderPage(
      <div style={{ position: "fixed", right: 0, bottom: 0 }}>
        <Fruit />
      </div>,
    );
    await button().click();
    await expect.element(menu()).toBeVisible();
    const { top, left, right, bottom } = menu().element().getBoundingClientRect();
    expect([top >= 0, left >= 0, right <= 390, bottom <= 400]).toEqual([true, true, true, true]);
  });
});

describe("live and test money", () => {
  test("is chosen by a reader of payments, said in words and remembered", async () => {
    signInFor([coinOrder]);
    await renderPage(<ModeMenu />);
    await page.getByRole("button", { name: "Live or test money: Live" }).click();
    await expect.element(page.getByRole("menuitemradio", { name: "Live" })).toHaveAttribute("aria-checked", "true");
    await page.getByRole("menuitemradio", { name: "Test" }).click();
    await expect.element(page.getByRole("button", { name: "Live or test money: Test" })).toBeVisible();
    expect(paymentMode.get()).toBe("test");
    expect(localStorage.getItem("countinghouse:paymentMode")).toBe('"test"');
  });

  test("is no question to somebody who sees no payments", async () => {
    signInFor([]);
    await renderPage(<ModeMenu />);
    expect(page.getByRole("button").elements()).toEqual([]);
  });
});
