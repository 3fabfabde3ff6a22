import { defaultLocale } from "@countinghouse/contract/kit/locale.ts";
import { resourcesByArea } from "@countinghouse/contract/resources.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import type { Locator, Page } from "playwright";
import { tabsMessages } from "../../apps/console/src/app/tabs/tabs.messages.ts";
import { pagesMessages } from "../../apps/console/src/platform/pages/pages.messages.ts";
import { listIsThere, named, shellWords } from "./browser.ts";
import { quantile } from "./sampling.ts";

const pagesWords = pagesMessages[defaultLocale];
const tabsWords = tabsMessages[defaultLocale];
const posWords = sysPos.messages[defaultLocale];

/** Time from a user's action until the page showed its result. */
export interface InteractionResult {
  readonly name: string;
  readonly p75Ms: number | undefined;
  readonly worstMs: number | undefined;
  /** What the browser did in the slowest frame. */
  readonly culprit: string;
}

interface Interaction {
  readonly name: string;
  /** What is measured. */
  act(page: Page, turn: number): Promise<unknown>;
  /** Restores the page for the next repetition. */
  undo?(page: Page): Promise<unknown>;
  prepare?(page: Page, turn: number): Promise<unknown>;
}

interface Seen {
  readonly events: readonly { readonly name: string; readonly ms: number }[];
  readonly frames: readonly {
    readonly ms: number;
    readonly layoutMs: number;
    readonly scripts: readonly { readonly ms: number; readonly what: string }[];
  }[];
}

const turns = 5;
const settleMs = 600;

/** Installs the browser's event timing observer before the page's scripts run. */
export const listening = `{
  window.benchSeen = { events: [], frames: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId) window.benchSeen.events.push({ name: entry.name, ms: entry.duration });
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const layoutMs = entry.styleAndLayoutStart ? entry.startTime + entry.duration - entry.styleAndLayoutStart : 0;
      const scripts = entry.scripts.map((script) => ({
        ms: script.duration,
        what: (script.invoker || script.invokerType) + " in " + script.sourceURL.split("/").at(-1) + (script.sourceFunctionName ? " " + script.sourceFunctionName : ""),
      }));
      window.benchSeen.frames.push({ ms: entry.duration, layoutMs, scripts });
    }
  }).observe({ type: "long-animation-frame", buffered: true });
}`;

const tags = (page: Page): Locator => page.getByRole("navigation", { name: tabsWords.openPages });
const dialog = (page: Page): Locator => page.getByRole("dialog").last();
const editButton = (page: Page): Locator =>
  page
    .getByRole("main")
    .getByRole("button", { name: named(posWords.actions.update) })
    .first();
const cancel = (page: Page): Locator => dialog(page).getByRole("button", { name: named(pagesWords.cancel) });
const dismiss = (page: Page) => page.keyboard.press("Escape");

/**
 * Clicks like a user. A locator's click does hit testing during the event, which the browser would count as the
 * product's time: here it happens before.
 */
