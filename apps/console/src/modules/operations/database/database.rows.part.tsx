import { sysDatabaseMessages } from "@countinghouse/contract/operations/database/database.messages.ts";
import type { DatabaseMap, DatabaseTable } from "@countinghouse/contract/operations/database/database.ts";
import type { Column } from "@countinghouse/ui/table/column.ts";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { useMemo } from "react";
import { sizeIn } from "../../../platform/files/file-size.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { countIn } from "./database.facts.policy.ts";

export interface ViewProps {
  readonly map: DatabaseMap;
  /** Names of the tables the filter found. */
  readonly shown: ReadonlySet<string>;
  readonly openName: string | undefined;
  onOpen(name: string): void;
}

/** The map in rows: what each table holds and what it refers to. */
export function TableRows({ map, shown, openName, onOpen }: ViewProps) {
  const { title, fields, text } = useWords(sysDatabaseMessages);
  const locale = useLocale();
  const columns = useMemo((): Column<DatabaseTable>[] => {
    const tied = (name: string, end: "from" | "to", other: "from" | "to") =>
      [...new Set(map.relations.filter((each) => each[end] === name).map((each) => each[other]))].join(", ") || "–";
    return [
      {
        key: "name",
        title: fields.name,
        width: 220,
        cell: ({ name }) => <code className="database-name">{name}</code>,
      },
      { key: "rows", title: fields.rows, width: 132, align: "end", cell: ({ rows }) => countIn(locale, rows) },
      { key: "bytes", title: fields.bytes, width: 92, align: "end", cell: ({ bytes }) => sizeIn(locale, bytes) },
      { key: "columns", title: fields.columns, width: 84, align: "end", cell: (table) => table.columns.length },
      {
        key: "references",
        title: text.references,
        width: 240,
        isFlexible: true,
        cell: ({ name }) => <span className="ch-cut">{tied(name, "from", "to")}</span>,
      },
      {
        key: "referencedBy",
        title: text.referencedBy,
        width: 240,
        isFlexible: true,
        cell: ({ name }) => <span className="ch-cut">{tied(name, "to", "from")}</span>,
      },
    ];
  }, [map, fields, text, locale]);
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={map.tables.filter(({ name }) => shown.has(name))}
      rowKey={({ name }) => name}
      openKey={openName}
      onOpen={({ name }) => onOpen(name)}
    />
  );
}
