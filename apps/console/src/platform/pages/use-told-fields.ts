import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { useCallback, useMemo } from "react";
import { useIsOfMerchant } from "../session/session.ts";
import { fieldFacts } from "./list-columns.tsx";
import { type AnyRow, type FilterField, filtersOf } from "./paged-resource.ts";

/**
 * Whether the reader is told a field, or a field of a row: what is the operator's alone is no column, fact or filter for a
 * merchant's people, and a name that is kept from them is no fact.
 */
export function useIsTold(resource: Resource): (field: string, row?: AnyRow) => boolean {
  const isOfMerchant = useIsOfMerchant();
  return useCallback(
    (field, row) => {
      const { readers } = fieldFacts(resource, field);
      if (!isOfMerchant || readers === undefined) return true;
      return readers === "colleagues" && (row === undefined || Boolean(row[field]));
    },
    [resource, isOfMerchant],
  );
}

/** The filters a list offers its reader, in the contract's order. */
export function useFiltersOf(resource: Resource): readonly FilterField[] {
  const isTold = useIsTold(resource);
  return useMemo(() => filtersOf(resource).filter(({ name }) => isTold(name)), [resource, isTold]);
}
