import { expect, test } from "@playwright/test";
import { addUser, adminTokens, dress, expectPage, fillSignIn, front, openAs, tokensOf } from "./console.ts";

test("a wrong password says so neutrally and keeps what was typed; the right one leads where one wanted to go", async ({
  page,
  request,
}) => {
  const user = await addUser(request, ["/dashboard/home", "/system/pos"]);
  await dress(page);
  await page.goto("/system/pos?sort=name");
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsystem%2Fpos&params=/);
  await expect(page).toHaveTitle("Sign in - Countinghouse");

  await fillSignIn(page, user.account, "not-The-password-1");
  await expect(page.getByRole("alert")).toHaveText(/The account or the password is not right/);
  await expect(page.getByRole("textbox", { name: "Account" })).toHaveValue(user.account);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("not-The-password-1");

  await fillSignIn(page, user.account, user.password);
  await expect(page).toHaveURL(/\/system\/pos\?sort=name$/);
  await expectPage(page, "Positions");
  await expect(page).toHaveTitle("Positions - Countinghouse");
});

test("the sign-in page fetches nothing of the console behind it", async ({ page, request }) => {
  const user = await addUser(request);
  const shells: string[] = [];
  page.on("request", (asked) => {
    if (/\/assets\/shell-[\w-]+\.js/.test(asked.url())) shells.push(asked.url());
  });
  await dress(page);
  await page.goto("/login", { waitUntil: "networkidle" });
  expect(shells).toEqual([]);
  await fillSignIn(page, user.account, user.password);
  await expect(page).toHaveURL(/\/dashboard\/home$/);
  expect(shells).toHaveLength(1);
});

test("an unknown account is refused in the same words as a wrong password", async ({ page, request }) => {
  const user = await addUser(request);
  await dress(page);
  await page.goto("/login");
  await fillSignIn(page, user.account, "not-The-password-2");
  const said = "The account or the password is not right, or this account cannot sign in at the moment.";
  await expect(page.getByRole("alert")).toHaveText(said);
  await page.reload();
  await fillSignIn(page, "nobody.at.all", "not-The-password-2");
  await expect(page.getByRole("alert")).toHaveText(said);
});

test("the first page greets; logging out asks first and ends the session on the server", async ({ page, request }) => {
  const tokens = await tokensOf(request, await addUser(request));
  await openAs(page, tokens, "/");
  await expect(page).toHaveURL(/\/dashboard\/home$/);
  await expect(page).toHaveTitle("Home - Countinghouse");
  await expect(front(page).getByText(/^Good (morning|afternoon|evening|night)/)).toBeVisible();

  await page.goto("/login");
  await expect(page).toHaveURL(/\/dashboard\/home$/);

  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  const question = page.getByRole("dialog", { name: "Log out" });
  await expect(question).toContainText("This operation will log out. Do you want to continue?");
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "OK" }).click();
  await expect(page).toHaveURL(/\/login/);
  const again = await request.get("/api/sysAuth/userInfo", {
    headers: { authorization: `Bearer ${tokens.accessToken}` },
  });
  expect(again.status()).toBe(401);
});

test("an address that leads nowhere says so and leads home", async ({ page, request }) => {
  await openAs(page, await adminTokens(request), "/system/nowhere");
  await expectPage(page, "There is no such page");
  await front(page).getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL(/\/dashboard\/home$/);
});
