import type { z } from "zod";
import { factsOf, field } from "./kit/field.ts";

/** A field that is the operator's alone: null to whoever signs in for a merchant. */
export const operatorOnly = <S extends z.ZodType>(schema: S): z.ZodNullable<S> =>
  field(schema.nullable(), { ...factsOf(schema), readers: "operator" });

/**
 * Where a row says whose name a field holds: `updateUserId` beside `updateUserName`. The id is the row's own and no part of
 * an answer.
 */
export const doerIdField = (name: string): string => name.replace(/Name$|$/, "Id");
