import { expect, test } from "@playwright/test";
import { adminTokens, expectAccessible, front, openAs } from "./console.ts";

for (const [wire, mid] of [
  ["the simulator's own wire", "sim_main"],
  ["Airwallex's wire, which signs in first", "sim_airwallex"],
] as const)
  test(`a gateway account is tried out from its page, over ${wire}`, async ({ page, request }) => {
    await openAs(page, await adminTokens(request), `/acquiring/account?upstreamMid=${mid}`);
    // Told by its number: until the list has come, rows stand for it that open nothing.
    await front(page).getByRole("row", { name: /\bGA/ }).click();
    await expect(page.getByText(mid, { exact: true }).first()).toBeVisible();
    await page.getByRole("button", { name: "Test connection" }).click();
    const verdict = page.getByRole("status").filter({ hasText: "The provider answers and knows the account." });
    await expect(verdict).toBeVisible();
    await expect(verdict).toContainText(/\d+ ms/);
    await expectAccessible(page, "[data-pane]");
  });
