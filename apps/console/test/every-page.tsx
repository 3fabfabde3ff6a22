import type { AreaCode } from "@countinghouse/contract/areas.ts";
import { operationOf, pathOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources, resourcesByArea } from "@countinghouse/contract/resources.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { errorMessages } from "../src/app/errors/errors.messages.ts";
import { PageView } from "../src/app/routes/page-view.tsx";
import { views } from "../src/app/routes/views.ts";
import { switchLanguage } from "../src/platform/i18n/language.ts";
import { columnFields } from "../src/platform/pages/list-columns.tsx";
import type { AnyRow } from "../src/platform/pages/paged-resource.ts";
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

/** Has every list show all the columns it has. */
function chooseEveryColumn(): void {
  const chosen = all.map((resource) => ({
    key: `list:${resource.name}`,
    value: { columns: columnFields(resource).map((key) => ({ key, isShown: true })) },
  }));
  server.answer(sysUserPreference, "list", () => chosen as never);
}

/** Shows every column of a whole, an odd and a bare record in each language, and each record beside the list. */
async function showEverything(view: string): Promise<void> {
  chooseEveryColumn();
  const { router } = await openView(view);
  expect(rowsShown().length).toBe(kinds.length);
  expectWords();
  const english = saidOnScreen();
  for (const locale of ["zh-cn", "zh-tw"] as const) {
    switchLanguage(locale);
    await patiently(() => expect(saidOnScreen()).not.toBe(english));
    expectWords();
  }
  for (const key of [...rowsShown()].map((row) => row.getAttribute("data-row-key") ?? "")) {
    await router.navigate(`/page?open=${encodeURIComponent(key)}`);
    await patiently(() => expect(document.querySelector(".ch-drawer-body h2, .state-page")).not.toBeNull());
    expectWords();
  }
}

/** Opens every list page of some areas as an operator meets it: whole, odd and bare records, with every column. */
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
  test.each(viewsOf(areas))("%s shows every column and every record, in each language", async (view) => {
    await showEverything(view);
    expect(complaints).toEqual([]);
  });
}
