import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { zoneOffset } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { applyChoices, type Column, type ColumnChoice, choicesOf } from "@countinghouse/ui/table/column.ts";
import { useMemo, useRef } from "react";
import { z } from "zod";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { columnName, type ListColumn, tableColumns, tenantField, withOthers, withTenant } from "./list-columns.tsx";
import type { AnyRow } from "./paged-resource.ts";
import { usePreference } from "./use-preference.ts";
import { useIsReadable } from "./use-readable-fields.ts";

const Memory = z.object({
  columns: z.array(
    z.object({
      key: z.string(),
      isShown: z.boolean(),
      width: z.number().optional(),
      pin: z.enum(["left", "right", "none"]).optional(),
    }),
  ),
  pageSize: z.number().int().min(1).max(200).optional(),
});

const noChoices: readonly ColumnChoice[] = [];

/** A list's columns as this user arranged them. */
export interface ListColumns<Row> {
  /** Those shown, in their order. */
  readonly shown: readonly Column<Row>[];
  /** All of them, with what was chosen. */
  readonly choices: readonly ColumnChoice[];
  readonly isReady: boolean;
  /** Whether the reader chose any of it. */
  readonly isArranged: boolean;
  readonly pageSize: number | undefined;
  titleOf(key: string): string;
  choose(choices: readonly ColumnChoice[]): void;
  resize(key: string, width: number): void;
  setPageSize(size: number): void;
  reset(): void;
}

/** Keeps order, width, pin and visibility of a list's columns, and its page size, per user on the server. */
export function useListColumns<Row extends AnyRow, Field extends string>(
  resource: Resource,
  declared: readonly ListColumn<Row, Field>[],
): ListColumns<Row> {
  const memory = usePreference(`list:${resource.name}`, Memory);
  const fieldWords = useWords(resource).fields as Readonly<Record<string, string>>;
  const timeZone = useTimeZone();
  const locale = useLocale();
  const isTold = useIsReadable(resource);
  const columns = useMemo(() => {
    // A list that is not paged holds everything and keeps the order of its server.
    const sortBy = resource.operations.page?.list?.sortBy ?? [];
    const zone = `${timeZone} ${zoneOffset(timeZone, Date.now())}`;
    const offered = withOthers(resource, withTenant(resource, declared), fieldWords);
    const told = offered.filter((one) => isTold(columnName(one)));
    return tableColumns(told, { resource, fieldWords, sortBy, zone, locale });
  }, [resource, declared, fieldWords, timeZone, locale, isTold]);
  const kept = memory.value?.columns ?? noChoices;
  const shown = useMemo(() => applyChoices(columns, kept), [columns, kept]);
  const choices = choicesOf(columns, kept);
  const keep = (next: readonly ColumnChoice[]) => memory.set({ ...memory.value, columns: [...next] });
  return {
    shown,
    choices,
    isReady: memory.isReady,
    isArranged: kept.length > 0,
    pageSize: memory.value?.pageSize,
    titleOf: (key) => columns.find((column) => column.key === key)?.title ?? key,
    choose: keep,
    resize: (key, width) => keep(choices.map((choice) => (choice.key === key ? { ...choice, width } : choice))),
    setPageSize: (pageSize) => memory.set({ columns: [...kept], pageSize }),
    reset: () => memory.set(undefined),
  };
}

/** Fewer rows than these may agree by chance. */
const leastAlike = 5;

/**
 * The columns that these rows fill. Whose a row is stands there for readers who see several tenants, and for no other. In the
 * order of the list's own choosing, a column with one value in all rows says nothing and is left to the column settings; once
 * it has told something it stays, so that turning a page moves nothing.
 */
export function useColumnsOf<Row extends AnyRow>(
  columns: ListColumns<Row>,
  rows: readonly Row[],
  sortedBy: string | undefined,
): ListColumns<Row> {
  const isPhone = usePhone();
  const telling = useRef(new Set<string>());
  const { shown, choices, isArranged } = columns;
  const isTold = rows.some((row) => typeof row[tenantField] === "string");
  const left = useMemo(() => {
    const isJudged = !isPhone && !isArranged && rows.length >= leastAlike;
    const says = ({ key, value }: Column<Row>, place: number): boolean => {
      if (key === tenantField && !isTold) return false;
      if (!value || place === 0 || key === sortedBy || !isJudged) return true;
      if (new Set(rows.map((row) => JSON.stringify(value(row)))).size > 1) telling.current.add(key);
      return telling.current.has(key);
    };
    return shown.filter(says);
  }, [shown, isArranged, rows, isPhone, isTold, sortedBy]);
  if (left.length === shown.length) return columns;
  const isLeft = (key: string) => left.some((column) => column.key === key);
  const offered = choices
    .filter(({ key }) => key !== tenantField || isTold)
    .map((choice) => (choice.isShown && !isLeft(choice.key) ? { ...choice, isShown: false } : choice));
  return { ...columns, shown: left, choices: offered };
}
