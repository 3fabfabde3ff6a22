/** A node of a tree to choose from. */
export interface TreeNode {
  readonly key: string;
  readonly title: string;
  /** Shown as an ancestor, but not selectable. */
  readonly isDisabled?: boolean;
  readonly children?: readonly TreeNode[];
}

/** Keys of all nodes that have something below them. */
export const parentKeys = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ key, children }) => (children?.length ? [key, ...parentKeys(children)] : []));

/** The nodes whose title contains the text, ignoring case, each with all above it and everything below it. */
export function matchingNodes(nodes: readonly TreeNode[], text: string): TreeNode[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === "") return [...nodes];
  return nodes.flatMap((node) => {
    if (node.title.toLocaleLowerCase().includes(wanted)) return [node];
    const below = matchingNodes(node.children ?? [], text);
    return below.length > 0 ? [{ ...node, children: below }] : [];
  });
}