async function press(page: Page, target: Locator): Promise<void> {
  await target.click({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error("what is to be pressed is not on the page");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function openEdit(page: Page): Promise<void> {
  await editButton(page).hover();
  await editButton(page).click();
  await dialog(page).waitFor();
}

async function closeEdit(page: Page): Promise<void> {
  await cancel(page).click();
  await dialog(page).waitFor({ state: "hidden" });
}

/** Pages of the same section, for navigation. */
const neighbours = resourcesByArea.system
  .filter((resource) => resource.name !== sysPos.name && "menu" in resource && resource.menu && !resource.menu.isHide)
  .map(({ messages }) => messages[defaultLocale].title);

const sideMenu = (page: Page): Locator =>
  page
    .getByRole("navigation", {
      name: new RegExp(
        shellWords.sectionMenu
          .split(/\{\w+\}/)
          .filter(Boolean)
          .join("|"),
      ),
    })
    .first();

const nameFilter = (page: Page): Locator =>
  page
    .getByRole("search")
    .getByRole("button", { name: new RegExp(posWords.fields.name) })
    .first();

/** Everyday actions. Each starts and ends on the list of positions. */
const interactions: readonly Interaction[] = [
  {
    name: "open the settings drawer",
    act: (page) => press(page, page.getByRole("button", { name: shellWords.settings, exact: true })),
    undo: dismiss,
  },
  {
    name: "open the edit form",
    prepare: (page) => editButton(page).hover(),
    act: (page) => press(page, editButton(page)),
    undo: closeEdit,
  },
  { name: "close the dialog", prepare: openEdit, act: (page) => press(page, cancel(page)) },
  {
    name: "type in a filter",
    prepare: async (page) => {
      await nameFilter(page).click();
      await page.waitForTimeout(400);
    },
    act: (page) => page.keyboard.type("abc", { delay: 120 }),
    undo: dismiss,
  },
  {
    name: "open the column chooser",
    act: (page) => press(page, page.getByRole("button", { name: pagesWords.columns, exact: true })),
    undo: dismiss,
  },
  {
    name: "go to another page by the menu",
    act: (page, turn) =>
      press(page, sideMenu(page).getByRole("link", { name: neighbours[turn % neighbours.length] ?? "", exact: true })),
  },
  {
    name: "switch to a kept tab",
    prepare: async (page, turn) => {
      if (turn === 0)
        await tags(page)
          .getByRole("link", { name: neighbours[0] ?? "", exact: true })
          .click();
    },
    act: (page, turn) =>
      press(
        page,
        tags(page).getByRole("link", { name: (turn % 2 === 0 ? posWords.title : neighbours[0]) ?? "", exact: true }),
      ),
  },
];

/** Repeats each interaction and reads the browser's timing. Impossible ones are reported. */
export async function measureInteractions(page: Page): Promise<InteractionResult[]> {
  const results: InteractionResult[] = [];
  page.setDefaultTimeout(8_000);
  for (const interaction of interactions) {
    try {
      results.push(await measureOne(page, interaction));
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
      results.push({
        name: interaction.name,
        p75Ms: undefined,
        worstMs: undefined,
        culprit: `could not be done: ${reason}`,
      });
      await page.goto(sysPos.menu?.path ?? "/");
      await listIsThere(page).catch(() => {});
    }
  }
  return results;
}

async function measureOne(page: Page, { name, act, undo, prepare }: Interaction): Promise<InteractionResult> {
  const taken: { ms: number; culprit: string }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await prepare?.(page, turn);
    await page.waitForTimeout(settleMs);
    await page.evaluate("window.benchSeen = { events: [], frames: [] }");
    await act(page, turn);
    await page.waitForTimeout(settleMs);
    const seen = (await page.evaluate("window.benchSeen")) as Seen;
    // The browser reports nothing below sixteen milliseconds, one frame.
    taken.push({ ms: Math.max(16, ...seen.events.map(({ ms }) => ms)), culprit: culpritOf(seen) });
    await undo?.(page);
  }
  const times = taken.map(({ ms }) => ms);
  const worstMs = Math.max(...times);
  return {
    name,
    p75Ms: quantile(times, 0.75),
    worstMs,
    culprit: taken.find(({ ms }) => ms === worstMs)?.culprit ?? "",
  };
}

function culpritOf({ events, frames }: Seen): string {
  const event = [...events].sort((a, b) => b.ms - a.ms)[0]?.name ?? "";
  const frame = [...frames].sort((a, b) => b.ms - a.ms)[0];
  if (!frame) return event;
  const script = [...frame.scripts].sort((a, b) => b.ms - a.ms)[0];
  const parts = [
    script ? `${script.what} ${Math.round(script.ms)} ms` : "",
    `style and layout ${Math.round(frame.layoutMs)} ms`,
  ];
  return `${event}: ${parts.filter(Boolean).join("; ")}`;
}
