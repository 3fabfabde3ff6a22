import type { OrgRow } from "@countinghouse/contract/system/org/org.ts";

/** An existing organisation. */
interface KnownOrg {
  readonly id: number;
  readonly name: string;
  readonly code: string | null;
}

interface ReadOrg {
  readonly row: number;
  readonly told: OrgRow;
}

/** A row with its place, below an existing organisation or another row. */
interface PlacedOrg extends ReadOrg {
  /** The parent, where it exists already. */
  readonly parentId: number | undefined;
  /** The existing organisation below which the row's branch begins. */
  readonly anchor: KnownOrg;
  readonly depth: number;
}

type Misplaced = "repeated" | "known" | "parentMissing" | "circle" | "kindUnknown";

/** Places every row, parents before children. Codes are compared case-insensitively. */
export function placeOrgs(
  rows: readonly ReadOrg[],
  there: readonly KnownOrg[],
  kinds: ReadonlySet<string>,
): { readonly placed: readonly PlacedOrg[]; readonly misplaced: readonly (ReadOrg & { readonly why: Misplaced })[] } {
  const codeOf = (code: string | null): string => (code ?? "").toLowerCase();
  const known = new Map<string, KnownOrg | undefined>();
  // A code shared by several organisations identifies none.
  for (const one of there) if (one.code) known.set(codeOf(one.code), known.has(codeOf(one.code)) ? undefined : one);
  const misplaced: (ReadOrg & { readonly why: Misplaced })[] = [];
  const fresh = new Map<string, ReadOrg>();
  for (const one of rows) {
    const code = codeOf(one.told.code);
    const why = fresh.has(code)
      ? "repeated"
      : known.has(code)
        ? "known"
        : one.told.type && !kinds.has(one.told.type)
          ? "kindUnknown"
          : undefined;
    if (why) misplaced.push({ ...one, why });
    else fresh.set(code, one);
  }
  const anchorOf = (
    { told }: ReadOrg,
    passed: ReadonlySet<string>,
  ): { readonly anchor: KnownOrg; readonly depth: number } | Misplaced => {
    const code = codeOf(told.code);
    const above = codeOf(told.parentCode);
    if (passed.has(code)) return "circle";
    const anchor = known.get(above);
    if (anchor) return { anchor, depth: passed.size };
    const parent = fresh.get(above);
    return parent ? anchorOf(parent, new Set([...passed, code])) : "parentMissing";
  };
  const placed: PlacedOrg[] = [];
  for (const one of fresh.values()) {
    const found = anchorOf(one, new Set());
    if (typeof found === "string") misplaced.push({ ...one, why: found });
    else placed.push({ ...one, ...found, parentId: known.get(codeOf(one.told.parentCode))?.id });
  }
  return { placed: placed.sort((a, b) => a.depth - b.depth || a.row - b.row), misplaced };
}
