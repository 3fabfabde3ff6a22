import { z } from "zod";
import { doerName, Id, Instant, Version } from "./field.ts";

/** Columns every editable record carries; set by the server, ignored in inputs. */
export const auditFields = {
  version: Version,
  createTime: Instant,
  createUserName: doerName(),
  updateTime: Instant.nullable(),
  updateUserName: doerName(),
} as const;

/**
 * Whose a record is, for lists in which those of several tenants stand together: told to callers who see several, and to
 * nobody else.
 */
export const tenantFields = { tenantName: z.string().nullish() } as const;

/** Input that names one record. */
export const ById = z.object({ id: Id });

/** Input that removes one record: stale versions are refused when a version is sent. */
export const Removal = z.object({ id: Id, version: Version.nullish() });

/** The part of an update that finds the record and proves it was read. */
export const updateInput = { id: Id, version: Version.nullish() } as const;

type ChangeShape<S extends z.ZodRawShape> = {
  [K in keyof S]: S[K] extends z.ZodDefault<infer T> ? z.ZodOptional<T> : S[K];
};

/**
 * Input of a change to a record: what it leaves out stays as it is. A default belongs to a new record; in a change it
 * would reset what the caller did not name, such as a demanded second factor.
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
