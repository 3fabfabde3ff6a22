import { sql } from "kysely";
import type { Context } from "../http/context.ts";
import type { TableName } from "./tables.ts";

/**
 * The tenant's name as a column, for an actor who sees several tenants and has to tell their rows apart; left out for
 * everybody else.
 */
export const tenantNameIn = ({ actor }: Pick<Context, "actor">, table: TableName) =>
  (actor.scope.tenantId === null
    ? sql<string | null>`(
        SELECT tenants.name FROM tenants
        WHERE tenants.id = ${sql.ref(`${table}.tenantId`)} AND (SELECT count(*) FROM tenants) > 1
      )`
    : sql<string | null>`NULL::text`
  ).as("tenantName");
