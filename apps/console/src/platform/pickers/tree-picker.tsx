import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import type { TreeNode } from "@countinghouse/ui/layout/tree-node.ts";
import { TreeSelect } from "antd";
import { useWords } from "../i18n/use-words.ts";
import { pickersMessages } from "./pickers.messages.ts";

interface TreePickerProps extends InputProps<number> {
  readonly nodes: readonly TreeNode[];
  readonly isLoading?: boolean;
  /** Why there are no choices. */
  readonly error?: Error | null;
}

type Option = { value: number; title: string; disabled: boolean; children?: Option[] };

const toOption = ({ key, title, isDisabled = false, children }: TreeNode): Option => ({
  value: Number(key),
  title,
  disabled: isDisabled,
  ...(children?.length ? { children: children.map(toOption) } : {}),
});

/** One record of a tree, chosen from a list that keeps its shape and can be searched. */
export function TreePicker({
  facts,
  value,
  onChange,
  isRequired = false,
  isDisabled = false,
  nodes,
  isLoading = false,
  error,
}: TreePickerProps) {
  const words = useWords(pickersMessages);
  return (
    <TreeSelect<number>
      id={facts.id}
      aria-invalid={facts.isInvalid}
      aria-required={isRequired}
      {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
      {...(facts.isInvalid ? { status: "error" as const } : {})}
      showSearch={{ treeNodeFilterProp: "title" }}
      treeDefaultExpandAll
      allowClear={!isRequired}
      disabled={isDisabled}
      loading={isLoading}
      notFoundContent={error ? words.loadFailed : words.noMatch}
      treeData={nodes.map(toOption)}
      value={value ?? (null as never)}
      onChange={(next: number | undefined) => onChange(next ?? null)}
    />
  );
}
