import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { actOn, addPosition, adminTokens, anotherPage, expectPage, fresh, front, openAs, rowOf } from "./console.ts";

test("a position is added, refused at its field when it exists already, edited and deleted by name", async ({
  page,
  request,
}) => {
  const name = fresh("Cashier");
  await openAs(page, await adminTokens(request), "/dashboard/home");
  await page.getByRole("link", { name: "System" }).click();
  await page.getByRole("link", { name: "Positions" }).click();
  await expectPage(page, "Positions");
  await front(page).getByRole("button", { name: "Add", exact: true }).click();
  const form = page.getByRole("dialog", { name: /^Add/ });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Code").fill("till");

  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  for (const leave of [() => form.getByRole("button", { name: "Cancel" }).click(), () => page.goBack()]) {
    await leave();
    // The button takes a click that follows within half a second for the same wish.
    await expect(async () => {
      await question.getByRole("button", { name: "Keep editing" }).click({ timeout: 2_000 });
      await expect(question).toBeHidden({ timeout: 1_500 });
    }).toPass();
  }
  await expect(form.getByLabel("Name")).toHaveValue(name);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();

  await front(page).getByRole("button", { name: "Add", exact: true }).click();
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Code").fill("till");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/exists already\. Change one of the two\./).first()).toBeVisible();
  await expect(form.getByLabel("Name")).toHaveValue(name);
  await form.getByLabel("Code").fill("till-2");
  await form.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(form).toBeHidden();

  await page.goto(`/system/pos?name=${encodeURIComponent(name)}`);
  await actOn(page, name, "Edit");
  const edit = page.getByRole("dialog", { name: /^Edit/ });
  await edit.getByLabel("Code").fill("till-9");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, "till-9")).toBeVisible();

  await actOn(page, name, "Delete");
  const ask = page.getByRole("dialog", { name: new RegExp(name) });
  await ask.getByRole("button", { name: "Delete" }).click();
  await expect(front(page).getByText("Nothing matches these filters")).toBeVisible();
});

test("an edit of what someone else changed meanwhile is refused and keeps the text", async ({
  page,
  request,
  browser,
}) => {
  const name = fresh("Clerk");
  await addPosition(request, name);
  const there = await anotherPage(browser);
  const path = `/system/pos?name=${encodeURIComponent(name)}`;
  for (const one of [page, there]) {
    await openAs(one, await adminTokens(request), path);
    await actOn(one, name, "Edit");
  }
  const here = page.getByRole("dialog", { name: /^Edit/ });
  const theirs = there.getByRole("dialog", { name: /^Edit/ });
  await theirs.getByLabel("Code").fill("theirs");
  await theirs.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(there, "theirs")).toBeVisible();

  await here.getByLabel("Remark").fill("typed for a long time");
  await here.getByRole("button", { name: "Save" }).click();
  await here.getByRole("button", { name: "Reload, keep what I typed" }).click();
  await expect(here).toContainText("Fields you changed keep your text");
  await expect(here.getByLabel("Code")).toHaveValue("theirs");
  await expect(here.getByLabel("Remark")).toHaveValue("typed for a long time");
  await here.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, "typed for a long time")).toBeVisible();
  await there.context().close();
});

test("filters and sorting live in the address; the way back leads through them; a view keeps them", async ({
  page,
  request,
}) => {
  const name = fresh("Teller");
  await addPosition(request, name);
  await openAs(page, await adminTokens(request), "/system/pos");
  await front(page).getByRole("button", { name: "Name", exact: true }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(front(page).getByText("1 record")).toBeVisible();
  await front(page).getByRole("columnheader", { name: "Code" }).getByRole("button").first().click();
  await expect(page).toHaveURL(/sort=/);
  await page.reload();
  await expect(rowOf(page, name)).toBeVisible();

  await front(page).getByRole("button", { name: "Save view" }).click();
  await page.getByRole("textbox", { name: "Name of the view" }).fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(front(page).getByRole("button", { name: `Views: ${name}` })).toBeVisible();

  await front(page).getByRole("button", { name: "Clear", exact: true }).click();
  await expect(front(page).getByText("1 record")).toBeHidden();
  await page.goBack();
  await expect(front(page).getByText("1 record")).toBeVisible();

  await page.goto("/system/pos");
  await front(page)
    .getByRole("button", { name: /^Views:/ })
    .click();
  await page.getByRole("menuitem", { name }).click();
  await expect(front(page).getByText("1 record")).toBeVisible();
});

test("the choice of columns is kept by the server, not by the browser", async ({ page, request, browser }) => {
  await openAs(page, await adminTokens(request), "/system/pos");
  const remark = (one: typeof page) => front(one).getByRole("columnheader", { name: "Remark" });
  await expect(remark(page)).toBeVisible();
  const saved = (one: typeof page) => one.waitForResponse(/sysUserPreference\/save/);
  const hidden = saved(page);
  await front(page).getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Show the column Remark" }).click();
  await expect(remark(page)).toBeHidden();
  await hidden;
  const elsewhere = await anotherPage(browser);
  await openAs(elsewhere, await adminTokens(request), "/system/pos");
  await expectPage(elsewhere, "Positions");
  await expect(front(elsewhere).getByRole("row").nth(1)).toBeVisible();
  await expect(remark(elsewhere)).toBeHidden();
  await front(elsewhere).getByRole("button", { name: "Columns" }).click();
  const back = saved(elsewhere);
  await elsewhere.getByRole("button", { name: "Reset" }).click();
  await expect(remark(elsewhere)).toBeVisible();
  await back;
  await elsewhere.context().close();
});

test("an export arrives as a job and holds the rows of the list", async ({ page, request }) => {
  const name = fresh("Cashier");
  await addPosition(request, name);
  await openAs(page, await adminTokens(request), `/system/pos?name=${encodeURIComponent(name)}`);
  await expect(rowOf(page, name)).toBeVisible();
  await front(page).getByRole("button", { name: "Export" }).click();
  await expect(page.getByText(/Do not refresh the browser/)).toBeVisible();
  await page.getByRole("button", { name: "Start export" }).click();
  await expect(front(page).getByText("The file is ready. Rows: 1")).toBeVisible({ timeout: 20_000 });
  const arrives = page.waitForEvent("download");
  await front(page).getByRole("button", { name: "Download" }).click();
  const file = await arrives;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(await readFile(await file.path(), "utf8")).toContain(name);
});
