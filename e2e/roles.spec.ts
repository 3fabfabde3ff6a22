import { expect, test } from "@playwright/test";
import {
  addUser,
  adminTokens,
  call,
  dress,
  expectPage,
  fillSignIn,
  fresh,
  front,
  goodPassword,
  openAs,
  tokensOf,
} from "./console.ts";

test("an administrator makes a role and a user with it, who then sees exactly what was granted", async ({
  page,
  request,
  browser,
}) => {
  const role = fresh("Reception");
  const account = fresh("desk").replace(" ", ".");
  await openAs(page, await adminTokens(request), "/system/role");

  await test.step("a role with two pages and one button", async () => {
    await front(page).getByRole("button", { name: "Add", exact: true }).click();
    const form = page.getByRole("dialog", { name: /^Add/ });
    await form.getByRole("textbox", { name: "Name" }).fill(role);
    await form.getByRole("textbox", { name: "Code" }).fill(role);
    await form.getByText("One by one").click();
    const tree = form.getByRole("region", { name: "Menus and buttons" });
    await tree.getByRole("checkbox", { name: "Home" }).first().check();
    const positions = tree
      .getByRole("listitem")
      .filter({ has: page.getByRole("checkbox", { name: "Positions" }) })
      .last();
    for (const button of ["Query", "View", "Add"])
      await positions.getByRole("checkbox", { name: button, exact: true }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
  });

  await test.step("whose data its holders see", async () => {
    await page.goto(`/system/role?name=${encodeURIComponent(role)}`);
    const row = front(page).getByRole("row").filter({ hasText: role });
    await row.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Grant data" }).click();
    const scope = page.getByRole("dialog", { name: /^Grant data/ });
    await scope.getByRole("radio", { name: /Only records of the organisation/ }).check();
    await scope.getByRole("button", { name: "Save" }).click();
    await expect(scope).toBeHidden();
  });

  const link = await test.step("a user, whose link is shown once", async () => {
    await page.goto("/system/user");
    await front(page).getByRole("button", { name: "Add", exact: true }).click();
    const form = page.getByRole("dialog", { name: /^Add/ });
    await form.getByRole("textbox", { name: "Account", exact: true }).fill(account);
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Dana Dale");
    await form.getByRole("combobox", { name: "Roles" }).fill(role);
    await page.getByRole("option", { name: role }).or(page.getByTitle(role)).last().click();
    await form.getByText(/^Add ·/).click();
    await form.getByRole("combobox", { name: "Organisation" }).click();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await form.getByRole("button", { name: "Save" }).click();
    const once = page.getByRole("dialog", { name: /^Link for/ });
    const shown = await once.getByRole("listitem").innerText();
    await once.getByRole("button", { name: "I have kept it" }).click();
    await expect(page.getByText(shown)).toHaveCount(0);
    return shown;
  });

  const theirs = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await test.step("the link, which asks for a password", async () => {
    await dress(theirs);
    await theirs.goto(link);
    await expect(theirs.getByRole("heading", { name: "Choose your password" })).toBeVisible();
    await theirs.getByLabel("New password", { exact: true }).fill(goodPassword);
    await theirs.getByLabel("Repeat it", { exact: true }).fill(goodPassword);
    await theirs.getByRole("button", { name: "Save and sign in" }).click();
    await expect(theirs).toHaveURL(/\/dashboard\/home$/);
  });

  await test.step("exactly the granted pages and buttons", async () => {
    const menu = theirs.getByRole("navigation", { name: "Main menu" });
    await expect(menu.getByRole("link")).toHaveText(["Home", "System"]);
    await menu.getByRole("link", { name: "System" }).click();
    await expect(theirs.getByRole("navigation", { name: "Menu of System" }).getByRole("link")).toHaveText([
      "Positions",
    ]);
    await expectPage(theirs, "Positions");
    await expect(front(theirs).getByRole("button", { name: "Add", exact: true })).toBeVisible();
    await expect(front(theirs).getByRole("button", { name: "Export" })).toHaveCount(0);
    await expect(front(theirs).getByRole("button", { name: "More" })).toHaveCount(0);
    await theirs.goto("/system/role");
    await expect(front(theirs).getByRole("heading", { level: 1, name: "You are not authorised" })).toBeVisible();
  });
  await theirs.context().close();
});

test("the API refuses what the role does not hold, whatever the console shows", async ({ request }) => {
  const tokens = await tokensOf(request, await addUser(request, ["/dashboard/home", "/system/pos"]));
  expect((await call(request, "sysPos/page", {}, tokens)).code).toBe(200);
  const refused = await call(request, "sysRole/page", {}, tokens);
  expect([refused.code, refused.extras?.bizCode]).toEqual([403, "platform.forbidden"]);
  expect((await call(request, "sysRole/page", {})).code).toBe(401);
});

test("whoever has no home page starts on their first page, and every way home leads there", async ({
  page,
  request,
}) => {
  const user = await addUser(request, ["/system/pos"]);
  await dress(page);
  await page.goto("/login");
  await fillSignIn(page, user.account, user.password);
  await expectPage(page, "Positions");
  await expect(page).toHaveURL(/\/system\/pos$/);

  await page.goto("/trade/order");
  await expectPage(page, "You are not authorised");
  await expect(page).toHaveTitle(/^You are not authorised - /);
  await front(page).getByRole("link", { name: "Back to home" }).click();
  await expectPage(page, "Positions");

  await page.goto("/no/such/page");
  await expectPage(page, "There is no such page");
  await front(page).getByRole("link", { name: "Back to home" }).click();
  await expectPage(page, "Positions");
});
