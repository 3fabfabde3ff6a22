import { z } from "zod";

/** A place in an input that holds no further ones. */
export interface InputPlace {
  /** Dotted, as refusals name it. */
  readonly path: string;
  readonly schema: z.ZodType;
  /** An input with a value there and nothing else. */
  readonly holding: (value: unknown) => unknown;
}

const depthMax = 8;

function bare(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? (schema instanceof z.ZodPipe ? input : undefined);
  return inner ? bare(inner) : schema;
}

const below = (outer: Omit<InputPlace, "schema">, name: string, wrap: (value: unknown) => unknown) => ({
  path: outer.path === "" ? name : `${outer.path}.${name}`,
  holding: (value: unknown) => outer.holding(wrap(value)),
});

/** Every place of an input where a value can stand, as deep as its declaration goes. */
export function placesOf(
  schema: z.ZodType,
  outer: Omit<InputPlace, "schema"> = { path: "", holding: (value) => value },
  depth = 0,
): InputPlace[] {
  const shape = bare(schema);
  if (depth > depthMax) return [];
  if (shape instanceof z.ZodObject)
    return Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([name, member]) =>
      placesOf(
        member,
        below(outer, name, (value) => ({ [name]: value })),
        depth + 1,
      ),
    );
  if (shape instanceof z.ZodArray)
    return placesOf(
      shape.element as z.ZodType,
      below(outer, "0", (value) => [value]),
      depth + 1,
    );
  if (shape instanceof z.ZodTuple)
    return placesOf(
      shape.def.items[0] as z.ZodType,
      below(outer, "0", (value) => [value, null]),
      depth + 1,
    );
  if (shape instanceof z.ZodRecord)
    return placesOf(
      shape.valueType as z.ZodType,
      below(outer, "key", (value) => ({ key: value })),
      depth + 1,
    );
  if (shape instanceof z.ZodUnion) {
    const places = (shape.options as readonly z.ZodType[]).flatMap((option) => placesOf(option, outer, depth + 1));
    return [...new Map(places.map((place) => [place.path, place])).values()];
  }
  return outer.path === "" ? [] : [{ ...outer, schema }];
}
