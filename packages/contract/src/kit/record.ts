import { z } from "zod";
import { doerName, Id, Instant, Version } from "./field.ts";

/** Columns of every editable record; set by the server, ignored in inputs. */
export const auditFields = {
  version: Version,
  createTime: Instant,
  createUserName: doerName(),
  updateTime: Instant.nullable(),
  updateUserName: doerName(),
} as const;

/** Tenant of a record, for lists over several tenants: included only for callers who see several. */
export const tenantFields = { tenantName: z.string().nullish() } as const;

/** Input with a record's id. */
export const ById = z.object({ id: Id });

/** Input of a deletion: a stale version is refused, if one is sent. */
export const Removal = z.object({ id: Id, version: Version.nullish() });

/** Identifies the record of an update, and proves that its current version was read. */
export const updateInput = { id: Id, version: Version.nullish() } as const;

type ChangeShape<S extends z.ZodRawShape> = {
  [K in keyof S]: S[K] extends z.ZodDefault<infer T> ? z.ZodOptional<T> : S[K];
};

/**
 * Input of a change: omitted fields stay. Defaults apply to new records only; in a change they would reset omitted
 * fields, such as a required second factor.
 */
export const changeInput = <S extends z.ZodRawShape>(shape: S): z.ZodObject<ChangeShape<S>> =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [
        name,
        schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType).optional() : schema,
      ]),
    ),
  ) as z.ZodObject<ChangeShape<S>>;
