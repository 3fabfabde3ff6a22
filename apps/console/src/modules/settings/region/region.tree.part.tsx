import { sysRegionMessages } from "@countinghouse/contract/settings/region/region.messages.ts";
import { type RegionNode, sysRegion } from "@countinghouse/contract/settings/region/region.ts";
import { useQueries } from "@tanstack/react-query";
import { Tree } from "antd";
import { useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { call } from "../../../platform/api/client.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { dropPlace } from "../../../platform/pickers/tree-drop.ts";
import { useChosenRegion } from "./region.chosen.detail.ts";

interface Shown {
  readonly key: string;
  readonly title: string;
  readonly isLeaf: boolean;
  readonly region: RegionNode;
  readonly children?: Shown[];
}

/** What lies directly below each of some regions, as far as it was read. */
function useBelow(ids: readonly number[]) {
  const locale = useLocale();
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: [sysRegion.name, "list", { id }, locale],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(sysRegion, "list", { id }, { signal }),
    })),
  });
  return {
    below: new Map(ids.map((id, at) => [id, answers[at]?.data])),
    isFailed: answers.some(({ isError }) => isError),
    isRead: answers[0]?.data !== undefined,
  };
}

/** The tree of regions, read branch by branch; whoever may, moves a region by dragging it. */
export function RegionTree() {
  const { text } = useWords(sysRegionMessages);
  const may = useMay();
  const { chosen, choose } = useChosenRegion();
  const [open, setOpen] = useState<readonly number[]>([]);
  const { below, isFailed, isRead } = useBelow([0, ...open]);
  const { attempt } = useOperation(sysRegion, "move");
  const shown = (pid: number): Shown[] =>
    (below.get(pid) ?? []).map((region) => ({
      key: String(region.id),
      title: region.name,
      isLeaf: !region.hasChildren,
      region,
      ...(open.includes(region.id) ? { children: shown(region.id) } : {}),
    }));
  const canMove = may("sysRegion:move");
  return (
    <section className="ch-tree" aria-label={text.tree}>
      <div className="ch-tree-head">
        <button
          type="button"
          className="region-all"
          aria-current={chosen === undefined ? "true" : undefined}
          onClick={() => choose(undefined)}
        >
          {text.all}
        </button>
      </div>
      <div className="ch-tree-body">
        {isFailed && <p role="alert">{text.treeFailed}</p>}
        {isRead && (
          <Tree<Shown>
            blockNode
            treeData={shown(0)}
            selectedKeys={chosen === undefined ? [] : [String(chosen)]}
            expandedKeys={open.map(String)}
            draggable={canMove ? { icon: false } : false}
            onExpand={(keys) => setOpen(keys.map(Number))}
            onSelect={([key]) => choose(key === undefined ? undefined : Number(key))}
            onDrop={({ node, dragNode, dropToGap, dropPosition }) => {
              const isBefore = dropPosition < Number(node.pos.split("-").at(-1));
              const { id, version } = dragNode.region;
              const siblings = (below.get(node.region.pid) ?? []).filter((one) => one.id !== id);
              void attempt({ id, version, ...dropPlace(node.region, siblings, dropToGap, isBefore) });
            }}
          />
        )}
      </div>
      {canMove && <p className="region-hint">{text.dragHint}</p>}
    </section>
  );
}
