import { createHmac } from "node:crypto";
import { returnTextToSign } from "@countinghouse/contract/integration/open-api/signed-return.ts";
import { expect, test } from "@playwright/test";
import { address, anotherPage, expectAccessible, expectNoSidewaysScroll, read } from "./console.ts";
import { ask, cards, openShop, payByCard, placeOrder } from "./shop.ts";

test("a payer's card is recognised, paid, and the shop opens by itself with a return it can check", async ({
  browser,
  request,
}) => {
  const shop = await openShop(request);
  // A page that is there: whoever comes back to it is seen.
  const order = await placeOrder(request, shop, { amount: 31_050, returnUrl: `${address()}/v1/docs/guide?cart=1` });
  const payer = await anotherPage(browser);
  await payer.goto(`${order.path}?lang=en`);
  const field = payer.locator(".number .marks");
  await payer.getByLabel("Card number").pressSequentially("4242 42");
  await expect(payer.getByRole("status")).toHaveText("Visa");
  await expect(field.locator(".mk.on")).toHaveAttribute("data-brand", "visa");
  await payer.getByLabel("Card number").fill("");
  await payer.getByLabel("Card number").pressSequentially("3400 00");
  await expect(payer.getByRole("status")).toHaveText("American Express");
  await expect(payer.getByLabel("Security code")).toHaveAttribute("placeholder", "4 digits");
  await expectAccessible(payer);

  await payByCard(payer, order, cards.approved);
  await expect(payer.getByRole("heading", { name: "Thank you, it is paid" })).toBeVisible();
  await expectAccessible(payer);
  await payer.waitForURL(/\/v1\/docs\/guide\?cart=1&/);
  const told = new URL(payer.url()).searchParams;
  const of = (name: string): string => told.get(name) ?? "";
  expect([of("orderNo"), of("merchantOrderNo"), of("status")]).toEqual([order.orderNo, order.merchantOrderNo, "paid"]);
  const facts = { orderNo: of("orderNo"), merchantOrderNo: of("merchantOrderNo"), status: of("status") };
  const text = returnTextToSign(facts, of("timestamp"));
  expect(of("signature")).toBe(createHmac("sha256", shop.secret).update(text).digest("hex"));
});

test("without a script, a voucher is one of the tiles, and a wallet leads out and back", async ({
  browser,
  request,
}) => {
  const shop = await openShop(request);
  const context = await browser.newContext({
    baseURL: address(),
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const payer = await context.newPage();
  const voucher = await placeOrder(request, shop, { amount: 2_500 });
  await payer.goto(`${voucher.path}?lang=en`);
  await expect(payer.getByLabel("Card number")).toBeVisible();
  await payer.getByRole("radio", { name: /voucher/i }).check();
  await expect(payer.getByLabel("Card number")).toBeHidden();
  await expectNoSidewaysScroll(payer);
  await payer.getByRole("button", { name: "Continue to pay" }).click();
  await expect(payer.getByRole("heading", { name: /voucher|code/i })).toBeVisible();

  const wallet = await placeOrder(request, shop, { amount: 2_600, returnUrl: `${address()}/v1/docs/guide` });
  await payer.goto(`${wallet.path}?lang=en`);
  await payer.getByRole("radio", { name: /wallet/i }).check();
  await payer.getByRole("button", { name: "Continue to pay" }).click();
  await expect.poll(() => new URL(payer.url()).origin).not.toBe(address());
  const status = async () => ((await read(request, `coinOrder/detail?id=${wallet.id}`)) as { status: string }).status;
  expect(await status()).toBe("awaiting");
  await payer.locator("form button").first().click();
  await payer.waitForURL(/\/v1\/docs\/guide\?.*status=paid/);
  expect(await status()).toBe("paid");
  await context.close();
});

test("a payer reads the shop's own name, sees its logo, and keeps the page from leaving", async ({
  browser,
  request,
}) => {
  const shop = await openShop(request);
  const [app] = (await read(request, `coinApp/list?merchantId=${shop.merchant.id}`)) as { id: string }[];
  const id = app?.id ?? "";
  const { version, name, defaultCurrency } = (await read(request, `coinApp/detail?id=${id}`)) as {
    version: number;
    name: string;
    defaultCurrency: string;
  };
  const look = { payerNames: { en: "Northern Teas", "zh-cn": "北方茶行" }, brandColor: "#ffe000" };
  await ask(request, "coinApp/update", { id, version, name, defaultCurrency, ...look });
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==";
  await ask(request, "coinApp/setLogo", { id, logo: `data:image/png;base64,${pixel}` });
  const order = await placeOrder(request, shop, { amount: 1_000 });
  const payer = await anotherPage(browser);
  for (const [lang, shown] of [
    ["en", "Northern Teas"],
    ["zh-cn", "北方茶行"],
  ] as const) {
    await payer.goto(`${order.path}?lang=${lang}`);
    await expect(payer.getByText(shown)).toBeVisible();
    await expectAccessible(payer);
  }
  const logo = payer.locator(".shop img");
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await payer.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  await expectNoSidewaysScroll(payer);
  await payByCard(payer, order, cards.approved);
  await payer.getByRole("link", { name: "Stay here" }).click();
  await expect(payer.getByRole("link", { name: "Back to Northern Teas" })).toBeVisible();
  await expect(payer.locator("meta[http-equiv=refresh]")).toHaveCount(0);
});
