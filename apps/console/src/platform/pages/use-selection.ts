import { useState } from "react";
import { type AnyRow, idOf } from "./paged-resource.ts";

/** The ticked rows of a list. */
export interface RowSelection {
  readonly keys: ReadonlySet<string>;
  readonly rows: readonly AnyRow[];
  onChange(keys: ReadonlySet<string>): void;
  keep(keys: ReadonlySet<string>): void;
}

/** Keeps ticked rows over pages and refreshes, and lets go of them when the filters change: what is not in the list is not meant. */
export function useSelection(rows: readonly AnyRow[], filters: string): RowSelection {
  const [chosen, setChosen] = useState<{ readonly filters: string; readonly rows: ReadonlyMap<string, AnyRow> }>({
    filters,
    rows: new Map(),
  });
  const current = chosen.filters === filters ? chosen.rows : new Map<string, AnyRow>();
  const choose = (keys: ReadonlySet<string>) => {
    const seen = new Map([...current, ...rows.map((row) => [idOf(row), row] as const)]);
    const next = [...keys].flatMap((key) => {
      const row = seen.get(key);
      return row ? [[key, row] as const] : [];
    });
    setChosen({ filters, rows: new Map(next) });
  };
  // A row read again carries its newer version.
  const fresh = new Map(rows.map((row) => [idOf(row), row]));
  return {
    keys: new Set(current.keys()),
    rows: [...current].map(([key, row]) => fresh.get(key) ?? row),
    onChange: choose,
    keep: choose,
  };
}
