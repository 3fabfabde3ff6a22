import type { TreeNode } from "@countinghouse/ui/layout/tree-node.ts";

/** A node of a tree in which several can be ticked. */
export interface CheckNode extends TreeNode {
  readonly children?: readonly CheckNode[];
  /** Its children stand side by side: the buttons of a page. */
  readonly hasRow?: boolean;
  /** Shown without its children, for which alone it stands: it is no choice of its own. */
  readonly isClosed?: boolean;
}

/**
 * What ticking a node means for those above it. `joined`: whoever may do something below may also go there, so those
 * above are part of the choice. `apart`: each node stands for itself alone, as an organisation does in a data scope.
 */
export type CheckMode = "joined" | "apart";

/** How a node's box is drawn. */
export type CheckState = "on" | "half" | "off";

type Chosen = ReadonlySet<string>;

/** Keys of a node and of all below it. */
export const keysBelow = (node: CheckNode): string[] => [
  ...(node.isClosed ? [] : [node.key]),
  ...(node.children ?? []).flatMap(keysBelow),
];

const openKeys = (node: CheckNode): string[] => [
  ...(node.isDisabled || node.isClosed ? [] : [node.key]),
  ...(node.children ?? []).flatMap(openKeys),
];

/** How a node is drawn for a choice. */
export function checkState(node: CheckNode, chosen: Chosen, mode: CheckMode): CheckState {
  const keys = keysBelow(node);
  if (mode === "apart" && chosen.has(node.key)) return "on";
  if (mode === "joined" && keys.every((key) => chosen.has(key))) return "on";
  return keys.some((key) => chosen.has(key)) ? "half" : "off";
}

/**
 * The choice after a node was ticked or unticked: what lies below it follows. A half-ticked node becomes ticked. What
 * the tree does not show stays as it was, so that a choice someone else made is never lost by saving.
 */
export function keysAfterToggle(roots: readonly CheckNode[], node: CheckNode, chosen: Chosen, mode: CheckMode): Chosen {
  const next = new Set(chosen);
  const isOn = checkState(node, chosen, mode) === "on";
  for (const key of openKeys(node))
    if (isOn) next.delete(key);
    else next.add(key);
  const [place = node.key] = node.isClosed ? keysBelow(node) : [];
  if (mode === "joined") joinAbove(roots, place, next);
  return next;
}

/** Adds those above a chosen node, and takes out those above that are left with nothing. */
function joinAbove(roots: readonly CheckNode[], key: string, chosen: Set<string>): void {
  for (const above of pathTo(roots, key).reverse()) {
    const hasAny = (above.children ?? []).some((child) => keysBelow(child).some((below) => chosen.has(below)));
    if (above.isClosed) continue;
    if (hasAny) chosen.add(above.key);
    else chosen.delete(above.key);
  }
}

/** The nodes above a key, from the root down. */
export function pathTo(roots: readonly CheckNode[], key: string): CheckNode[] {
  for (const root of roots) {
    if (root.key === key) return [];
    if (keysBelow(root).includes(key)) return [root, ...pathTo(root.children ?? [], key)];
  }
  return [];
}

/** Everything the tree lets be chosen, or nothing of it; what it does not show stays. */
export function allToggled(roots: readonly CheckNode[], chosen: Chosen): Chosen {
  const keys = roots.flatMap(openKeys);
  const next = new Set(chosen);
  const isAll = keys.every((key) => chosen.has(key));
  for (const key of keys)
    if (isAll) next.delete(key);
    else next.add(key);
  return next;
}
