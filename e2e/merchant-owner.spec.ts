import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import {
  type admin,
  anotherPage,
  dress,
  expectAccessible,
  expectNoSidewaysScroll,
  expectPage,
  fresh,
  front,
  goodPassword,
  openAs,
  tokensOf,
} from "./console.ts";
import { addMerchantUser, ask, type Merchant, merchantsIn } from "./shop.ts";

/** As its own people read it in English. */
interface Shop extends Merchant {
  readonly nameEn: string;
}

/** A shop of the demonstration with orders, and somebody who owns it. */
async function openShopAsOwner(page: Page, request: APIRequestContext): Promise<Shop> {
  const [shop] = (await merchantsIn(request, "GBP")) as readonly Shop[];
  if (!shop?.nameEn) throw new Error("no merchant takes pounds");
  const owner = await addMerchantUser(request, shop, "merchant_owner");
  await openAs(page, await tokensOf(request, owner), "/dashboard/home");
  return shop;
}

/** Fails where a figure at the head of the home page, or what stands below it, runs into its neighbour. */
async function expectFiguresApart(page: Page): Promise<void> {
  const overflows = () =>
    page
      .locator(".home-strip-shop .home-strip-figure")
      .evaluateAll((figures) => figures.map((figure) => Math.max(figure.scrollWidth - figure.clientWidth, 0)));
  await expect.poll(overflows).toEqual([0, 0, 0]);
}

/** Proves the person where the console asks for it, as it does now and then. */
async function prove(page: Page, { password }: Pick<typeof admin, "password">): Promise<void> {
  const field = page.getByRole("dialog").getByLabel("Password", { exact: true });
  if (
    await field.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    )
  ) {
    await field.fill(password);
    await page.keyboard.press("Enter");
  }
}

test("an owner comes home to the shop, reads its money, and asks for a change that the operator answers", async ({
  page,
  request,
}) => {
  const shop = await openShopAsOwner(page, request);
  await expectPage(page, shop.nameEn);
  for (const figure of ["Taken today", "Next settlement", "Failed webhooks, 24 h"])
    await expect(front(page).getByText(figure)).toBeVisible();
  await expectFiguresApart(page);
  await expectAccessible(page);

  await page.goto("/trade/order");
  await expectPage(page, "Orders");
  await expect(front(page).getByRole("columnheader", { name: "Merchant order no." })).toBeVisible();
  await expect(front(page).getByRole("columnheader", { name: "Merchant", exact: true })).toHaveCount(0);
  await expect(front(page).getByRole("button", { name: "Merchant", exact: true })).toHaveCount(0);

  await page.goto("/finance/balance");
  await expectPage(page, "Balance");
  await expect(front(page).getByRole("tab", { name: "Statement" })).toBeVisible();
  for (const word of ["Proof", "Checksum", "Overdraft limit"])
    await expect(front(page).getByText(word, { exact: true })).toHaveCount(0);

  await page.goto("/merchant/merchant");
  await expectPage(page, shop.nameEn);
  await expect(front(page).getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
  await front(page).getByRole("button", { name: "Request a change" }).click();
  const contact = fresh("Ada");
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: "Contact", exact: true }).fill(contact);
  await form.getByRole("button", { name: "Request a change" }).click();
  await expect(front(page).getByText(`→ ${contact}`)).toBeVisible();

  const waiting = await ask<{ items: { id: string; status: string; wanted: { to: string }[] }[] }>(
    request,
    "merchantRequest/page",
    { page: 1, pageSize: 20, merchantId: [shop.id] },
  );
  const asked = waiting.items.find(({ wanted }) => wanted.some(({ to }) => to === contact));
  expect(asked?.status).toBe("open");
  await ask(request, "merchantRequest/decline", { id: asked?.id, reason: "Send us the deed first" });
  await page.reload();
  await expect(front(page).getByText("Send us the deed first")).toBeVisible();
});

test("an owner invites somebody by a link that lets them choose a password once", async ({
  page,
  browser,
  request,
}) => {
  const shop = await openShopAsOwner(page, request);
  await page.goto("/merchant/staff");
  await expectPage(page, "Staff");
  await front(page).getByRole("button", { name: "Invite" }).first().click();
  const account = fresh("bea").replace(" ", ".");
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: "Account", exact: true }).fill(account);
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("Bea Shaw");
  await form.getByRole("combobox", { name: "Role" }).click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: "viewer" }).click();
  await form.getByRole("button", { name: "Invite" }).click();
  await prove(page, { password: goodPassword });
  const link = (await page.getByRole("listitem").filter({ hasText: "/login#" }).textContent()) ?? "";
  expect(link).toContain("invitation=");
  await page.getByRole("button", { name: "I have kept it" }).click();
  await expect(front(page).getByRole("row").filter({ hasText: account })).toContainText("Invited");

  const guest = await anotherPage(browser);
  await dress(guest);
  await guest.goto(link);
  await expect(guest.getByText(account)).toBeVisible();
  await guest.getByLabel("New password", { exact: true }).fill(goodPassword);
  await guest.getByLabel("Repeat it", { exact: true }).fill(goodPassword);
  await guest.getByRole("button", { name: "Save and sign in" }).click();
  await expectPage(guest, shop.nameEn);
  await expect(guest.getByRole("link", { name: "Staff", exact: true })).toHaveCount(0);
  await guest.context().close();
});

test("on a phone an owner tells test from live, and knows orders by the shop's own numbers", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openShopAsOwner(page, request);
  await expect(page.getByText("Test data: no real money moves.")).toBeVisible();
  await expectFiguresApart(page);
  await expectNoSidewaysScroll(page);
  await page.goto("/trade/order");
  await expect(
    front(page)
      .getByText(/^SHOP-/)
      .first(),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
});
