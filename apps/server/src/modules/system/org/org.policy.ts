/** A user with a scope of organisations. */
interface Scoped {
  readonly scope: { readonly orgIds: readonly number[] | "all" };
}

/** Whether an organisation is in the actor's scope. */
export const isInScope = (actor: Scoped, orgId: number): boolean =>
  actor.scope.orgIds === "all" || actor.scope.orgIds.includes(orgId);

interface Node {
  readonly id: number;
  readonly pid: number;
}

export type OrgTreeNode<R> = R & { readonly disabled: boolean; readonly children: OrgTreeNode<R>[] };

/** The rows visible to an actor: those in scope, and their ancestors as the path to them. */
export function reachable<R extends Node>(actor: Scoped, rows: readonly R[]): (R & { disabled: boolean })[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set<number>();
  for (const row of rows) {
    if (!isInScope(actor, row.id)) continue;
    for (let at: R | undefined = row; at && !kept.has(at.id); at = byId.get(at.pid)) kept.add(at.id);
  }
  return rows.filter(({ id }) => kept.has(id)).map((row) => ({ ...row, disabled: !isInScope(actor, row.id) }));
}

/**
 * Arranges rows as trees in their given order: the node `rootId` with its descendants, or all roots for 0. A row whose
 * parent is missing becomes a root instead of being lost.
 */
export function toTree<R extends Node & { disabled: boolean }>(rows: readonly R[], rootId = 0): OrgTreeNode<R>[] {
  const nodes = new Map<number, OrgTreeNode<R>>(rows.map((row) => [row.id, { ...row, children: [] }]));
  const roots: OrgTreeNode<R>[] = [];
  for (const node of nodes.values()) {
    const parent = nodes.get(node.pid);
    if (parent) parent.children.push(node);
    else roots.push(node);
  }
  if (rootId === 0) return roots;
  const root = nodes.get(rootId);
  return root ? [root] : [];
}
