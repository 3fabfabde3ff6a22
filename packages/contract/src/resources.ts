import type { Resource } from "./kit/resource.ts";
import { sysPos } from "./pos/pos.ts";

/** Every resource of the product, in the order of the menu. Menus, permissions and routes come from this list. */
export const resources = [sysPos] as const satisfies readonly Resource[];
