import { randomInt } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import { type APIRequestContext, type Browser, expect, type Locator, type Page, test } from "@playwright/test";

/** Where the node of the running journey answers. */
export const address = (): string => test.info().project.use.baseURL ?? "";

/** The first administrator of the run. */
export const admin = { account: "admin", password: process.env.E2E_PASSWORD ?? "" };

/** Longer than any rule asks for, with letters and digits, and in no list of common words. */
export const goodPassword = "harbour-Lantern-58-cobalt";

/** The pair a sign-in answers with. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

interface Envelope {
  readonly code: number;
  readonly result: unknown;
  readonly message: string;
  readonly extras: { readonly bizCode?: string } | null;
}

/** Somewhere nobody has signed in from: many people of one address would have to read pictures, as they should. */
const elsewhere = () => ({ "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.1` });

/** Signs in through the API, with a session of its own. */
export async function tokensOf(request: APIRequestContext, who = admin): Promise<Tokens> {
  const response = await request.post("/api/sysAuth/login", { data: who, headers: elsewhere() });
  const { result, message } = (await response.json()) as Envelope;
  expect((result as { outcome?: string } | null)?.outcome, message).toBe("signedIn");
  return result as Tokens;
}

let shared: Promise<Tokens> | undefined;
let provenAt = 0;

/** Shorter than the five minutes a proof of who one is lasts, by what a journey may do between asking and using it. */
const proofMs = 3 * 60_000;

/**
 * The administrator's session that journeys share when they do nothing to the session itself, proven lately enough for
 * what is dangerous.
 */
export async function adminTokens(request: APIRequestContext): Promise<Tokens> {
  if (shared === undefined) {
    provenAt = Date.now();
    shared = tokensOf(request);
  } else if (Date.now() - provenAt > proofMs) await proveAdmin(request);
  return shared;
}

/** Proves the administrator once more; the proof comes with tokens of its own. */
async function proveAdmin(request: APIRequestContext): Promise<void> {
  provenAt = Date.now();
  const { accessToken } = await adminTokens(request);
  const response = await request.post("/api/sysAuth/stepUp", {
    data: { password: admin.password },
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(response.status()).toBe(200);
  const headers = response.headers();
  shared = Promise.resolve({
    accessToken: headers["access-token"] ?? "",
    refreshToken: headers["x-access-token"] ?? "",
  });
}

/** Calls an operation, as somebody or as nobody. */
export async function call(request: APIRequestContext, path: string, data: object, tokens?: Tokens): Promise<Envelope> {
  const response = await request.post(`/api/${path}`, {
    data,
    headers: { "accept-language": "en", ...(tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {}) },
  });
  return (await response.json()) as Envelope;
}

/** What the administrator reads from a call. */
export async function read(request: APIRequestContext, path: string): Promise<unknown> {
  const { accessToken } = await adminTokens(request);
  const response = await request.get(`/api/${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
  return ((await response.json()) as Envelope).result;
}

/** Settings a browser starts with, where the console has not stored others yet. */
export interface Look {
  readonly language?: "en" | "zh-cn" | "zh-tw";
  readonly mode?: "light" | "dark";
}

/** Gives a page its language and look before the console starts. */
export async function dress(page: Page, { language = "en", mode = "light" }: Look = {}): Promise<void> {
  await page.addInitScript((settings) => {
    if (!localStorage.getItem("countinghouse:theme")) localStorage.setItem("countinghouse:theme", settings);
  }, JSON.stringify({ language, mode }));
}

/** Hands a page the tokens of somebody who is signed in already. */
export async function carry(page: Page, { accessToken, refreshToken }: Tokens): Promise<void> {
  const value = `${accessToken}~${refreshToken}`;
  await page.context().addCookies([{ name: "countinghouse-token", value, url: address() }]);
}

/** Opens an address as somebody who is signed in already. */
export async function openAs(page: Page, tokens: Tokens, path: string, look: Look = {}): Promise<void> {
  await dress(page, look);
  await carry(page, tokens);
  await page.goto(path);
  await expect(page.locator("main#content")).toBeVisible();
}

/** Goes to an address inside the open console, without loading it anew. */
export const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

/** A page in a browser context of its own: another person, or another device. */
export async function anotherPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: address() });
  return context.newPage();
}

/** Fills the sign-in form and sends it. */
export async function fillSignIn(page: Page, account: string, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Account", exact: true }).fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await send(page, page.getByRole("button", { name: "Sign in", exact: true }), "sysAuth/login");
}

/** Clicks until a call goes out: for half a second after a click, a button takes the next one for the same wish. */
export async function send(page: Page, button: Locator, path: string): Promise<void> {
  let isOut = false;
  page.on("request", (request) => {
    isOut ||= request.url().includes(path);
  });
  await expect(async () => {
    if (!isOut) await button.click({ timeout: 5_000 });
    await expect.poll(() => isOut, { timeout: 700 }).toBe(true);
  }).toPass();
}

/** Counts what a person clicks in the page from here on, until it is loaded anew: `await counted()` says how often. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { clicks: 0 });
    // A label's click brings one of its field with it, which nobody made.
    const count = ({ isTrusted, detail }: MouseEvent) => {
      if (isTrusted && detail > 0) (window as unknown as { clicks: number }).clicks += 1;
    };
    document.addEventListener("click", count, true);
  });
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks);
}

/** The page in front: the others stay alive behind it. */
export const front = (page: Page): Locator => page.locator("[data-pane]:visible");

/** Waits for the heading of the page in front. */
export const expectPage = (page: Page, title: string): Promise<void> =>
  expect(front(page).getByRole("heading", { level: 1, name: title })).toBeVisible();

/** The row of a list that holds a text. */
export const rowOf = (page: Page, text: string): Locator => front(page).getByRole("row").filter({ hasText: text });

/** Runs an action of a row: the first stands in it, the others in its menu, which is opened until it stays open. */
export async function actOn(page: Page, text: string, action: string): Promise<void> {
  const row = rowOf(page, text);
  const first = row.getByRole("button", { name: action, exact: true });
  const item = page.getByRole("menuitem", { name: action, exact: true });
  await expect(async () => {
    await row.hover({ timeout: 5_000 });
    if ((await first.count()) > 0) return first.click({ timeout: 5_000 });
    if (!(await item.isVisible())) await row.getByRole("button", { name: "More" }).click({ timeout: 5_000 });
    await item.click({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

let count = 0;

/** A name nobody else uses, so that journeys can run twice on one database. */
export const fresh = (what: string): string => `${what} ${(Date.now() * 100 + ++count).toString(36)}`;

/** Adds a position through the API. */
export async function addPosition(request: APIRequestContext, name: string): Promise<void> {
  const { code, message } = await call(request, "sysPos/add", { name, code: name }, await adminTokens(request));
  expect(code, message).toBe(200);
}

/**
 * Fails on anything that stops a reader with a screen reader, in the whole window or in one part of it; `proven` are rules
 * that were looked at before where nothing that they judge has changed.
 */
export async function expectAccessible(page: Page, part = "body", proven: readonly string[] = []): Promise<void> {
  const isThere = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  // Read by the browser once for a document, and judged in it: the empty page that results are put together in otherwise
  // costs more than the look.
  const { violations } = await new AxeBuilder({ page, ...(isThere ? { axeSource: "void 0" } : {}) })
    .include(part)
    .options({ resultTypes: ["violations"] })
    .disableRules([...proven])
    .setLegacyMode(true)
    .analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect
    .soft(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`))
    .toEqual([]);
}

/** Fails when the page, or the pane it scrolls in, is wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll<HTMLElement>("[data-pane]")]
        .filter((element) => element.clientWidth > 0)
        .map((element) => element.scrollWidth - element.clientWidth),
    );
  const widest = async () => Math.max(...(await widths()));
  await expect.configure({ soft: true }).poll(widest, { message: page.url() }).toBeLessThanOrEqual(0);
}

interface Entry {
  readonly id: number;
  readonly path: string | null;
  readonly type: number;
  readonly meta: { readonly isHide: boolean };
  readonly children?: readonly Entry[] | null;
}

/** The address of every page the administrator's menu lists. */
export async function menuPages(request: APIRequestContext): Promise<readonly string[]> {
  const pagesIn = (entries: readonly Entry[]): readonly string[] =>
    entries.flatMap(({ path, type, meta, children }) => [
      ...(type === 2 && path && !meta.isHide && !path.includes(":") ? [path] : []),
      ...pagesIn(children ?? []),
    ]);
  return pagesIn((await read(request, "sysMenu/loginMenuTree")) as readonly Entry[]);
}

/** Adds a role with these pages, all their buttons and the sections they stand in. Answers with its id. */
async function addRole(request: APIRequestContext, pages: readonly string[]): Promise<number> {
  const below = (entry: Entry): readonly number[] => [entry.id, ...(entry.children ?? []).flatMap(below)];
  const chosen = (entry: Entry): readonly number[] => {
    if (entry.type === 2 && pages.includes(entry.path ?? "")) return below(entry);
    const inside = (entry.children ?? []).flatMap(chosen);
    return inside.length > 0 ? [entry.id, ...inside] : [];
  };
  const menuIdList = ((await read(request, "sysMenu/list")) as readonly Entry[]).flatMap(chosen);
  const name = fresh("Role");
  const added = await call(request, "sysRole/add", { name, code: name, menuIdList }, await adminTokens(request));
  expect(added.code, added.message).toBe(200);
  return added.result as number;
}

/** Adds an operator with these pages through the API, and gives them a password of their own. */
export async function addUser(
  request: APIRequestContext,
  pages: readonly string[] = ["/dashboard/home"],
  { seesAll = false }: { readonly seesAll?: boolean } = {},
): Promise<typeof admin> {
  const account = fresh("e2e").replace(" ", ".");
  const { orgId } = (await read(request, "sysAuth/userInfo")) as { orgId: number };
  const roleId = await addRole(request, pages);
  if (seesAll) {
    const granted = await call(
      request,
      "sysRole/grantDataScope",
      { id: roleId, dataScope: 1 },
      await adminTokens(request),
    );
    expect(granted.code, granted.message).toBe(200);
  }
  const data = { account, realName: "Robin Reed", orgId, roleIdList: [roleId] };
  const added = await call(request, "sysUser/add", data, await adminTokens(request));
  expect(added.code, added.message).toBe(200);
  return settleIn(request, account, invitationOf(added.result));
}

/** The word of the link of a new account. */
export const invitationOf = (added: unknown): string =>
  (added as { invited: { invitation: string } }).invited.invitation;

/** Gives a new account a password, by the link that its maker was given. */
export async function settleIn(request: APIRequestContext, account: string, invitation: string): Promise<typeof admin> {
  const chosen = { passwordChangeTicket: invitation, newPassword: goodPassword };
  const { code, message, result } = await call(request, "sysAuth/changePasswordByTicket", chosen);
  expect(code, message).toBe(200);
  await call(request, "sysAuth/logout", {}, result as Tokens);
  return { account, password: goodPassword };
}
