import type { ComponentType } from "react";

type Loader = () => Promise<Readonly<Record<string, unknown>>>;

/** Page files of the modules, a chunk each. Parts of pages have one more word in their name and are excluded. */
const files = import.meta.glob<Readonly<Record<string, unknown>>>([
  "../../modules/*/*/*.{list,detail,page}.tsx",
  "!../../modules/*/*/*.*.{list,detail,page}.tsx",
]);

const viewName = (file: string): string => file.replace(/^.*\/modules\/[^/]+\//, "").replace(/\.tsx$/, "");

/** Page files by their path below their area, without extension: `pos/pos.list`. No two areas have a module of one name. */
export const views: ReadonlyMap<string, Loader> = new Map(
  Object.entries(files).map(([file, load]) => [viewName(file), load]),
);

/**
 * The view named by a menu entry's component. An exact path below the modules wins; else the text must be the prefix,
 * up to a dot, of exactly one. Otherwise undefined.
 */
export function matchView(
  component: string | null | undefined,
  known: Iterable<string> = views.keys(),
): string | undefined {
  const wanted = (component ?? "").replace(/^\/+/, "").replace(/\.tsx$/, "");
  if (wanted === "") return undefined;
  const names = [...known];
  if (names.includes(wanted)) return wanted;
  const beginnings = names.filter((name) => name.startsWith(`${wanted}.`));
  return beginnings.length === 1 ? beginnings[0] : undefined;
}

/** The component a page file exports: `pos.list` exports `PosList`. */
export const exportName = (view: string): string =>
  (view.split("/").at(-1) ?? "")
    .split(/[.-]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");

/** Loads a view's component. A file that does not export the expected name is a defect of that file. */
export async function loadView(view: string): Promise<ComponentType> {
  const file = await views.get(view)?.();
  const component = file?.[exportName(view)];
  if (typeof component !== "function") throw new Error(`${view} does not export ${exportName(view)}`);
  return component as ComponentType;
}
