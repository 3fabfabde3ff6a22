import { expect, test } from "@playwright/test";
import { adminTokens, expectPage, front, openAs } from "./console.ts";

test("the job board opens by itself, in a frame of the API host's page, found by the palette", async ({
  page,
  request,
}) => {
  await openAs(page, await adminTokens(request), "/develop/job");
  await expectPage(page, "Jobs");
  await page.keyboard.press("ControlOrMeta+k");
  // What is typed before its field has come would be lost.
  await page.getByRole("combobox", { name: /^A page, a number/ }).fill("job board");
  await page
    .getByRole("option", { name: /Job board/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/platform\/job\/dashboard$/);
  const frame = page.frameLocator("iframe[title='Job board']");
  await expect(frame.getByText("Archive and remove what is over").first()).toBeVisible();
  expect(await page.locator("iframe[title='Job board']").getAttribute("src")).toBe("/schedule?lang=en&theme=light");
});

test("a job is run now, and its history tells what it said", async ({ page, request }) => {
  await openAs(page, await adminTokens(request), "/develop/job");
  await front(page).getByText("Measure database and queues").click();
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run now" }).click();
  await expect(
    page
      .getByRole("region", { name: /History of/ })
      .getByText("Done")
      .first(),
  ).toBeVisible();
});

test("what was done stands in the operation log, and nodes in the monitor", async ({ page, request }) => {
  await openAs(page, await adminTokens(request), "/log/oplog");
  await expect(front(page).getByRole("row").nth(1)).toBeVisible();
  await openAs(page, await adminTokens(request), "/develop/server");
  await expect(page.getByText("This node")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Database" })).toBeVisible();
  await openAs(page, await adminTokens(request), "/develop/cache");
  await expect(page.getByText("Sessions looked up").or(page.getByText("Tokens verified")).first()).toBeVisible();
});
