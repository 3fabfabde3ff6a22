import type { AreaCode } from "@countinghouse/contract/areas.ts";
import { operationOf, pathOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources, resourcesByArea } from "@countinghouse/contract/resources.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { errorMessages } from "../src/app/errors/errors.messages.ts";
import { PageView } from "../src/app/routes/page-view.tsx";
import { views } from "../src/app/routes/views.ts";
import { switchLanguage } from "../src/platform/i18n/language.ts";
import { columnFields } from "../src/platform/pages/list-columns.tsx";
import type { AnyRow } from "../src/platform/pages/paged-resource.ts";
import { pagesMessages } from "../src/platform/pages/pages.messages.ts";
import { type FakeServer, startFakeServer } from "./fake-server.ts";
import { endPage, renderPage, signInFor } from "./render-page.tsx";
import { type Fullness, sampleAnswer, sampleRecord } from "./samples.ts";

const all: readonly Resource[] = resources;

interface Operated {
  readonly resource: Resource;
  readonly operation: string;
}

const byPath = new Map<string, Operated>(
  all.flatMap((resource) =>
    Object.keys(resource.operations).map(
      (operation) => [pathOf(resource, operation), { resource, operation }] as const,
    ),
  ),
);

const templates = [...byPath].filter(([path]) => path.includes(":"));

/** Whose call went to a path. */
export function operatedAt(path: string): Operated | undefined {
  const known = byPath.get(path);
  if (known) return known;
  return templates.find(([template]) => new RegExp(`^${template.replace(/:\w+/g, "[^/]+")}$`).test(path))?.[1];
}

/** The areas of one half of the pages, so that two browsers share them. */
export const areasInHalves: readonly (readonly AreaCode[])[] = (() => {
  const codes = Object.keys(resourcesByArea) as AreaCode[];
  const business: readonly AreaCode[] = ["payments", "merchants", "funds"];
  return [business, codes.filter((code) => !business.includes(code))];
})();

const folder = (view: string): string => view.split("/")[0] ?? "";
const viewsOf = (areas: readonly AreaCode[]): readonly string[] => {
  const modules = new Set(
    areas.flatMap((area) =>
      (resourcesByArea[area] as readonly Resource[]).map(({ menu }) => folder(menu?.component ?? "")),
    ),
  );
  return [...views.keys()].filter((view) => view.endsWith(".list") && modules.has(folder(view)));
};

const kinds: readonly Fullness[] = ["whole", "odd", "bare"];

/** Records of each kind, told apart by their ids. */
function rowsOf(resource: Resource): readonly AnyRow[] {
  return kinds.map((kind, index) => {
    const row = sampleRecord(resource, kind);
    const id = typeof row.id === "number" ? index + 1 : `${String(row.id ?? "0").slice(0, -1)}${index + 1}`;
    return "id" in resource.record.shape ? { ...row, id } : row;
  });
}

/** Answers every operation of the contract with what it may answer. */
export function answerByContract(server: FakeServer): void {
  server.answerRest((path, input) => {
    const found = operatedAt(path);
    if (!found) throw new Error(`no operation at ${path}`);
    const { resource, operation } = found;
    const answer = sampleAnswer(resource, operation);
    const { list } = operationOf(resource, operation);
    if (!list) return "id" in input && operation === "detail" ? { ...(answer as object), id: input.id } : answer;
    const items = rowsOf(resource);
    return { ...(answer as object), items, total: items.length };
  });
  server.answer(sysUserPreference, "save", () => null);
}

