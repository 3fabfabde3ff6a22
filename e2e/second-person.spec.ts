import { type APIRequestContext, expect, test } from "@playwright/test";
import {
  actOn,
  addUser,
  anotherPage,
  expectAccessible,
  expectPage,
  front,
  openAs,
  rowOf,
  type Tokens,
  tokensOf,
} from "./console.ts";

const changesPath = "/system/changes";

/** Somebody of the operator who may change settings and approve such changes. */
const addDecider = async (request: APIRequestContext): Promise<Tokens> =>
  tokensOf(request, await addUser(request, ["/dashboard/inbox", "/platform/config", changesPath], { seesAll: true }));

const code = "sys_rate_stale_hours";
test("one person asks for another value of a setting; it holds once somebody else has approved it", async ({
  page,
  browser,
  request,
}) => {
  const maker = await addDecider(request);
  const checker = await addDecider(request);
  await openAs(page, maker, `/platform/config?code=${code}`);
  await actOn(page, code, "Edit");
  await page.getByRole("dialog").getByRole("spinbutton", { name: "Value" }).fill("36");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const why = page.getByRole("dialog", { name: "This takes two people" });
  await why.getByLabel("Reason").fill("The feed comes every other day");
  await expectAccessible(page, "dialog[open]");
  await why.getByRole("button", { name: "Send for approval" }).click();
  const sent = page.getByRole("dialog", { name: "Sent for approval" });
  await expect(sent.getByText(/Nothing has changed yet/)).toBeVisible();
  await sent.getByRole("button", { name: "Open the request" }).click();
  await expectPage(page, "Change requests");
  await expect(front(page).getByText("You asked for this change yourself").first()).toBeVisible();
  await expect(front(page).getByRole("button", { name: "Approve" })).toHaveCount(0);

  const judge = await anotherPage(browser);
  await openAs(judge, checker, changesPath);
  await expectPage(judge, "Change requests");
  await actOn(judge, "The feed comes every other day", "Approve");
  await judge.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(rowOf(judge, "The feed comes every other day").getByText("Approved and done")).toBeVisible();
  // The maker's page hears of it by itself.
  await expect(front(page).getByText("Approved and done").first()).toBeVisible();
  await judge.goto(`/platform/config?code=${code}`);
  await expect(rowOf(judge, code).getByText("36", { exact: true })).toBeVisible();
});
