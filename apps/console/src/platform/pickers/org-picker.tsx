import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useOrgTree } from "./org-tree.ts";
import { TreePicker } from "./tree-picker.tsx";

/** An organisation. Those outside the user's scope show the way, but cannot be chosen. */
export const OrgPicker = (props: InputProps<number>) => <TreePicker {...props} {...useOrgTree()} />;
