import { expect, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { addUser, fillSignIn, front, openAs, send, tokensOf } from "./console.ts";

/** The code an authenticator app shows for a key, so many steps of 30 seconds from now (RFC 6238). */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

test("an authenticator app is set up in the user centre and then asked for at the next sign-in", async ({
  page,
  request,
}) => {
  const user = await addUser(request);
  await openAs(page, await tokensOf(request, user), "/system/userCenter?tab=security");
  await front(page).getByRole("button", { name: "Set up authenticator app" }).click();
  const form = front(page)
    .locator("form")
    .filter({ has: page.getByLabel("Six-digit code") });
  const secret = (await form.locator(".ch-mono").first().innerText()).replaceAll(/\s/g, "");

  await form.getByLabel("Six-digit code").fill("000000");
  await form.getByRole("button", { name: "Confirm" }).click();
  await expect(form).toContainText("The code is not right or was used already.");
  await form.getByLabel("Six-digit code").fill(codeOf(secret));
  await send(page, form.getByRole("button", { name: "Confirm" }), "totpConfirm");

  const once = page.getByRole("dialog", { name: "Recovery codes" });
  await expect(once).toBeVisible();
  const codes = await once.getByRole("listitem").allInnerTexts();
  expect(codes.length).toBeGreaterThanOrEqual(8);
  await once.getByRole("button", { name: "I have kept it" }).click();
  await page.reload();
  await expect(front(page).getByText(`${codes.length} codes left.`)).toBeVisible();
  await expect(page.getByText(codes[0] ?? "")).toHaveCount(0);

  // Away first: the page would leave for the sign-in by itself, in the middle of the way there.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto("/login");
  await fillSignIn(page, user.account, user.password);
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  // The code that set the app up is spent; the next one is taken already.
  await page.getByLabel("Six-digit code").fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/dashboard\/home$/);

  // Away first: the page would leave for the sign-in by itself, in the middle of the way there.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto("/login");
  await fillSignIn(page, user.account, user.password);
  await page.getByText("Recovery code", { exact: true }).click();
  await page.getByRole("textbox", { name: "Recovery code" }).fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/dashboard\/home$/);
});
