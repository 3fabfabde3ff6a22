import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import { anotherPage, expectAccessible, fresh, front, openAs, type Tokens, tokensOf } from "./console.ts";
import { addAccount, ask, merchantsIn } from "./shop.ts";

/** Somebody of the operator whose merchants the demonstration shows, with all that may be done there. */
async function addOperator(request: APIRequestContext): Promise<Tokens> {
  const account = fresh("clerk").replace(" ", ".");
  const [{ orgId } = { orgId: 0 }] = await merchantsIn(request, "GBP");
  return tokensOf(request, await addAccount(request, { account, realName: "Robin Reed", orgId }, "sys_admin"));
}

/** What the account of the gateway simulator is called. */
async function testAccount(request: APIRequestContext): Promise<string> {
  const wanted = { page: 1, pageSize: 1, upstreamMid: "sim_main" };
  const { items } = await ask<{ items: { name: string }[] }>(request, "gatewayAccount/page", wanted);
  return items[0]?.name ?? "";
}

/** An item of the checklist. */
const item = (page: Page, title: string) =>
  front(page)
    .getByRole("list", { name: "Go-live checklist" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const isDone = (page: Page, title: string) =>
  expect(item(page, title).getByRole("img", { name: "Done" })).toBeVisible();

const dialog = (page: Page) => page.getByRole("dialog");

/** Chooses in a select of the open form that is searched by what is typed. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  await dialog(page).getByRole("combobox", { name: label, exact: true }).fill(text);
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: text }).first().click();
}

/** Chooses in a select of the open form that holds few things. */
async function pick(page: Page, label: string, text: string): Promise<void> {
  await dialog(page).getByRole("combobox", { name: label, exact: true }).click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: text }).first().click();
}

