import { expect, test } from "@playwright/test";
import {
  actOn,
  addUser,
  anotherPage,
  expectAccessible,
  expectPage,
  front,
  openAs,
  rowOf,
  tokensOf,
} from "./console.ts";

const changesPath = "/system/changes";

/** Reference rates of the last days, as the central bank writes them. */
function referenceFile(days: number): Buffer {
  const rows = Array.from({ length: days }, (_none, at) => {
    const day = new Date(Date.now() - (at + 1) * 86_400_000).toISOString().slice(0, 10);
    return `${day},1.2500,150.00,N/A,`;
  });
  return Buffer.from(["Date,USD,JPY,RON,", ...rows, ""].join("\n"));
}

test("a file of reference rates is checked, imported once by two people, and used to convert", async ({
  page,
  browser,
  request,
}) => {
  const addDealer = async () =>
    tokensOf(request, await addUser(request, ["/finance/rate", changesPath], { seesAll: true }));
  const [maker, checker] = [await addDealer(), await addDealer()];
  await openAs(page, maker, "/finance/rate");
  await expectPage(page, "Exchange rates");
  const dialog = page.getByRole("dialog");
  const choose = async () => {
    await front(page).getByRole("button", { name: "Import", exact: true }).click();
    await dialog.locator("input[type=file]").setInputFiles({
      name: "eurofxref-hist.csv",
      mimeType: "text/csv",
      buffer: referenceFile(60),
    });
  };
  await choose();
  await expect(dialog.getByText("60 rows: 120 new, 0 corrected, 0 unchanged rates; 0 rows left out.")).toBeVisible();
  await expect(dialog.getByText(/RON/)).toBeVisible();
  await expectAccessible(page, ".ant-modal");
  await dialog.getByRole("button", { name: "Import 120 rates" }).click();
  const why = page.getByRole("dialog", { name: "This takes two people" });
  const reason = "Rates of the last two months";
  await why.getByLabel("Reason").fill(reason);
  await why.getByRole("button", { name: "Send for approval" }).click();
  const sent = page.getByRole("dialog", { name: "Sent for approval" });
  await expect(sent.getByText(/Nothing has changed yet/)).toBeVisible();
  await sent.getByRole("button", { name: "Close" }).last().click();

  const judge = await anotherPage(browser);
  await openAs(judge, checker, changesPath);
  await actOn(judge, reason, "Approve");
  await judge.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(rowOf(judge, reason).getByText("Approved and done")).toBeVisible();
  // Beside it stands the demo's own rate of the pair, of another source.
  const imported = rowOf(page, "EUR/USD").filter({ hasText: "ECB" });
  // It is imported in the background once somebody else agreed.
  await expect(async () => {
    await page.reload();
    await expect(imported).toContainText("1.25", { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });

  await choose();
  await expect(dialog.getByText("Everything in this file is stored already.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await front(page).getByRole("button", { name: "Convert", exact: true }).click();
  await dialog.getByLabel("Amount").fill("100.00");
  await dialog.getByRole("button", { name: "Convert", exact: true }).click();
  await expect(dialog.getByText("The pair itself")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await imported.click();
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  await page.getByRole("button", { name: "Older rates" }).click();
  await expect(page.getByRole("button", { name: "Older rates" })).toBeHidden();
  await expectAccessible(page, "[data-pane]");
});
