import { type OrgNode, sysOrg } from "@countinghouse/contract/system/org/org.ts";
import type { CheckNode } from "./check-state.ts";
import { useAnswer } from "./use-answer.ts";

const toNode = ({ id, name, disabled, children }: OrgNode): CheckNode => ({
  key: String(id),
  title: name,
  isDisabled: disabled,
  ...(children.length > 0 ? { children: children.map(toNode) } : {}),
});

/** Organisations as nodes of a tree. */
export const orgNodes = (tree: readonly OrgNode[]): CheckNode[] => tree.map(toNode);

/** The organisations the user may see, with those above them that only show the way. */
export function useOrgTree(): {
  readonly nodes: readonly CheckNode[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  retry(): void;
} {
  const { data, isPending, error, refetch } = useAnswer(sysOrg, "list", {});
  return { nodes: orgNodes(data ?? []), isLoading: isPending, error, retry: () => void refetch() };
}
