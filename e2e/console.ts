import AxeBuilder from "@axe-core/playwright";
import { type APIRequestContext, expect, type Page } from "@playwright/test";

/** Password of the first administrator of the run. */
export const adminPassword = process.env.E2E_PASSWORD ?? "";

/** Chooses the console's language before it starts. */
export async function speak(page: Page, language: "en" | "zh-cn" | "zh-tw"): Promise<void> {
  await page.goto("/login");
  await page.getByRole("button", { name: /English|简体中文|繁體中文/ }).click();
  const label = { en: "English", "zh-cn": "简体中文", "zh-tw": "繁體中文" }[language];
  await page
    .getByRole("menuitemradio", { name: label })
    .or(page.getByRole("option", { name: label }))
    .or(page.getByRole("menuitem", { name: label }))
    .first()
    .click();
}

/** Signs in through the page, in English. */
export async function signIn(page: Page, account: string, password: string): Promise<void> {
  await speak(page, "en");
  await page.getByLabel("Account", { exact: true }).fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Fails on anything a screen reader's user would be stopped by. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)).toEqual(
    [],
  );
}

/** Calls an operation as somebody who signed in over HTTP. */
export async function callAs(request: APIRequestContext, token: string, path: string, data: object = {}) {
  const response = await request.post(`/api/${path}`, {
    data,
    headers: { authorization: `Bearer ${token}`, "accept-language": "en" },
  });
  return (await response.json()) as {
    code: number;
    result: unknown;
    message: string;
    extras: { bizCode?: string } | null;
  };
}

/** Signs in over HTTP and answers the access token. */
export async function tokenOf(request: APIRequestContext, account: string, password: string): Promise<string> {
  const response = await request.post("/api/sysAuth/login", { data: { account, password } });
  const { result } = (await response.json()) as { result: { accessToken: string } };
  return result.accessToken;
}
