import { z } from "zod";
import { Flag, field } from "../../kit/field.ts";
import { Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysDatabaseMessages } from "./database.messages.ts";

const Amount = field(z.number().int().nonnegative(), { kind: "integer" });

/** A column of a table. */
export const DatabaseColumn = z.object({
  name: z.string(),
  /** As PostgreSQL writes it, such as `character varying(64)`. */
  type: z.string(),
  nullable: Flag,
  /** Part of the primary key. */
  isKey: Flag,
});
export type DatabaseColumn = z.output<typeof DatabaseColumn>;

/** A table of the product; one that is divided counts as one, with the rows and bytes of all its parts. */
export const DatabaseTable = z.object({
  name: z.string(),
  /** As the planner estimates them, or, before it first did, as its activity was counted; null where neither is known. */
  rows: Amount.nullable(),
  /** With indexes and long values. */
  bytes: Amount,
  columns: z.array(DatabaseColumn),
});
export type DatabaseTable = z.output<typeof DatabaseTable>;

/** A foreign key: `from` holds the columns, `to` is what they name. */
export const DatabaseRelation = z.object({
  name: z.string(),
  from: z.string(),
  to: z.string(),
  columns: z.array(z.object({ from: z.string(), to: z.string() })),
  /** One-to-one where the columns are unique in their own table. */
  kind: z.enum(["manyToOne", "oneToOne"]),
});
export type DatabaseRelation = z.output<typeof DatabaseRelation>;

const DatabaseMap = z.object({ tables: z.array(DatabaseTable), relations: z.array(DatabaseRelation) });
export type DatabaseMap = z.output<typeof DatabaseMap>;

/** The shape of the product's own database, to be looked at; it holds no row of any table. */
export const sysDatabase = defineResource({
  name: "sysDatabase",
  record: DatabaseTable,
  operations: {
    visual: query(Nothing, DatabaseMap, { staleOk: true }),
  },
  messages: sysDatabaseMessages,
});
