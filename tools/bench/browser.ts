import { defaultLocale } from "@countinghouse/contract/kit/locale.ts";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright";
import { shellMessages } from "../../apps/console/src/app/shell/shell.messages.ts";
import { signInMessages } from "../../apps/console/src/app/sign-in/sign-in.messages.ts";
import { password } from "./stage.ts";

export const shellWords = shellMessages[defaultLocale];
const signInWords = signInMessages[defaultLocale];

/** Requests of a page while it loaded. */
export interface Loaded {
  /** Files below the console's folder, without the leading slash. */
  readonly files: readonly string[];
  readonly requests: number;
}

/** Matches a label, allowing for the space that the kit puts between two Chinese characters. */
export const named = (text: string): RegExp =>
  new RegExp(`^${[...text].map((character) => character.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s*")}$`);

/** Starts the test browser, headless. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    args: ["--no-sandbox"],
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  });

/** Opens a page with an empty cache. */
export async function openPage(
  browser: Browser,
  address: string,
  storageState?: BrowserContextOptions["storageState"],
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    ...(storageState ? { storageState } : {}),
  });
  return { context, page: await context.newPage() };
}

/** Throttles the CPU and, where requested, the network: 10 Mbit/s, 40 ms round trip. */
export async function throttle(
  page: Page,
  { cpu, isSlowNetwork }: { cpu: number; isSlowNetwork: boolean },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  if (!isSlowNetwork) return;
  const bytesPerSecond = 10_000_000 / 8;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 40,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Loads an address and answers what was loaded, once the page is ready and the network idle. */
export async function load(page: Page, path: string, isThere: (page: Page) => Promise<unknown>): Promise<Loaded> {
  const files = new Set<string>();
  let requests = 0;
  const count = (url: string) => {
    requests += 1;
    const file = new URL(url).pathname.slice(1);
    // A document in a frame loads its own scripts, which are not the console's.
    if (/^(assets\/.*|[^/]+)\.(js|css|woff2)$/.test(file)) files.add(file);
  };
  page.on("request", (request) => count(request.url()));
  await page.goto(path);
  await isThere(page);
  // The event stream never ends, so idle means a second without a new request.
  for (let before = -1; before !== requests; ) {
    before = requests;
    await page.waitForTimeout(1_000);
  }
  return { files: [...files], requests };
}

const accountField = (page: Page): Locator => page.getByRole("textbox", { name: named(signInWords.account) }).first();
// A password field has no ARIA role.
const passwordField = (page: Page): Locator => page.locator("input[autocomplete='current-password']");

/** The sign-in form is ready. */
export const signInIsThere = (page: Page) => accountField(page).waitFor();

/** The shell is ready: its menu can be used. */
export const shellIsThere = (page: Page) =>
  page.getByRole("navigation", { name: shellWords.mainMenu }).first().waitFor({ timeout: 30_000 });

/** A list is ready: its rows, or its empty state. */
export const listIsThere = (page: Page) =>
  page.getByRole("main").getByRole("table").first().waitFor({ timeout: 30_000 });

/** Signs in through the form. */
export async function signInByHand(page: Page): Promise<void> {
  await accountField(page).fill("admin");
  await passwordField(page).fill(password);
  await page.getByRole("button", { name: named(signInWords.submit) }).click();
  await shellIsThere(page);
}

const largestPaint = `new Promise((resolve) => {
  let last = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) last = entry.startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  setTimeout(() => resolve(last), 1500);
})`;

/** Largest contentful paint, in milliseconds from the start of loading. */
export const largestContentfulPaintMs = async (page: Page): Promise<number> =>
  Number(await page.evaluate(largestPaint));

/** Records when the first row of a list appears, from within the page: polling from outside would load the page. */
export const watchFirstRow = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const watch = new MutationObserver(() => {
      if (!document.querySelector("main tr[data-row-key]")) return;
      watch.disconnect();
      globalThis.firstRowMs = performance.now();
    });
    watch.observe(document, { childList: true, subtree: true });
  }`);

/** When the first row appeared, in milliseconds from the start of loading; NaN where none did. */
export const firstRowMs = async (page: Page): Promise<number> => Number(await page.evaluate("globalThis.firstRowMs"));
