import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import "./pickers.css";

/** A record that holds others. */
export interface TreeRecord<R> {
  readonly id: number;
  readonly children: readonly R[];
}

/** A row of a tree shown as a table. */
export interface TreeRow<R> {
  readonly record: R;
  readonly depth: number;
  /** Whether the rows below it are shown; undefined where there are none. */
  readonly isOpen: boolean | undefined;
}

/** The rows of a tree in their order, without those below a folded one. */
export function treeRows<R extends TreeRecord<R>>(
  tree: readonly R[],
  isOpen: (id: number, depth: number) => boolean,
  depth = 0,
): TreeRow<R>[] {
  return tree.flatMap((record) => {
    if (record.children.length === 0) return [{ record, depth, isOpen: undefined }];
    const open = isOpen(record.id, depth);
    return [{ record, depth, isOpen: open }, ...(open ? treeRows(record.children, isOpen, depth + 1) : [])];
  });
}

/** The tree with only what fits, and what leads there. */
export const fittingRecords = <R extends TreeRecord<R>>(tree: readonly R[], fits: (record: R) => boolean): R[] =>
  tree.flatMap((record) => {
    const children = fittingRecords(record.children, fits);
    return children.length > 0 || fits(record) ? [{ ...record, children }] : [];
  });

/** Ids of a record and of everything below it. */
export const idsBelow = <R extends TreeRecord<R>>(record: R): number[] => [
  record.id,
  ...record.children.flatMap(idsBelow),
];

/** Which rows of a tree are unfolded. */
export function useUnfolded(startsOpen: (depth: number) => boolean) {
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [fallback, setFallback] = useState<boolean>();
  return {
    isOpen: (id: number, depth: number): boolean => changed.get(id) ?? fallback ?? startsOpen(depth),
    set: (id: number, isOpen: boolean) => setChanged(new Map([...changed, [id, isOpen]])),
    setAll: (isOpen: boolean) => {
      setFallback(isOpen);
      setChanged(new Map());
    },
  };
}

interface TreeCellProps {
  readonly depth: number;
  readonly isOpen: boolean | undefined;
  readonly name: string;
  onToggle(): void;
  readonly children: ReactNode;
}

/** The first cell of a tree's row: as far in as the row is deep, with the button that folds it. */
export function TreeCell({ depth, isOpen, name, onToggle, children }: TreeCellProps) {
  const words = useUiWords();
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <span className="ch-tree-cell" style={{ paddingLeft: depth * 20 }}>
      {isOpen === undefined ? (
        <span className="ch-check-fold" />
      ) : (
        <button
          type="button"
          className="ch-icon-btn ch-check-fold"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? words.collapse : words.expand}: ${name}`}
          onClick={onToggle}
        >
          <Arrow size={14} aria-hidden="true" />
        </button>
      )}
      {children}
    </span>
  );
}
