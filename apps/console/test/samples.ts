import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import type { z } from "zod";

/** How much a sample says: everything; as little as its schema allows; more than anybody expected. */
export type Fullness = "whole" | "bare" | "odd";

type Def = z.core.$ZodTypeDef & {
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly left?: z.ZodType;
  readonly getter?: () => z.ZodType;
};

const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;
const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

const long = "A name that nobody thought of when the column was measured ".repeat(2).trim();

/** Texts by shape: the first one that a schema takes is its sample. */
const texts = [
  "Harbour Tea",
  "harbour_tea",
  "HARBOUR-TEA",
  "harbour-tea",
  "harbourtea",
  "HARBOUR",
  "Harbour1",
  "river-Basin-41-quartz",
  "https://example.com/a",
  "https://example.com",
  "/harbour/tea",
  "name@example.com",
  "+442079460018",
  "18:30",
  "2026-11-21",
  "2026-11-21T06:05:09.000Z",
  "Europe/London",
  "203.0.113.9",
  "203.0.113.0/24",
  "0 0 3 * * *",
  "0 3 * * *",
  "{}",
  "EUR",
  "GB",
  "DE89370400440532013000",
  "5411",
  "123456",
  "13800138000",
  "12",
  "1",
  "1.5",
  "a",
  "en",
  "411111",
  "4111111111111111",
  "a".repeat(32),
  "a".repeat(64),
  "A".repeat(26),
  "#3366ff",
  "3b241101-e2bb-4255-8caf-4136c566a962",
  "M9 9h6",
  "data:image/png;base64,iVBORw0KGgo=",
  "http://example.com",
  "ldap://ldap.example.com:389",
  "example.com",
  "X-Harbour",
  "plt:cash",
  "2026-11",
  "500",
  `SHA256:${"A".repeat(43)}`,
];

/** The pattern of an id says what it begins with. */
function idsOf(schema: z.ZodType): readonly string[] {
  const said = schema.safeParse("").error?.issues.map((issue) => String("pattern" in issue ? issue.pattern : "")) ?? [];
  return said.flatMap((pattern) => {
    const [, prefix, count] = /^\/?\^(?:\(\?:)?([a-z]\w*?)_\[.*\{(\d+)[,}]/.exec(pattern) ?? [];
    return prefix ? [`${prefix}_${"0".repeat(Number(count))}`] : [];
  });
}

function textFor(schema: z.ZodType, fullness: Fullness): string {
  const first = fullness === "odd" ? [long, long.slice(0, 64), "<b>&amp; “ё” 商户 🙂</b>"] : [];
  const found = [...first, ...idsOf(schema), ...texts].find((text) => takes(schema, text));
  return found ?? "Harbour Tea";
}

const numbers = [7, 1, 0, 2, 5, 10, 20, 30, 60, 100, 365, 1000, 587, 2026];
const numberFor = (schema: z.ZodType, fullness: Fullness): number =>
  [...(fullness === "odd" ? [2_147_483_647, 999_999, 0] : []), ...numbers].find((one) => takes(schema, one)) ?? 7;

/** What a field's facts say of it, where its shape alone does not. */
function byFacts(schema: z.ZodType, fullness: Fullness): unknown {
  const facts = factsOf(schema);
  if (facts.enumeration) {
    const values = facts.enumeration.members.map(({ value }) => value);
    return values.find((value) => takes(schema, value));
  }
  const candidates: readonly unknown[] =
    facts.kind === "instant"
      ? ["2026-11-21T06:05:09.000Z"]
      : facts.kind === "day"
        ? ["2026-11-21"]
        : facts.kind === "money"
          ? [fullness === "odd" ? "999999999999999" : "123456"]
          : facts.isCurrency
            ? [fullness === "odd" ? "JPY" : "EUR"]
            : facts.isCountry
              ? ["GB"]
              : facts.isCategoryCode
                ? ["5411"]
                : facts.isZone
                  ? ["Europe/London"]
                  : facts.isPhone
                    ? ["+442079460018", "13800138000"]
                    : facts.isNames
                      ? [{ en: "Harbour", "zh-cn": "海港", "zh-tw": "海港" }]
                      : [];
  return candidates.find((one) => takes(schema, one));
}

/** A value that a schema takes. A field that may be empty is empty where the sample is bare. */
export function sampleOf(schema: z.ZodType, fullness: Fullness = "whole", depth = 0): unknown {
  const def = defOf(schema);
  if (fullness === "bare" || depth > 4) {
    const nothing = [null, undefined, ""].find((none) => takes(schema, none));
    if (nothing !== undefined || takes(schema, undefined)) return nothing;
    if (depth > 4 && takes(schema, [])) return [];
  }
  const known = byFacts(schema, fullness);
  if (known !== undefined) return known;
  const inside = (one: z.ZodType) => sampleOf(one, fullness, depth + 1);
  switch (def.type) {
    case "object":
      return Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, one]) => [name, inside(one)]));
    case "array":
      return listOf(schema, def.element as z.ZodType, fullness, depth);
    case "tuple":
      return (def.items ?? []).map(inside);
    case "record":
      return fullness === "bare"
        ? {}
        : { [String(inside(def.keyType as z.ZodType))]: inside(def.valueType as z.ZodType) };
    case "union":
      return (def.options ?? []).map(inside).find((one) => one !== null && takes(schema, one));
    case "enum":
      return Object.values(def.entries ?? {})[0];
    case "literal":
      return def.values?.[0];
    case "boolean":
      return fullness !== "bare";
    case "number":
    case "int":
      return numberFor(schema, fullness);
    case "string":
      return textFor(schema, fullness);
    case "null":
      return null;
    case "lazy":
      return depth > 4 ? null : inside(def.getter?.() as z.ZodType);
    case "pipe": {
      const text = textFor(schema, fullness);
      return takes(schema, text) ? text : inside(def.in as z.ZodType);
    }
    case "intersection":
      return inside(def.left as z.ZodType);
    case "unknown":
    case "any":
      return { note: "Harbour" };
    default:
      return def.innerType ? sampleOf(def.innerType, fullness, depth) : textFor(schema, fullness);
  }
}

function listOf(schema: z.ZodType, element: z.ZodType, fullness: Fullness, depth: number): readonly unknown[] {
  if (fullness === "bare" && takes(schema, [])) return [];
  const one = sampleOf(element, fullness, depth + 1);
  return one === undefined ? [] : [one];
}

/** A record of a resource as its contract says. */
export const sampleRecord = (resource: Resource, fullness: Fullness = "whole") =>
  sampleOf(resource.record, fullness) as Record<string, unknown>;

const aPage = { total: 1, totalIsExact: true, page: 1, pageSize: 20, totalPages: 1 };
const noOther = { hasPrevPage: false, hasNextPage: false, nextCursor: null, prevCursor: null, limitedBy: null };

/** What an operation answers, as its contract says; a list holds one record. */
export function sampleAnswer(resource: Resource, operation: string, fullness: Fullness = "whole"): unknown {
  const { output, list } = operationOf(resource, operation);
  const answer = sampleOf(output, fullness);
  return list ? { ...(answer as object), ...aPage, ...noOther } : answer;
}
