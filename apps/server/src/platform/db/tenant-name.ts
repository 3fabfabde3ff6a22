import { sql } from "kysely";
import type { Context } from "../http/context.ts";
import type { TableName } from "./tables.ts";

/**
 * Whose a row is, under the name it has in tenanted records: told to an actor who sees several tenants, so that their
 * rows can be told apart, and left out for everybody else.
 */
export const tenantNameIn = ({ actor }: Pick<Context, "actor">, table: TableName) =>
  (actor.scope.tenantId === null
    ? sql<string | null>`(
        SELECT tenants.name FROM tenants
        WHERE tenants.id = ${sql.ref(`${table}.tenantId`)} AND (SELECT count(*) FROM tenants) > 1
      )`
    : sql<string | null>`NULL::text`
  ).as("tenantName");
