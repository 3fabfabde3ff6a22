import { sysDatabaseMessages } from "@countinghouse/contract/operations/database/database.messages.ts";
import type {
  DatabaseMap,
  DatabaseRelation,
  DatabaseTable,
} from "@countinghouse/contract/operations/database/database.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { DrawerPanel } from "@countinghouse/ui/layout/drawer-panel.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { sizeIn } from "../../../platform/files/file-size.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { countIn } from "./database.facts.policy.ts";

interface TableDrawerProps {
  readonly table: DatabaseTable;
  readonly map: DatabaseMap;
  onOpen(name: string | undefined): void;
}

/** One table: its columns, and the tables it is tied to, each a press away. */
export function TableDrawer({ table, map, onOpen }: TableDrawerProps) {
  const { fields, text } = useWords(sysDatabaseMessages);
  const locale = useLocale();
  const outgoing = map.relations.filter(({ from }) => from === table.name);
  const incoming = map.relations.filter(({ to }) => to === table.name);
  const foreign = new Set(outgoing.flatMap(({ columns }) => columns.map(({ from }) => from)));
  return (
    <DrawerPanel label={fields.name} onClose={() => onOpen(undefined)}>
      <div className="database-detail">
        <h2>
          <code className="database-name">{table.name}</code>
        </h2>
        <Facts
          facts={[
            { key: "rows", label: fields.rows, value: countIn(locale, table.rows) },
            { key: "bytes", label: fields.bytes, value: sizeIn(locale, table.bytes) },
          ]}
        />
        <h3 className="ch-section-title">{`${fields.columns} (${table.columns.length})`}</h3>
        <table className="database-columns">
          <thead>
            <tr>
              <th scope="col">{fields.column}</th>
              <th scope="col">{fields.type}</th>
              <th scope="col">{fields.nullable}</th>
            </tr>
          </thead>
          <tbody>
            {table.columns.map(({ name, type, nullable, isKey }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                  {isKey && <StatusChip text={text.primaryKey} tone="info" isFlat />}
                  {foreign.has(name) && <StatusChip text={text.foreignKey} tone="accent" shape="hollow" isFlat />}
                </td>
                <td>
                  <code>{type}</code>
                </td>
                <td>{nullable ? "NULL" : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Ties title={text.references} relations={outgoing} other="to" onOpen={onOpen} />
        <Ties title={text.referencedBy} relations={incoming} other="from" onOpen={onOpen} />
      </div>
    </DrawerPanel>
  );
}

interface TiesProps {
  readonly title: string;
  readonly relations: readonly DatabaseRelation[];
  readonly other: "from" | "to";
  onOpen(name: string): void;
}

function Ties({ title, relations, other, onOpen }: TiesProps) {
  const { text } = useWords(sysDatabaseMessages);
  return (
    <>
      <h3 className="ch-section-title">{title}</h3>
      {relations.length === 0 && <p className="database-quiet">{text.noRelations}</p>}
      <ul className="database-ties">
        {relations.map((relation) => (
          <li key={relation.name}>
            <button type="button" className="ch-link" onClick={() => onOpen(relation[other])}>
              <code>{relation[other]}</code>
            </button>
            <code className="database-quiet">
              {relation.columns.map((pair) => `${pair.from} → ${pair.to}`).join(", ")}
            </code>
            <small>{text[relation.kind]}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
