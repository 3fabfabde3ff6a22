import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { root, type Source, trackedFiles } from "./sources.ts";

/** A file by its text: its imports do not matter here. */
type Text = Pick<Source, "path" | "text">;

/** Something there should be less of: where it stands, how much of it there may be, and what to write in its place. */
export interface Ceiling {
  readonly what: string;
  /** Lower it with what you take out; it is never raised. */
  readonly most: number;
  readonly instead: string;
  /** `path:line` of each. */
  find(sources: readonly Text[]): string[];
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** Every place of a pattern in the files that are meant. */
const places = (isMeant: (path: string) => boolean, pattern: RegExp) => (sources: readonly Text[]) =>
  sources
    .filter(({ path }) => isMeant(path) && !isTest(path))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(({ index }) => `${path}:${lineAt(text, index)}`));

interface Cast {
  readonly type: string;
  readonly place: string;
}

const known = new WeakMap<Text, readonly Cast[]>();

/** Every type assertion of a file, read once. */
function castsOf(source: Text): readonly Cast[] {
  const found: Cast[] = [];
  const { path, text } = source;
  const casts = known.get(source) ?? found;
  if (casts !== found || !/\bas (?!const\b)/.test(text)) return casts;
  new Visitor({
    TSAsExpression: ({ typeAnnotation: { start, end } }) => {
      found.push({ type: text.slice(start, end), place: `${path}:${lineAt(text, start)}` });
    },
  }).visit(parseSync(path, text).program);
  known.set(source, found);
  return found;
}

/** Type assertions whose type a pattern meets; `as const` is none. */
const casts = (isMeant: (path: string) => boolean, type: RegExp) => (sources: readonly Text[]) =>
  sources
    .filter(({ path }) => isMeant(path) && !isTest(path))
    .flatMap((source) => castsOf(source).flatMap((cast) => (type.test(cast.type) ? [cast.place] : [])));

const under = (folder: string) => (path: string) => path.startsWith(folder);
const modules = "apps/server/src/modules/";
const isListPage = (path: string): boolean => /^apps\/console\/src\/modules\/.+\.list\.tsx$/.test(path);
const isScreen = under("apps/console/src/modules/");
const isStore = (path: string): boolean => path.startsWith(modules) && path.endsWith(".store.ts");

export const ceilings: readonly Ceiling[] = [
  {
    what: "casts in payments",
    most: 63,
    instead: "say it in the row type of the module's table, or let the query's own type tell it",
    find: casts(under(`${modules}payments/`), /^(?!const$)/),
  },
  {
    what: "casts by never, unknown or any in the server's modules",
    most: 25,
    instead: "type what is read: the row type in <module>.table.ts, the parameter by what it needs of it",
    find: casts(under(modules), /^(?:never|unknown|any)\b/),
  },
  {
    what: "casts to a currency in the server's modules",
    most: 3,
    instead: "declare the column CurrencyCode, or read a code from outside by currency() of packages/money",
    find: casts(under(modules), /^CurrencyCode$|\["\w*[cC]urrency"\]$/),
  },
  {
    what: "queries of modules over any table",
    most: 5,
    instead: "leave the type to `from`, which knows the table; a join adds its own",
    find: places(under(modules), /SelectQueryBuilder<Tables, any/g),
  },
  {
    what: "lists of stores sorted by a stored name",
    most: 4,
    instead: "sort by shownName of platform/db/name-order.ts: readers see names of a first start in their own language",
    find: places(isStore, /\.orderBy\("(?:\w+\.)?(?:name|\w+Name)"/g),
  },
  {
    what: "cells of their own on list pages",
    most: 58,
    instead:
      "let the field's kind draw it; `lines` sets two fields above each other, and a fact of the contract says the rest",
    find: places(isListPage, /\bcell: /g),
  },
  {
    what: "tabs put together by a page",
    most: 1,
    instead: "name them in TabbedPage of platform/pickers/page-tabs.tsx",
    find: places(isScreen, /<PageTabs\b/g),
  },
  {
    what: "list pages that follow the server's word themselves",
    most: 0,
    instead: "name the `topic` of the ListPage",
    find: places(isListPage, /\bonServerEvent\(/g),
  },
  {
    what: "forms of modules outside the form kit",
    most: 5,
    instead: "declare the fields: `fields` or `forms` of ListPage, CardForm for one that stays on its page",
    find: places(isScreen, /<form\b/g),
  },
  {
    what: "frames of forms put together by a module",
    most: 1,
    instead: "FormFrame or OperationFrame of platform/pages: they ask before what was typed is lost",
    find: places((path) => isScreen(path) && path.endsWith(".form.tsx"), /<(?:Modal|Drawer)\b/g),
  },
  {
    what: "forms that a module fetches by itself",
    most: 1,
    instead: "give the loader to `forms` of ListPage, DetailPage or ActionForm: it fetches when the first is opened",
    find: places(isScreen, /lazyPart\([^;]*\.form\.tsx"/g),
  },
];

/** Every file of the server and the console. */
export const texts = (): Text[] =>
  trackedFiles()
    .filter((path) => /^apps\/(?:server|console)\/src\/.+\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** A ceiling with what was found of it. */
export interface Counted extends Ceiling {
  readonly found: readonly string[];
}

export const counted = (all: readonly Ceiling[], sources: readonly Text[]): Counted[] =>
  all.map((one) => ({ ...one, found: one.find(sources) }));

/** One sentence for each that is above its ceiling, with what to write instead and where each stands. */
export const ceilingFaults = (all: readonly Counted[]): string[] =>
  all.flatMap(({ what, most, instead, found }) =>
    found.length <= most ? [] : [`${found.length} ${what}, ${most} at most: ${instead}\n  ${found.join("\n  ")}`],
  );

/** The figures, for people. */
export const printedCeilings = (all: readonly Counted[]): string =>
  all
    .map(({ what, most, found }) => `${String(found.length).padStart(4)} of ${String(most).padStart(3)} ${what}`)
    .join("\n");
