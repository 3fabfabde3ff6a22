import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { type BoxRow, headHeight, portOf } from "./database.layout.service.ts";

/** A table on the map. */
export type TableNode = Node<
  {
    readonly name: string;
    readonly facts: string;
    readonly rows: readonly BoxRow[];
    readonly state: "active" | "tied" | "dim" | undefined;
  },
  "table"
>;

const sides = [
  ["left", Position.Left],
  ["right", Position.Right],
] as const;

const signOf = ({ isKey, isForeign }: BoxRow): string => [isKey && "PK", isForeign && "FK"].filter(Boolean).join(" ");

/** The box of a table: its name, what it holds, and the columns that tie it, each with ends for lines at both sides. */
export function TableBox({ data: { name, facts, rows, state } }: NodeProps<TableNode>) {
  const ports = ["", ...rows.map(({ column }) => column)];
  return (
    <div className="database-box" data-state={state}>
      <div className="database-head-line" style={{ height: headHeight }}>
        <b className="ch-cut">{name}</b>
        <small>{facts}</small>
      </div>
      {rows.map((row) => (
        <div key={row.column} className="database-row">
          <small>{signOf(row)}</small>
          <code className="ch-cut">{row.column}</code>
        </div>
      ))}
      {ports.flatMap((column) =>
        sides.flatMap(([side, position]) =>
          (["source", "target"] as const).map((type) => (
            <Handle
              key={`${column} ${side} ${type}`}
              id={`${column} ${side}`}
              type={type}
              position={position}
              isConnectable={false}
              style={{ top: portOf(rows, column) }}
            />
          )),
        ),
      )}
    </div>
  );
}
