import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { type Fact, Facts } from "@countinghouse/ui/layout/facts.tsx";
import { Link } from "react-router";
import { useWords } from "../i18n/use-words.ts";
import { FieldCell } from "./field-cell.tsx";
import { fieldFacts, tenantField } from "./list-columns.tsx";
import type { AnyRow } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import { useIsReadable } from "./use-readable-fields.ts";

/** Fields that tell of the record itself rather than of what it stands for. */
const historyFields = ["id", "createTime", "createUserName", "updateTime", "updateUserName", "version"];
const wideKinds = ["longText", "json", "list"];

/** Whose a record is says nothing to readers who see one tenant: they are not told. */
const isOfReader = (field: string, row: AnyRow): boolean => field !== tenantField || typeof row[field] === "string";

interface RecordFactsProps {
  readonly resource: Resource;
  readonly of: AnyRow;
  /** These, in this order; all that tell of the subject unless told. */
  readonly fields?: readonly string[];
}

/** Facts about a record: label from the words, value by the field's kind. */
export function RecordFacts({ resource, of: row, fields }: RecordFactsProps) {
  const labels = useWords(resource).fields as Readonly<Record<string, string>>;
  const isTold = useIsReadable(resource);
  const ofSubject = () => Object.keys(resource.record.shape).filter((field) => !historyFields.includes(field));
  const shown = (fields ?? ofSubject()).filter((field) => isTold(field, row) && isOfReader(field, row));
  const facts = shown.map((field): Fact => {
    const known = fieldFacts(resource, field);
    return {
      key: field,
      label: labels[field] ?? field,
      value: <FieldCell facts={known} field={field} row={row} place="detail" />,
      isWide: wideKinds.includes(known.kind),
    };
  });
  return <Facts facts={facts} />;
}

/** Who made the record and who changed it last, when. */
export function RecordHistory({ resource, of: row }: Omit<RecordFactsProps, "fields">) {
  const words = useWords(pagesMessages);
  const fields = historyFields.filter((field) => field in resource.record.shape);
  if (fields.length < 2) return null;
  return (
    <section>
      <h3 className="ch-section-title">{words.mutedHistory}</h3>
      <RecordFacts resource={resource} of={row} fields={fields} />
    </section>
  );
}

interface RecordPanelOptions {
  /** In this order. */
  readonly facts: readonly string[];
  /** Where the page of each record is, its id apart. */
  readonly page: string;
}

/** The panel of records that have a page of their own: the way there, some facts, and their history. */
export const recordPanel =
  (resource: Resource, { facts, page }: RecordPanelOptions) =>
  ({ row }: { readonly row: AnyRow }) => (
    <>
      <p>
        <Link to={`${page}/${row.id}`}>{useWords(pagesMessages).openPage}</Link>
      </p>
      <RecordFacts resource={resource} of={row} fields={facts} />
      <RecordHistory resource={resource} of={row} />
    </>
  );