/** Everything a page says that no reader should see. */
export const slips = /\bundefined\b|\bNaN\b|\[object |Invalid Date|\bnull\b(?!")|\{\w+\}/;
const inJson = "pre, .ch-mono, code, [data-json]";

/** The words on the screen, without what is shown as the machine writes it. */
export function saidOnScreen(): string {
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const one of copy.querySelectorAll(`${inJson}, script, style`)) one.remove();
  return copy.textContent ?? "";
}

const rowsShown = () => document.querySelectorAll("tbody tr[data-row-key]");
const press = (element: Element | null | undefined): void => (element as HTMLElement | undefined)?.click();
const buttonsIn = (within: ParentNode) => [...within.querySelectorAll<HTMLButtonElement>("button")];
/** Dialogs in sight. */
export const dialogsShown = () =>
  [...document.querySelectorAll<HTMLElement>("[role='dialog']")].filter(
    (one) => one.checkVisibility() && !one.closest(".ant-popover-hidden"),
  );
const isGone = () => document.querySelector(".state-page") !== null;

/** A machine under load takes seconds over what takes a blink elsewhere. */
const patiently = (look: () => void) => vi.waitFor(look, { timeout: 20_000, interval: 20 });

let server: FakeServer;
let complaints: string[] = [];

/** The list that a page shows: the first paged one it asked for. */
function listShown(): Resource {
  const asked = server.calls.map(({ path }) => operatedAt(path)).find((one) => one?.operation === "page");
  if (!asked) throw new Error("the page asked for no list");
  return asked.resource;
}

async function openView(view: string, query = "") {
  const node = { path: "/page", component: view, meta: { isLink: null, isIframe: false } };
  const shown = await renderPage(<PageView page={node as never} />, `/page${query}`);
  await patiently(() => expect(rowsShown().length).toBeGreaterThan(0));
  return shown;
}

function expectWords(): void {
  expect(isGone(), saidOnScreen().slice(0, 400)).toBe(false);
  for (const { pageTitle } of [errorMessages.en, errorMessages["zh-cn"]])
    expect(saidOnScreen()).not.toContain(pageTitle);
  expect(saidOnScreen().match(slips)?.[0]).toBeUndefined();
}

/** Shows the list with every column it has. */
function chooseEveryColumn(resource: Resource): void {
  const columns = columnFields(resource).map((key) => ({ key, isShown: true }));
  server.answer(sysUserPreference, "list", () => [{ key: `list:${resource.name}`, value: { columns } }] as never);
}

/** Takes away whatever stands in front of the page, as a reader would who thinks better of it. */
async function leaveDialog(): Promise<void> {
  const cancel = pagesMessages.en.cancel;
  const [top] = dialogsShown().slice(-1);
  const way =
    buttonsIn(top ?? document).find((one) => one.textContent?.trim() === cancel) ??
    top?.querySelector(".ant-modal-close, .ant-drawer-close, [aria-label='Close']");
  press(way);
  await patiently(() => expect(dialogsShown()).toHaveLength(0));
}

interface Offered {
  readonly row: string;
  readonly label: string;
  press(): Promise<void>;
}

const rowNamed = (key: string) => document.querySelector(`tr[data-row-key="${CSS.escape(key)}"]`);
const menuItems = () => [
  ...document.querySelectorAll<HTMLElement>(".ant-dropdown:not(.ant-dropdown-hidden) [role='menuitem']"),
];

/** The menu behind the dots of a row. */
async function openMenuOf(key: string): Promise<readonly HTMLElement[]> {
  press(rowNamed(key)?.querySelector(".ch-row-more"));
  await patiently(() => expect(menuItems().length).toBeGreaterThan(0));
  return menuItems();
}

/** Every action that some row offers, once by its label. */
async function actionsOffered(): Promise<readonly Offered[]> {
  const found = new Map<string, Offered>();
  for (const row of rowsShown()) {
    const key = row.getAttribute("data-row-key") ?? "";
    const first = row.querySelector<HTMLElement>(".ch-row-first");
    const label = first?.textContent ?? "";
    if (first && !found.has(label))
      found.set(label, { row: key, label, press: async () => press(rowNamed(key)?.querySelector(".ch-row-first")) });
    if (!row.querySelector(".ch-row-more")) continue;
    const items = await openMenuOf(key);
    for (const { textContent } of items) {
      const name = textContent ?? "";
      if (found.has(name)) continue;
      found.set(name, {
        row: key,
        label: name,
        press: async () => press((await openMenuOf(key)).find((one) => one.textContent === name)),
      });
    }
    press(row.querySelector(".ch-row-more"));
    await patiently(() => expect(menuItems()).toHaveLength(0));
  }
  return [...found.values()];
}

/** Shows every column of a whole, an odd and a bare record, in each language. */
async function showEveryColumn(view: string): Promise<void> {
  await openView(view);
  const resource = listShown();
  const before = rowsShown().length;
  endPage();
  chooseEveryColumn(resource);
  await openView(view);
  expect(rowsShown().length).toBe(before);
  expectWords();
  const english = saidOnScreen();
  for (const locale of ["zh-cn", "zh-tw"] as const) {
    switchLanguage(locale);
    await vi.waitFor(() => expect(saidOnScreen()).not.toBe(english), { interval: 20 });
    expectWords();
  }
}

/** Opens every record beside the list. */
async function openEveryRecord(view: string): Promise<void> {
  const { router } = await openView(view);
  for (const key of [...rowsShown()].map((row) => row.getAttribute("data-row-key") ?? "")) {
    await router.navigate(`/page?open=${encodeURIComponent(key)}`);
    await patiently(() => expect(document.querySelector(".ch-drawer-body h2, .state-page")).not.toBeNull());
    expectWords();
  }
}

/** Begins every action that a row offers, and thinks better of it. */
async function beginEveryAction(view: string): Promise<void> {
  const { router } = await openView(view);
  for (const { label, press: begin } of await actionsOffered()) {
    const sent = server.calls.length;
    const at = router.state.location.key;
    const isGoneElsewhere = () => router.state.location.key !== at;
    await begin();
    await patiently(() =>
      expect(dialogsShown().length > 0 || server.calls.length > sent || isGoneElsewhere(), label).toBe(true),
    );
    expect(isGone(), label).toBe(false);
    if (dialogsShown().length > 0) {
      expect(dialogsShown().at(-1)?.textContent, label).toContain(label.split("…")[0]);
      await leaveDialog();
    } else if (isGoneElsewhere()) await router.navigate("/page");
  }
}

const stories = [
  ["shows every column of a whole, an odd and a bare record, in each language", showEveryColumn],
  ["opens every record beside the list", openEveryRecord],
  ["answers every action that a row offers", beginEveryAction],
] as const;

/** Opens every list page of some areas as an operator meets it: whole, odd and bare records, every column, every action. */
export function testEveryPage(areas: readonly AreaCode[]): void {
  beforeAll(() => page.viewport(1440, 900));
  beforeEach(() => {
    signInFor(resources);
    server = startFakeServer();
    answerByContract(server);
    server.answer(sysUserPreference, "list", () => []);
    complaints = [];
    vi.spyOn(console, "error").mockImplementation((...said) => void complaints.push(said.map(String).join(" ")));
  });
  afterEach(() => {
    endPage();
    server.stop();
    switchLanguage("en");
    vi.restoreAllMocks();
  });
  describe.each(viewsOf(areas).map((view) => [view] as const))("%s", (view) => {
    test.each(stories)("%s", async (_name, story) => {
      await story(view);
      expect(complaints).toEqual([]);
    });
  });
}
