import { sysTenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useState } from "react";
import type { CheckNode } from "./check-state.ts";
import { useOrgTree } from "./org-tree.ts";
import { TreePicker } from "./tree-picker.tsx";
import { useAnswer } from "./use-answer.ts";

interface OrgPickerProps extends InputProps<number> {
  /** Whose organisations; those of every tenant in reach unless told. */
  readonly tenantId?: number | null;
  /** Whether the record is there already: it stays with the tenant of its organisation. */
  readonly isOfRecord?: boolean;
}

/** An organisation. Those outside the user's scope show the way, but cannot be chosen. */
export function OrgPicker({ tenantId, isOfRecord = false, ...props }: OrgPickerProps) {
  const { nodes, ...tree } = useOrgTree();
  const [first] = useState(props.value);
  const isEnabled = tenantId !== null && tenantId !== undefined;
  const { data } = useAnswer(sysTenant, "list", { ids: [tenantId ?? 0] }, { isEnabled });
  const root = data?.find(({ id }) => id === tenantId)?.orgId;
  const own = isOfRecord ? nodes.filter((node) => holds(node, String(first))) : [];
  const offered = isEnabled ? nodes.filter(({ key }) => key === String(root)) : own.length > 0 ? own : nodes;
  return <TreePicker {...props} {...tree} nodes={offered} />;
}

const holds = ({ key, children = [] }: CheckNode, wanted: string): boolean =>
  key === wanted || children.some((child) => holds(child, wanted));
