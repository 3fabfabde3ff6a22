import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { menuPages } from "@countinghouse/contract/menu-pages.ts";
import { resources } from "@countinghouse/contract/resources.ts";

const declared: readonly Resource[] = resources;

/** Page files that come with the product and that a menu entry can show. */
export const knownComponents: readonly string[] = [
  ...declared.flatMap(({ menu }) => (menu ? [menu.component] : [])),
  ...menuPages.map(({ component }) => component),
].sort();

/** Every permission that something in the product asks for. */
export const knownPermissions: readonly string[] = declared
  .flatMap(({ name, operations }) =>
    Object.entries(operations).flatMap(([operation, { access }]) =>
      access === "permission" ? [permissionOf(name, operation)] : [],
    ),
  )
  .sort();

/** A remark beside a field; none where all is well. */
type Hint = { readonly hint?: string };
const hintIf = (isOdd: boolean, hint: string | undefined): Hint => (isOdd && hint ? { hint } : {});

/**
 * What looks wrong about where an entry leads. Remarks rather than refusals: a page may be installed later, and an
 * address may be one the server knows better.
 */
export function addressHints(values: Readonly<Record<string, unknown>>, words: { readonly [hint: string]: string }) {
  const text = (field: string): string => (typeof values[field] === "string" ? values[field] : "");
  return {
    path: hintIf(text("path") !== "" && !/^\/[^/\s]\S*$/.test(text("path")), words.pathHint),
    component: hintIf(text("component") !== "" && !knownComponents.includes(text("component")), words.componentHint),
    outLink: hintIf(text("outLink") !== "" && !/^(https?:\/\/\S+|\/(?!\/)\S*)$/.test(text("outLink")), words.linkHint),
    permission: hintIf(
      text("permission") !== "" && !knownPermissions.includes(text("permission")),
      words.permissionHint,
    ),
  };
}
