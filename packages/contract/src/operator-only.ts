import type { z } from "zod";
import { factsOf, field } from "./kit/field.ts";

/** A field that is the operator's alone: null to whoever signs in for a merchant. */
export const operatorOnly = <S extends z.ZodType>(schema: S): z.ZodNullable<S> =>
  field(schema.nullable(), { ...factsOf(schema), readers: "operator" });
