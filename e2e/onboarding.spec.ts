import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import { openClient } from "../tools/replay/client.ts";
import {
  actOn,
  address,
  anotherPage,
  call,
  expectAccessible,
  expectPage,
  fresh,
  front,
  openAs,
  rowOf,
  type Tokens,
  tokensOf,
} from "./console.ts";
import {
  addAccount,
  addMerchantUser,
  ask,
  cards,
  type Merchant,
  merchantsIn,
  payByCard,
  placeOrder,
  testKeyOf,
} from "./shop.ts";

/** Chooses in a select that is searched by what is typed. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  const form = page.getByRole("dialog");
  await form.getByRole("combobox", { name: label, exact: true }).fill(text);
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: text }).first().click();
}

/** Fills the form of a new merchant with what is asked for, and saves it. */
async function enterMerchant(page: Page, name: string): Promise<void> {
  await front(page).getByRole("button", { name: "Add", exact: true }).click();
  const form = page.getByRole("dialog", { name: /^Add/ });
  for (const [label, value] of [
    ["Name", name],
    ["Legal name", `${name} Limited`],
    ["Registration no.", name],
    ["Contact", "Ada Shaw"],
    ["Contact phone", "+44 20 7946 0000"],
    ["Contact e-mail", "ada@shop.example"],
  ] as const)
    await form.getByRole("textbox", { name: label, exact: true }).fill(value);
  await choose(page, "MCC", "5691");
  await choose(page, "Country", "United Kingdom");
  await choose(page, "Currency", "GBP");
  await choose(page, "Time zone", "Europe/London");
  await form.getByRole("radio", { name: "Company" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
}

/** Takes one step in the life of a merchant, from its row. */
async function step(page: Page, name: string, action: string, then: string): Promise<void> {
  await actOn(page, name, action);
  await page.getByRole("dialog").getByRole("button", { name: action, exact: true }).click();
  await expect(rowOf(page, name)).toContainText(then);
}

/** Somebody of the operator whose merchants the demonstration shows, with all that may be done there. */
async function addOperator(request: APIRequestContext): Promise<Tokens> {
  const account = fresh("clerk").replace(" ", ".");
  const [{ orgId } = { orgId: 0 }] = await merchantsIn(request, "GBP");
  return tokensOf(request, await addAccount(request, { account, realName: "Robin Reed", orgId }, "sys_admin"));
}

/** Terms, a way to pay and a gateway account: what a merchant needs before it may take payments, but for a checkout. */
async function agree(request: APIRequestContext, merchantId: string, maker: Tokens, checker: Tokens): Promise<void> {
  const done = async (path: string, data: object, who: Tokens): Promise<unknown> => {
    const { code, message, result } = await call(request, path, data, who);
    expect(code, `${path}: ${message}`).toBe(200);
    return result;
  };
  const terms = { merchantId, settlementCurrency: "GBP", settlementZone: "Europe/London" };
  await done("merchantAccountCfg/approve", { id: await done("merchantAccountCfg/add", terms, maker) }, checker);
  await done("merPaymentTypeCfg/add", { merchantId, paymentType: "hosted_page" }, maker);
  const wanted = { page: 1, pageSize: 1, upstreamMid: "sim_main" };
  const { items } = (await done("gatewayAccount/page", wanted, maker)) as { items: { id: string }[] };
  const binding = { merchantId, gatewayAccountId: items[0]?.id, priority: 1, weight: 100 };
  await done("merGatewayAccountCfg/add", binding, maker);
}

/** Goes from a merchant's file to its checkout, and puts every channel into it. */
async function fillCheckout(page: Page, merchant: string): Promise<void> {
  await rowOf(page, merchant).click();
  await front(page).getByRole("link", { name: "Checkout channels", exact: true }).click();
  await expectPage(page, "Checkout channels");
  await front(page).getByRole("button", { name: "Apply template" }).click();
  await choose(page, "Merchant", merchant);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(front(page).getByRole("button", { name: `Merchant is ${merchant}` })).toBeVisible();
  await expect(rowOf(page, "Visa").first()).toBeVisible();
}

/** Adds an app to a merchant and makes the secret of its test key, which is shown once. */
async function makeApp(page: Page, merchant: string, app: string): Promise<string> {
  await page.goto("/merchant/app");
  await expectPage(page, "Apps and keys");
  await front(page).getByRole("button", { name: "Add", exact: true }).click();
  const form = page.getByRole("dialog", { name: /^Add/ });
  await choose(page, "Merchant", merchant);
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(app);
  await choose(page, "Currency", "GBP");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();

  await rowOf(page, app).click();
  const key = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Test", exact: true }) });
  await expect(key).toContainText("No secret yet");
  await key.getByRole("button", { name: "Make secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make secret" }).click();
  const once = page.getByRole("dialog").filter({ hasText: "It is not shown again, to anyone." });
  const secret = await once.getByRole("listitem").innerText();
  await expectAccessible(page, ".ant-modal");
  await once.getByRole("button", { name: "I have kept it" }).click();
  await expect(key).toContainText("Takes calls");
  await page.reload();
  await expect(key).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  return secret;
}

async function signedIn(browser: Browser, tokens: Tokens, path: string): Promise<Page> {
  const page = await anotherPage(browser);
  await openAs(page, tokens, path);
  return page;
}

/** Tries to let a merchant in that lacks something, and says what. */
async function expectMissing(page: Page, name: string, missing: string): Promise<void> {
  await page.reload();
  await actOn(page, name, "Activate");
  const answer = page.getByRole("dialog").filter({ hasText: "It cannot take payments yet:" });
  await expect(answer.getByRole("listitem").filter({ hasText: missing })).toBeVisible();
  await answer.getByRole("button", { name: "Cancel" }).click();
}

test("a merchant is entered, judged by somebody else, let in, and sees its first payment, made with a key of its own", async ({
  page,
  browser,
  request,
}) => {
  const name = fresh("Harbour Tea");
  const list = `/merchant/merchant?name=${encodeURIComponent(name)}`;
  const [maker, checker] = [await addOperator(request), await addOperator(request)];
  await openAs(page, maker, list);
  await enterMerchant(page, name);
  await step(page, name, "Submit", "Submitted");

  const judge = await signedIn(browser, checker, list);
  await step(judge, name, "Start review", "Under review");
  await step(judge, name, "Approve", "Approved");

  await expectMissing(page, name, "Terms");
  const [merchant] = (await ask<{ items: Merchant[] }>(request, "merchant/page", { page: 1, pageSize: 1, name })).items;
  if (!merchant) throw new Error("the merchant is not on the list");
  const { id: merchantId } = merchant;
  await agree(request, merchantId, maker, checker);
  await expectMissing(page, name, "Checkout channel");
  await page.goto(list);
  await fillCheckout(page, name);
  await page.goto(list);
  await step(page, name, "Activate", "Active");

  const app = fresh("Web shop");
  const secret = await makeApp(page, name, app);
  const { appKey } = await testKeyOf(request, merchantId);
  const client = openClient({ base: address(), appKey, appSecret: secret });
  const order = await placeOrder(request, { client }, { amount: 1_850 });
  const payer = await anotherPage(browser);
  await payByCard(payer, order, cards.approved);
  await expect(payer.getByRole("heading", { name: "Paid" })).toBeVisible();

  const owner = await tokensOf(request, await addMerchantUser(request, merchant, "merchant_owner"));
  const keeper = await signedIn(browser, owner, "/trade/order?mode=test");
  await expect(rowOf(keeper, order.merchantOrderNo)).toContainText("Paid");
  await keeper.goto(`/trade/order/${order.id}`);
  await expect(front(keeper).getByRole("heading", { level: 1 })).toContainText("18.50");
  await expect(front(keeper).getByRole("list", { name: "Timeline" })).toContainText("Order created");
});
