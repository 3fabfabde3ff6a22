import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import {
  addUser,
  anotherPage,
  call,
  expectAccessible,
  expectNoSidewaysScroll,
  expectPage,
  fresh,
  front,
  openAs,
  type Tokens,
  tokensOf,
} from "./console.ts";

const inboxPath = "/dashboard/inbox";

/** Somebody of the operator who enters and judges merchants. */
async function addJudge(request: APIRequestContext): Promise<Tokens> {
  return tokensOf(request, await addUser(request, [inboxPath, "/merchant/merchant"], { seesAll: true }));
}

/** A merchant that its submitter has handed in and taken up, so that somebody else has to decide. */
async function handIn(request: APIRequestContext, maker: Tokens, name: string): Promise<void> {
  const ask = async (path: string, data: object) => {
    const { code, message, result } = await call(request, `merchant/${path}`, data, maker);
    expect(code, message).toBe(200);
    return result;
  };
  const id = await ask("add", {
    name,
    legalName: `${name} Limited`,
    type: "company",
    country: "GB",
    registrationNo: name,
    mcc: "5691",
    currency: "GBP",
    timezone: "Europe/London",
    contactName: "Ada Shaw",
    contactPhone: "+44 20 7946 0000",
    contactEmail: "ada@shop.example",
  });
  await ask("submit", { id });
  await ask("review", { id });
}

const rowOfItem = (page: Page, name: string) => front(page).getByRole("button", { name: new RegExp(name) });

/** Goes down the list by keyboard until the item is in hand. */
async function goTo(page: Page, name: string): Promise<void> {
  const row = rowOfItem(page, name);
  for (let tries = 0; tries < 60 && (await row.getAttribute("aria-current")) === null; tries += 1)
    await page.keyboard.press("j");
  await expect(row).toHaveAttribute("aria-current", "true");
}

async function signedIn(browser: Browser, tokens: Tokens): Promise<Page> {
  const page = await anotherPage(browser);
  await openAs(page, tokens, inboxPath);
  await expectPage(page, "Waiting for me");
  return page;
}

test("whoever hands a merchant in sees why it is not theirs to approve; somebody else approves it by keyboard", async ({
  page,
  browser,
  request,
}) => {
  const name = fresh("Quay Coffee");
  const [maker, checker] = [await addJudge(request), await addJudge(request)];
  const judge = await signedIn(browser, checker);
  await handIn(request, maker, name);

  await openAs(page, maker, inboxPath);
  await expectPage(page, "Waiting for me");
  await rowOfItem(page, name).click();
  await expect(front(page).getByText("You asked for this, so somebody else has to approve it.")).toBeVisible();
  await expect(front(page).getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await expectAccessible(page, "[data-pane]");

  // Told by the event stream or the next look, without a reload.
  await expect(rowOfItem(judge, name)).toBeVisible({ timeout: 90_000 });
  await expect(judge.getByRole("link", { name: /^Waiting for me.* \d+ waiting for you$/ })).toBeVisible({
    timeout: 60_000,
  });
  await goTo(judge, name);
  await expect(front(judge).getByText(`${name} Limited`)).toBeVisible();
  await judge.keyboard.press("a");
  const dialog = judge.getByRole("dialog");
  await expect(dialog.getByText(`${name} Limited`)).toBeVisible();
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  // Approved, it waits for somebody else again, to be let in.
  await rowOfItem(judge, `Next step of merchant: ${name}`).click();
  await expect(front(judge).getByText(/^You approved this merchant, so somebody else/)).toBeVisible();

  await judge.setViewportSize({ width: 390, height: 844 });
  await expect(rowOfItem(judge, name)).toBeVisible();
  await expectNoSidewaysScroll(judge);
  await expectAccessible(judge, "[data-pane]");
});
