import type { AreaCode } from "@countinghouse/contract/areas.ts";
import { type Filter, filterInputName } from "@countinghouse/contract/kit/list.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources, resourcesByArea } from "@countinghouse/contract/resources.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ListPage } from "../src/platform/pages/list-page.tsx";
import { type FilterField, filtersOf, type PagedResource } from "../src/platform/pages/paged-resource.ts";
import { session } from "../src/platform/session/session.ts";
import { type FakeServer, pageOfRows, startFakeServer } from "./fake-server.ts";
import { endPage, renderPage, signInFor } from "./render-page.tsx";

const all: readonly Resource[] = resources;

/** The areas of one half of the lists, so that two browsers share them. */
export const businessAreas: readonly AreaCode[] = ["payments", "merchants"];
/** All other areas. */
export const otherAreas = (Object.keys(resourcesByArea) as AreaCode[]).filter((area) => !businessAreas.includes(area));

/** The lists of some areas. */
const listsOf = (areas: readonly AreaCode[]): readonly PagedResource[] =>
  areas
    .flatMap((area): readonly Resource[] => resourcesByArea[area])
    .filter(({ operations }) => operations.page?.list) as unknown as readonly PagedResource[];

/** As many chips stand there before they are set. */
const alwaysShown = 3;

const fields = new Map<Resource, readonly FilterField[]>();
/** The filters that people set: the shell says of which book a list is. */
function handSet(resource: Resource): readonly FilterField[] {
  const known = fields.get(resource) ?? filtersOf(resource).filter(({ name }) => name !== "mode");
  fields.set(resource, known);
  return known;
}

/** An id or code that the target's field takes. */
const keys = ["mer", "app", "gw", "ga", "chn", "ug", "pm", "whe", "imp", "rim", "rcb", "poa", "bst"].map(
  (prefix) => `${prefix}_${"0".repeat(26)}`,
);
const candidates: readonly (string | number)[] = [...keys, "card_visa", 7];
const keyOf = ({ filter }: FilterField) =>
  candidates.find((key) => filter.input.safeParse(filter.kind === "oneOf" ? [key] : key).success) ?? 7;

const Cell = ({ row }: { readonly row: { readonly note?: unknown } }) => String(row.note);
const columns = [{ field: "note", title: "Note", cell: Cell }] as never;

let server: FakeServer;

/** One record that fields of a target refer to, found by its name alone. */
function answerLookups(field: FilterField): void {
  const { target } = field.facts;
  const resource = target && all.find(({ name }) => name === target.resource);
  if (!target || !resource) return;
  const { key = "id", name, number } = target;
  const named = Object.fromEntries(
    (typeof name === "string" ? [name] : Object.values(name)).map((one) => [one, "Nordlicht"]),
  );
  const row = { id: 7, ...named, ...(number ? { [number]: "N-1" } : {}), [key]: keyOf(field) };
  server.answer(
    resource as never,
    "list" as never,
    (({ keyword, ids }: { keyword?: string; ids?: unknown }) =>
      keyword === "nord" || ids || target.isWhole || target.key ? [row] : []) as never,
  );
}

/** The dictionaries of some lists, each with one item. */
const dictionaries = (areas: readonly AreaCode[]) =>
  listsOf(areas)
    .flatMap((resource) => handSet(resource).flatMap(({ facts }) => facts.dictionary ?? []))
    .map((code) => [code, [{ code: "first", name: "First", value: "first", tagType: null }]] as const);

const typed = ["ada@exa", "ab", "12", "401", "203.0.113.9", "ord_1", ...keys];

/** Sets a filter in its open editor as a person would. */
async function setByHand(field: FilterField, label: string): Promise<void> {
  const { filter, facts } = field;
  if (facts.kind === "reference") {
    await page.getByRole("textbox", { name: `Find: ${label}` }).fill("nord");
    return page.getByRole("checkbox", { name: /^Nordlicht/ }).click();
  }
  if (filter.kind === "amount") {
    await page.getByRole("textbox", { name: `${label}: From` }).fill("1,100.50");
    return page.getByRole("textbox", { name: `${label}: To` }).fill("2500");
  }
  if (filter.kind === "between" && facts.kind === "integer")
    return page.getByRole("spinbutton", { name: "From" }).fill("10");
  if (filter.kind === "between") return page.getByRole("radio", { name: "Last 7 days" }).click();
  if (facts.enumeration || facts.dictionary || facts.isCurrency || facts.isCountry || facts.kind === "boolean")
    return page.getByRole("checkbox").first().click();
  const fits = (text: string) =>
    [text, Number(text)].some((one) => filter.input.safeParse(filter.kind === "oneOf" ? [one] : one).success);
  const text = typed.find(fits);
  if (text === undefined) throw new Error(`nothing fits ${field.name}`);
  return page.getByRole("textbox", { name: label, exact: true }).fill(text);
}

