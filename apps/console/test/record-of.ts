import type { z } from "zod";

/** The parts of a schema that tell what it takes; Zod keeps them under `def`. */
interface Def {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly in?: z.ZodType;
}

const plain: Readonly<Record<string, unknown>> = { string: "", number: 0, boolean: false, unknown: null, any: null };

/** The emptiest value that a schema takes: nothing, none, no, or the first of its choices. */
function emptyOf(schema: z.ZodType): unknown {
  const def = schema.def as unknown as Def;
  if (def.type === "nullable") return null;
  if (def.type === "optional") return undefined;
  if (def.type === "array") return [];
  if (def.type === "record") return {};
  if (def.type === "object") return recordOf(schema as z.ZodObject);
  if (def.type === "literal") return def.values?.[0];
  if (def.type === "enum") return Object.values(def.entries ?? {})[0];
  if (def.type === "union") return def.options?.[0] && emptyOf(def.options[0]);
  if (def.type === "pipe") return def.in && emptyOf(def.in);
  return def.innerType ? emptyOf(def.innerType) : plain[def.type];
}

/**
 * A record as a server would answer it, with the parts that a test is about. Everything else is as empty as its shape
 * allows: a part that a test needs and does not name is not there.
 */
export const recordOf = <S extends z.ZodObject>(shape: S, parts: object = {}): z.output<S> =>
  ({
    ...Object.fromEntries(Object.entries(shape.shape).map(([name, field]) => [name, emptyOf(field as z.ZodType)])),
    ...parts,
  }) as z.output<S>;