/** Does something about an item in the form that opens over the page. */
async function inForm(page: Page, title: string, button: string, fill: () => Promise<void> = async () => {}) {
  await item(page, title).getByRole("button", { name: button, exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  await fill();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toBeHidden();
}

/** Takes a step after its question. */
async function step(page: Page, title: string, action: string): Promise<void> {
  await item(page, title).getByRole("button", { name: action, exact: true }).click();
  await dialog(page).getByRole("button", { name: action, exact: true }).click();
  await expect(dialog(page)).toBeHidden();
}

/** Enters a merchant on the list and opens its page. */
async function enter(page: Page, name: string): Promise<void> {
  await front(page).getByRole("button", { name: "Add", exact: true }).click();
  for (const [label, value] of [
    ["Name", name],
    ["Legal name", `${name} Limited`],
    ["Registration no.", name],
    ["Registered address", "1 Quay, Bristol"],
    ["Website", "https://tea.example"],
    ["Contact", "Ada Shaw"],
    ["Contact phone", "+44 20 7946 0000"],
    ["Contact e-mail", "ada@tea.example"],
  ] as const)
    await dialog(page).getByRole("textbox", { name: label, exact: true }).fill(value);
  await choose(page, "MCC", "5691");
  await choose(page, "Country", "United Kingdom");
  await choose(page, "Currency", "GBP");
  await choose(page, "Time zone", "Europe/London");
  await dialog(page).getByRole("textbox", { name: "Expected monthly volume" }).fill("42000");
  await dialog(page).getByRole("radio", { name: "Company" }).check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toBeHidden();
  await front(page).getByRole("row").filter({ hasText: name }).click();
  await front(page).getByRole("link", { name: "Open its page" }).click();
  await expect(front(page).getByRole("heading", { level: 1, name })).toBeVisible();
}

async function makeApp(page: Page): Promise<void> {
  await inForm(page, "App and key", "Add", async () => {
    await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill("Web shop");
  });
  for (const key of ["Make test key", "Make live key"]) {
    await item(page, "App and key").getByRole("button", { name: key }).click();
    await dialog(page).getByRole("button", { name: "I have kept it" }).click();
  }
  await isDone(page, "App and key");
}

async function fileOwners(page: Page): Promise<void> {
  await item(page, "Owners and documents").getByRole("button", { name: "Owners and documents" }).click();
  await inForm(page, "Owners and documents", "Add owner", async () => {
    await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill("Eleanor Brindle");
    await dialog(page).getByRole("radio", { name: "Beneficial owner" }).check();
    await choose(page, "Nationality", "United Kingdom");
  });
  await item(page, "Owners and documents").getByRole("button", { name: "Add document" }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    dialog(page).getByRole("button", { name: "Choose a file" }).click(),
  ]);
  const buffer = Buffer.from("%PDF-1.7\nregistration");
  await chooser.setFiles({ name: "registration.pdf", mimeType: "application/pdf", buffer });
  await dialog(page).getByRole("button", { name: "Upload" }).click();
  await expect(item(page, "Owners and documents")).toContainText("Documents to verify: 1");
  await step(page, "Owners and documents", "Verify");
  await isDone(page, "Owners and documents");
}

/** The same merchant's page in the browser of somebody else. */
async function colleague(browser: Browser, tokens: Tokens, path: string): Promise<Page> {
  const page = await anotherPage(browser);
  await openAs(page, tokens, path);
  return page;
}

test("a merchant goes live on one page, by two people, and ends with a test payment and its postings", async ({
  page,
  browser,
  request,
}) => {
  const name = fresh("Harbour Tea");
  const [maker, checker] = [await addOperator(request), await addOperator(request)];
  const account = await testAccount(request);
  await openAs(page, maker, `/merchant/merchant?name=${encodeURIComponent(name)}`);
  await enter(page, name);
  const pages = new Set([new URL(page.url()).pathname]);
  page.on("framenavigated", (frame) => frame === page.mainFrame() && pages.add(new URL(frame.url()).pathname));
  await isDone(page, "Details");
  await isDone(page, "Fees");

  await step(page, "Approval by a second person", "Submit");
  await inForm(page, "Terms", "New version");
  await expect(item(page, "Terms")).toContainText("You asked for it: somebody else decides.");
  await inForm(page, "Gateway binding", "Add", () => choose(page, "Gateway account", account));
  await expect(item(page, "Gateway binding")).toContainText("Test accounts only: 1");
  await inForm(page, "Checkout channel", "Add", async () => {
    await pick(page, "Payment type", "Hosted page");
  });
  await inForm(page, "Checkout channel", "Apply template");
  await isDone(page, "Checkout channel");
  await makeApp(page);
  await fileOwners(page);

  await item(page, "Test payment").getByRole("button", { name: "Test payment" }).click();
  await item(page, "Test payment").getByRole("button", { name: "Take a test payment of 1.00 GBP" }).click();
  await expect(item(page, "Test payment")).toContainText("The test payment could not be taken.");

  const second = await colleague(browser, checker, page.url());
  await step(second, "Terms", "Approve");
  await isDone(second, "Terms");
  await step(second, "Approval by a second person", "Start review");
  await step(second, "Approval by a second person", "Approve");
  await expect(item(second, "Approval by a second person")).toContainText("somebody else decides");

  await page.reload();
  await step(page, "Approval by a second person", "Activate");
  await expect(front(page)).toContainText("Active");
  await item(page, "Test payment").getByRole("button", { name: "Test payment" }).click();
  await item(page, "Test payment").getByRole("button", { name: "Take a test payment of 1.00 GBP" }).click();
  await isDone(page, "Test payment");
  const postings = front(page).getByRole("region", { name: "Postings of the test payment" });
  await expect(postings).toContainText("1.00");
  await expect(postings.getByRole("row")).not.toHaveCount(2);
  await expect(item(page, "Test payment")).toContainText("Debits equal credits");
  await expectAccessible(page, "main");
  expect([...pages]).toHaveLength(1);
});
