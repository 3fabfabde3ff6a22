import { sysTenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useOrgTree } from "./org-tree.ts";
import { TreePicker } from "./tree-picker.tsx";
import { useAnswer } from "./use-answer.ts";

interface OrgPickerProps extends InputProps<number> {
  /** Whose organisations; those of every tenant in reach unless told. */
  readonly tenantId?: number | null;
}

/** An organisation. Those outside the user's scope show the way, but cannot be chosen. */
export function OrgPicker({ tenantId, ...props }: OrgPickerProps) {
  const { nodes, ...tree } = useOrgTree();
  const isEnabled = tenantId !== null && tenantId !== undefined;
  const { data } = useAnswer(sysTenant, "list", { ids: [tenantId ?? 0] }, { isEnabled });
  const root = data?.find(({ id }) => id === tenantId)?.orgId;
  return (
    <TreePicker {...props} {...tree} nodes={isEnabled ? nodes.filter(({ key }) => key === String(root)) : nodes} />
  );
}
