import { expect, test } from "@playwright/test";
import {
  addUser,
  adminTokens,
  anotherPage,
  call,
  expectPage,
  front,
  openAs,
  rowOf,
  send,
  tokensOf,
} from "./console.ts";

test("an administrator forces somebody off, who is at the sign-in within two seconds", async ({
  page,
  request,
  browser,
}) => {
  const user = await addUser(request);
  const theirs = await anotherPage(browser);
  const streams = theirs.waitForResponse(/sysAuth\/events|\/events/);
  await openAs(theirs, await tokensOf(request, user), "/dashboard/home");
  await streams;
  await openAs(page, await adminTokens(request), `/system/onlineUser?userName=${user.account}`);
  const row = rowOf(page, user.account);
  await row.hover();
  await row.getByRole("button", { name: "Force offline" }).click();
  const question = page.getByRole("dialog", { name: "Force offline" });
  await expect(question).toContainText(`Robin Reed (${user.account})`);
  await question.getByRole("button", { name: "Force offline" }).click();
  await expect(theirs).toHaveURL(/\/login/, { timeout: 2_000 });
  await expect(theirs.getByRole("status").filter({ hasText: "Your session has ended" })).toBeVisible();
  await expect(front(page).getByRole("row").filter({ hasText: user.account })).toHaveCount(0);
  await theirs.context().close();
});

test("a locked screen shows nothing and answers nothing until the password is right", async ({ page, request }) => {
  const user = await addUser(request, ["/dashboard/home", "/system/pos"]);
  const tokens = await tokensOf(request, user);
  await openAs(page, tokens, "/system/pos");
  await expect(front(page).getByRole("row").nth(1)).toBeVisible();
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("menuitem", { name: "Lock screen" }).click();
  const locked = page.getByRole("heading", { name: "Locked" });
  await expect(locked).toBeVisible();
  await expect(page.locator("main#content")).toHaveCount(0);
  await expect(page.getByRole("row")).toHaveCount(0);
  expect((await call(request, "sysPos/page", {}, tokens)).code).toBe(423);

  await page.reload();
  await expect(locked).toBeVisible();
  await expect(page.getByText(user.account)).toBeVisible();
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("not-The-password-1");
  const unlock = page.getByRole("button", { name: "Unlock" });
  await send(page, unlock, "unLockScreen");
  await expect(page.getByRole("alert")).toContainText(/password/i);
  expect((await call(request, "sysPos/page", {}, tokens)).code).toBe(423);
  await password.fill(user.password);
  await send(page, unlock, "unLockScreen");
  await expectPage(page, "Positions");
  await expect(page).toHaveURL(/\/system\/pos$/);
  await expect(
    page.getByRole("navigation", { name: "Open pages" }).getByRole("link", { name: "Positions" }),
  ).toHaveAttribute("aria-current", "page");
});
