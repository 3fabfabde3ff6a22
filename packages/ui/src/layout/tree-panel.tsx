import { ChevronsDownUp, ChevronsUpDown, Search } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { EmptyState } from "../feedback/empty-state.tsx";
import { lazyPart } from "./lazy-part.tsx";
import "./layout.css";
import { matchingNodes, parentKeys, type TreeNode } from "./tree-node.ts";
import { useUiWords } from "./ui-words.ts";

const TreeBody = lazyPart(async () => (await import("./tree-body.tsx")).TreeBody, TreeBones);

interface TreePanelProps {
  readonly label: string;
  readonly nodes: readonly TreeNode[];
  readonly selectedKey: string | undefined;
  /** `undefined` when the selection is taken back. */
  onSelect(key: string | undefined): void;
  readonly isLoading?: boolean;
  /** Buttons beside the filter. */
  readonly tools?: ReactNode;
}

/** A tree to choose from, beside a list: filter box, expand and collapse all, arrow keys. */
export function TreePanel({ label, nodes, selectedKey, onSelect, isLoading = false, tools }: TreePanelProps) {
  const words = useUiWords();
  const [text, setText] = useState("");
  const [chosenKeys, setChosenKeys] = useState<readonly string[]>();
  const shown = useMemo(() => matchingNodes(nodes, text), [nodes, text]);
  // Until someone folds it, the first level is open; while filtering, everything found is.
  const openKeys = text.trim() === "" ? (chosenKeys ?? nodes.map(({ key }) => key)) : parentKeys(shown);
  return (
    <section className="ch-tree" aria-label={label}>
      <div className="ch-tree-head">
        <span className="ch-input ch-tree-filter">
          <Search size={14} aria-hidden="true" />
          <input
            type="search"
            placeholder={words.filterTree}
            aria-label={words.filterTree}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </span>
        <TreeButton label={words.expandAll} onClick={() => setChosenKeys(parentKeys(nodes))}>
          <ChevronsUpDown size={16} aria-hidden="true" />
        </TreeButton>
        <TreeButton label={words.collapseAll} onClick={() => setChosenKeys([])}>
          <ChevronsDownUp size={16} aria-hidden="true" />
        </TreeButton>
        {tools}
      </div>
      <div className="ch-tree-body">
        {isLoading ? (
          <TreeBones />
        ) : shown.length === 0 ? (
          <EmptyState picture="lens" title={text ? words.noMatch : words.emptyTitle} />
        ) : (
          <TreeBody
            nodes={shown}
            selectedKey={selectedKey}
            openKeys={openKeys}
            onOpenKeys={setChosenKeys}
            onSelect={onSelect}
          />
        )}
      </div>
    </section>
  );
}

const TreeButton = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <button type="button" className="ch-icon-btn" aria-label={label} title={label} onClick={onClick}>
    {children}
  </button>
);

function TreeBones() {
  return (
    <div aria-hidden="true" className="ch-tree-bones">
      {[70, 55, 60, 45, 50].map((width) => (
        <span key={width} className="ch-bone" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
