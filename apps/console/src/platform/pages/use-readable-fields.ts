import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { references } from "@countinghouse/contract/references.ts";
import { useCallback, useMemo } from "react";
import { useIsOfMerchant } from "../session/session.ts";
import { fieldFacts } from "./list-columns.tsx";
import { type AnyRow, type FilterField, filtersOf } from "./paged-resource.ts";

/**
 * Whether the reader is told a field, or a field of a row: what is the operator's alone is no column, fact or filter for a
 * merchant's people, a name that is kept from them is no fact, and whose a record is says nothing where all are theirs.
 */
export function useIsReadable(resource: Resource): (field: string, row?: AnyRow) => boolean {
  const isOfMerchant = useIsOfMerchant();
  return useCallback(
    (field, row) => {
      const { readers, target } = fieldFacts(resource, field);
      if (!isOfMerchant) return true;
      if (target === references.merchant) return false;
      if (readers === undefined) return true;
      return readers === "colleagues" && (row === undefined || Boolean(row[field]));
    },
    [resource, isOfMerchant],
  );
}

/** The filters that a list reads from its address, in the contract's order: all but those its reader may not ask by. */
export function useReadableFilters(resource: Resource): readonly FilterField[] {
  const isTold = useIsReadable(resource);
  return useMemo(
    () => filtersOf(resource).filter(({ name, facts }) => facts.target === references.merchant || isTold(name)),
    [resource, isTold],
  );
}

/** The filters that a list offers its reader: by merchant to nobody who has one. */
export function useOfferedFilters(resource: Resource): readonly FilterField[] {
  const isTold = useIsReadable(resource);
  return useReadableFilters(resource).filter(({ name }) => isTold(name));
}
