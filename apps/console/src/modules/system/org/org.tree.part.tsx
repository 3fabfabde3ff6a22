import { sysOrgMessages } from "@countinghouse/contract/system/org/org.messages.ts";
import { type OrgNode, sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { Tree } from "antd";
import { useMemo, useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { NoAnswer } from "../../../platform/pickers/answered.tsx";
import { dropPlace } from "../../../platform/pickers/tree-drop.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

interface Shown {
  readonly key: string;
  readonly title: string;
  readonly disabled: boolean;
  readonly org: OrgNode;
  readonly children: Shown[];
}

const toShown = (org: OrgNode): Shown => ({
  key: String(org.id),
  title: org.name,
  disabled: org.disabled,
  org,
  children: org.children.map(toShown),
});

const below = (nodes: readonly OrgNode[], pid: number): readonly OrgNode[] => {
  if (pid === 0) return nodes;
  for (const node of nodes) {
    const found = node.id === pid ? node.children : below(node.children, pid);
    if (found.length > 0 || node.id === pid) return found;
  }
  return [];
};

interface OrgTreeProps {
  readonly chosen: number | null;
  onChoose(id: number | null): void;
}

/** The tree of organisations; whoever may, moves one by dragging it. The keyboard moves it from its row. */
export function OrgTree({ chosen, onChoose }: OrgTreeProps) {
  const { text } = useWords(sysOrgMessages);
  const canMove = useMay()("sysOrg:move");
  const { data, error, refetch } = useAnswer(sysOrg, "list", {});
  const nodes = useMemo(() => (data ?? []).map(toShown), [data]);
  const [open, setOpen] = useState<readonly string[]>();
  const { attempt } = useOperation(sysOrg, "move");
  return (
    <section className="ch-tree" aria-label={text.tree}>
      <div className="ch-tree-head">
        <button
          type="button"
          className="org-all"
          aria-current={chosen === null ? "true" : undefined}
          onClick={() => onChoose(null)}
        >
          {text.all}
        </button>
      </div>
      <div className="ch-tree-body">
        {data ? (
          <Tree<Shown>
            blockNode
            treeData={nodes}
            selectedKeys={chosen === null ? [] : [String(chosen)]}
            expandedKeys={[...(open ?? nodes.map(({ key }) => key))]}
            draggable={canMove ? { icon: false, nodeDraggable: (node) => !(node as Shown).disabled } : false}
            onExpand={(keys) => setOpen(keys.map(String))}
            onSelect={([key]) => onChoose(key === undefined ? null : Number(key))}
            onDrop={({ node, dragNode, dropToGap, dropPosition }) => {
              const isBefore = dropPosition < Number(node.pos.split("-").at(-1));
              const { id, version } = dragNode.org;
              const siblings = below(data, node.org.pid).filter((one) => one.id !== id);
              void attempt({ id, version, ...dropPlace(node.org, siblings, dropToGap, isBefore) });
            }}
          />
        ) : (
          <NoAnswer error={error} onRetry={() => void refetch()} />
        )}
      </div>
      {canMove && <p className="org-hint">{text.dragHint}</p>}
    </section>
  );
}
