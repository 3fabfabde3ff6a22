import { expect, test } from "@playwright/test";
import {
  adminTokens,
  expectAccessible,
  expectNoSidewaysScroll,
  expectPage,
  fresh,
  front,
  openAs,
  rowOf,
} from "./console.ts";

/** A file of another platform: two paid orders, one that failed, and one whose amount is none. */
function otherPlatform(prefix: string): Buffer {
  const rows = [
    `${prefix}-1,2024-03-05T10:15:00Z,delivered,credit_card,184.87,BRL`,
    `${prefix}-2,2024-03-05T11:20:00Z,delivered,credit_card,15.13,BRL`,
    `${prefix}-3,2024-03-06T09:00:00Z,declined,credit_card,20.00,BRL`,
    `${prefix}-4,2024-03-06T09:30:00Z,delivered,credit_card,free,BRL`,
  ];
  return Buffer.from(
    ["order_id,purchased_at,order_status,payment_type,payment_value,currency", ...rows, ""].join("\n"),
  );
}

test("orders of another platform come in after a dry run, once, and can be taken out again", async ({
  page,
  request,
}) => {
  const prefix = fresh("old").replaceAll(" ", "-");
  const bring = async () => {
    await front(page).getByRole("button", { name: "Import orders" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").first().click();
    await page.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
    await dialog.locator("input[type=file]").setInputFiles({
      name: `${prefix}.csv`,
      mimeType: "text/csv",
      buffer: otherPlatform(prefix),
    });
    await dialog.getByRole("button", { name: "Upload the file" }).click();
    await expectPage(page, `${prefix}.csv`);
    await front(page).getByRole("button", { name: "Dry run" }).click();
  };
  await openAs(page, await adminTokens(request), "/trade/order-import");
  await expectPage(page, "Order imports");
  await bring();
  const start = front(page).getByRole("button", { name: "Import 3 orders" });
  await expect(start).toBeDisabled({ timeout: 30_000 });
  await expect(front(page).getByRole("cell", { name: /Paid/ }).first()).toBeVisible();
  await expect(rowOf(page, "Amount · Not an amount")).toContainText("payment_value = free");
  await expectAccessible(page, "[data-pane]");
  await expectNoSidewaysScroll(page);
  await front(page).getByLabel("Leave out 1 refused rows").check();
  await start.click();
  await expect(front(page).getByText("3 orders are in.")).toBeVisible({ timeout: 30_000 });
  const imported = page.url();

  await front(page).getByRole("link", { name: "Show the orders" }).click();
  await expectPage(page, "Orders");
  await expect(rowOf(page, `${prefix}-1`)).toContainText("Imported");

  await page.goto("/trade/order-import");
  await bring();
  await expect(front(page).getByText("The file has no new orders: there is nothing to import.")).toBeVisible({
    timeout: 30_000,
  });
  await front(page).getByRole("button", { name: "Cancel the import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the import" }).click();
  await expect(front(page).getByText("The import was cancelled. Its file is deleted.")).toBeVisible();

  await page.goto(imported);
  await front(page).getByRole("button", { name: "Undo the import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
  await expect(front(page).getByText("The orders of this import were taken out again.")).toBeVisible({
    timeout: 30_000,
  });
});
