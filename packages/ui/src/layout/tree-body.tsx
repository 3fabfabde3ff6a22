import { Tree } from "antd";
import type { Key } from "react";
import type { TreeNode } from "./tree-node.ts";

interface TreeBodyProps {
  readonly nodes: readonly TreeNode[];
  readonly selectedKey: string | undefined;
  readonly openKeys: readonly string[];
  onOpenKeys(keys: string[]): void;
  onSelect(key: string | undefined): void;
}

type AntdNode = { key: string; title: string; selectable: boolean; className: string; children?: AntdNode[] };

const toAntd = ({ key, title, isDisabled = false, children }: TreeNode): AntdNode => ({
  key,
  title,
  selectable: !isDisabled,
  className: isDisabled ? "ch-tree-disabled" : "",
  ...(children?.length ? { children: children.map(toAntd) } : {}),
});

/** The tree itself: a chunk of its own, loaded by the first page that shows one. */
export const TreeBody = ({ nodes, selectedKey, openKeys, onOpenKeys, onSelect }: TreeBodyProps) => (
  <Tree
    blockNode
    treeData={nodes.map(toAntd)}
    selectedKeys={selectedKey === undefined ? [] : [selectedKey]}
    expandedKeys={openKeys as Key[]}
    onExpand={(keys) => onOpenKeys(keys.map(String))}
    onSelect={(keys) => onSelect(keys[0] === undefined ? undefined : String(keys[0]))}
  />
);
