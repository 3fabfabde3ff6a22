import { fill } from "@countinghouse/contract/kit/locale.ts";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { matchingNodes } from "@countinghouse/ui/layout/tree-node.ts";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { Input } from "antd";
import { ChevronDown, ChevronRight, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { allToggled, type CheckMode, type CheckNode, checkState, keysAfterToggle, keysBelow } from "./check-state.ts";
import { pickersMessages } from "./pickers.messages.ts";
import "./pickers.css";

interface CheckTreeProps {
  readonly label: string;
  readonly nodes: readonly CheckNode[];
  readonly mode: CheckMode;
  readonly chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}

/** A tree to tick: search, all at once, half-ticked parents; a page's buttons stand in one row with it. */
export function CheckTree({ label, nodes, mode, chosen, onChange }: CheckTreeProps) {
  const words = useWords(pickersMessages);
  const [text, setText] = useState("");
  // The search keeps each node as it is, with fewer children.
  const shown = matchingNodes(nodes, text) as CheckNode[];
  const all = nodes.flatMap(keysBelow);
  const count = all.filter((key) => chosen.has(key)).length;
  const state = count === 0 ? "off" : count === all.length ? "on" : "half";
  return (
    <section className="ch-check-tree" aria-label={label}>
      <div className="ch-check-head">
        <Input
          allowClear
          size="small"
          prefix={<Search size={14} aria-hidden="true" />}
          placeholder={words.search}
          aria-label={`${words.search}: ${label}`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={(event) => event.preventDefault()}
        />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is inside, one component further. */}
        <label className="ch-check-line">
          <TriBox state={state} onToggle={() => onChange(allToggled(nodes, chosen))} />
          {words.selectAll}
        </label>
        <span className="ch-check-count" aria-live="polite">
          {fill(words.chosen, { count, total: all.length })}
        </span>
      </div>
      <div className="ch-check-body">
        {shown.length === 0 ? (
          <EmptyState picture="lens" title={words.noMatch} />
        ) : (
          <Branch
            nodes={shown}
            // A tick means the whole node, also while the search shows less of it.
            tools={{
              mode,
              chosen,
              isSearching: text.trim() !== "",
              whole: (key) => findNode(nodes, key),
              toggle: (node) => onChange(keysAfterToggle(nodes, node, chosen, mode)),
            }}
          />
        )}
      </div>
    </section>
  );
}

interface Tools {
  readonly mode: CheckMode;
  readonly chosen: ReadonlySet<string>;
  readonly isSearching: boolean;
  whole(key: string): CheckNode | undefined;
  toggle(node: CheckNode): void;
}

function findNode(nodes: readonly CheckNode[], key: string): CheckNode | undefined {
  for (const node of nodes) {
    const found = node.key === key ? node : findNode(node.children ?? [], key);
    if (found) return found;
  }
  return undefined;
}

const Branch = ({ nodes, tools }: { readonly nodes: readonly CheckNode[]; readonly tools: Tools }) => (
  <ul>
    {nodes.map((node) => (
      <Node key={node.key} node={node} tools={tools} />
    ))}
  </ul>
);

function Node({ node, tools }: { readonly node: CheckNode; readonly tools: Tools }) {
  const ui = useUiWords();
  const [isFolded, setFolded] = useState(false);
  const children = node.isClosed ? [] : (node.children ?? []);
  const canFold = children.length > 0 && !node.hasRow;
  const isOpen = !isFolded || tools.isSearching;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className={node.hasRow ? "ch-check-row" : undefined}>
      <div className="ch-check-node">
        {canFold ? (
          <button
            type="button"
            className="ch-icon-btn ch-check-fold"
            aria-label={`${isOpen ? ui.collapse : ui.expand}: ${node.title}`}
            aria-expanded={isOpen}
            onClick={() => setFolded(isOpen)}
          >
            <Arrow size={14} aria-hidden="true" />
          </button>
        ) : (
          <span className="ch-check-fold" />
        )}
        <Tick node={node} tools={tools} />
      </div>
      {children.length > 0 && isOpen ? <Branch nodes={children} tools={tools} /> : null}
    </li>
  );
}

function Tick({ node, tools }: { readonly node: CheckNode; readonly tools: Tools }) {
  const words = useWords(pickersMessages);
  const whole = tools.whole(node.key) ?? node;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside, one component further.
    <label className="ch-check-line" title={node.isDisabled ? words.outside : undefined}>
      <TriBox
        state={checkState(whole, tools.chosen, tools.mode)}
        isDisabled={node.isDisabled ?? false}
        onToggle={() => tools.toggle(whole)}
      />
      <span>{node.title}</span>
    </label>
  );
}

interface TriBoxProps {
  readonly state: "on" | "half" | "off";
  readonly isDisabled?: boolean;
  onToggle(): void;
}

/** A check box that can be half ticked, which HTML allows by property only. */
function TriBox({ state, isDisabled = false, onToggle }: TriBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === "half";
  }, [state]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="ch-check"
      checked={state === "on"}
      disabled={isDisabled}
      onChange={onToggle}
    />
  );
}