/** Opens a filter in the bar of its list, sets it and sees the rows change. */
async function setInBar(resource: PagedResource, field: FilterField): Promise<void> {
  const label = resource.messages.en.fields[field.name] ?? field.name;
  await expect.element(page.getByText("everything")).toBeVisible();
  const bar = page.getByRole("search");
  const isShown = handSet(resource).indexOf(field) < alwaysShown;
  await bar.getByRole("button", { name: isShown ? label : "Filter", exact: true }).click();
  if (!isShown) await page.getByRole("menuitem", { name: label, exact: true }).click();
  await setByHand(field, label);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect.element(page.getByText("narrowed")).toBeVisible();
}

/** The beginning of a day in Shanghai, where the reader is: four in the afternoon of the day before in UTC. */
const midnight = expect.stringMatching(/T16:00:00\.000Z$/);

/** What must have been sent, where that is known beforehand. */
function expectedOf(field: FilterField): unknown {
  if (field.filter.kind === "amount") return { currency: "USD", from: "110050", to: "250000" };
  if (field.filter.kind === "between" && field.facts.kind === "instant") return [midnight, midnight];
  if (field.facts.kind !== "reference") return undefined;
  return field.filter.kind === "oneOf" ? [keyOf(field)] : keyOf(field);
}

/** A list as it stands while its filters are tried, one after the other. */
type Shown = Awaited<ReturnType<typeof renderPage>>;

/** Drives every filter of every list of some areas by hand. */
export function testEveryFilter(areas: readonly AreaCode[]): void {
  beforeAll(async () => {
    await page.viewport(1440, 900);
    signInFor(resources);
    session.set({ ...session.get(), dictionaries: Object.fromEntries(dictionaries(areas)) });
  });

  describe.each(listsOf(areas).map((resource) => [resource.name, resource] as const))(
    "every filter of %s",
    (...row) => {
      const [, resource] = row;
      let shown: Shown | undefined;
      const begin = async (): Promise<Shown> => {
        server = startFakeServer();
        server.answer(sysUserPreference, "list", () => []);
        server.answer(sysUserPreference, "save", () => null);
        return renderPage(<ListPage resource={resource} columns={columns} />);
      };
      const end = (): void => {
        if (!shown) return;
        endPage();
        server.stop();
        shown = undefined;
      };
      afterEach(async ({ task }) => {
        // The next filter finds the list as it was opened: anew after a failure, with its address cleared otherwise.
        if (task.result?.state === "fail") end();
        else await shown?.router.navigate("/page");
      });
      afterAll(end);

      test.each(handSet(resource).map((field) => [field.name, field] as const))(
        "%s is set by hand, sent as the list takes it, and changes the rows",
        async (_name, field) => {
          const input = filterInputName(field.name, field.filter as Filter);
          shown ??= await begin();
          answerLookups(field);
          server.answer(
            resource as never,
            "page" as never,
            ((sent: Record<string, unknown>) =>
              pageOfRows([{ id: 1, note: input in sent ? "narrowed" : "everything" }], {})) as never,
          );
          await setInBar(resource, field);
          const sent = server.inputs(resource as never, "page" as never).at(-1)?.[input];
          expect(field.filter.input.safeParse(sent)).toMatchObject({ success: true });
          const expected = expectedOf(field);
          if (expected !== undefined) expect(sent).toEqual(expected);
          expect(shown.search().get(field.name)).toBeTruthy();
          if (field.facts.kind === "reference")
            await expect.element(page.getByRole("button", { name: / Nordlicht$/ })).toBeVisible();
          await userEvent.keyboard("{Escape}");
        },
      );
    },
  );
}
