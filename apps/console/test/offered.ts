import { expect } from "vitest";
import { page } from "vitest/browser";

const headOf = () => document.querySelector(".ch-head-actions");
const menu = page.getByRole("menuitem");

/** Opens the menu of what the head of a record offers beyond its first two buttons, where there is one. */
async function openMenu(): Promise<void> {
  const more = headOf()?.querySelector<HTMLElement>("[aria-haspopup=menu]");
  if (!more || menu.elements().length > 0) return;
  more.click();
  await expect.poll(() => menu.elements().length).toBeGreaterThan(0);
}

/** The names of all that is offered in the head of a record, once that is shown. */
export async function offered(): Promise<string[]> {
  await openMenu();
  const buttons = [...(headOf()?.querySelectorAll("button:not([aria-haspopup])") ?? [])];
  return [...buttons, ...menu.elements()].map(({ textContent }) => textContent ?? "");
}

/** Chooses one of what the head of a record offers, wherever it stands. */
export async function choose(name: string): Promise<void> {
  await expect.poll(() => headOf()).not.toBe(null);
  const button = page.getByRole("button", { name, exact: true });
  if (button.elements().length > 0) return button.first().click();
  await openMenu();
  await page.getByRole("menuitem", { name, exact: true }).click();
}
