import { z } from "zod";
import { field } from "../../kit/field.ts";
import { Currency, TimeZone } from "../../payment-fields.ts";
import { ImportField, type ImportFieldName } from "./order-import-enumerations.ts";

/** Fields that an order cannot do without: a column or one value for all rows gives each. */
export const neededFields = ["merchantOrderNo", "amount", "currency", "orderTime", "status"] as const;

/** What a word of the status column means; `leaveOut` keeps its rows out. */
export const StatusMeaning = z.enum(["paid", "failed", "canceled", "leaveOut"]);

/** The states that an imported order may have. */
export const ImportedStatus = StatusMeaning.exclude(["leaveOut"]);
export type ImportedStatus = z.output<typeof ImportedStatus>;

/** What a word of the method column means: a method of the catalogue, a kind of method, or nothing that is known. */
export const MethodMeaning = z.string().regex(/^(?:none|category:[a-z_]{1,32}|[a-z][a-z0-9_]{1,39})$/);

/** Most words of one column that can be given a meaning. */
export const wordsMax = 60;
const words = <S extends z.ZodType>(meaning: S) =>
  z.record(z.string().max(64), meaning).refine((record) => Object.keys(record).length <= wordsMax);

/** Most columns whose texts are joined. */
export const joinedMax = 3;

/** Columns of the file by their place, from 0; the texts of several are joined by "-". */
const Columns = z.array(z.number().int().min(0).max(255)).min(1).max(joinedMax);

/** How the columns of a file become orders. */
export const ImportMapping = z.object({
  columns: z.partialRecord(ImportField.schema, Columns),
  /** One value for all rows, where no column tells. */
  fixedCurrency: Currency.nullish(),
  fixedStatus: ImportedStatus.nullish(),
  fixedMethod: MethodMeaning.nullish(),
  /** Zone of times that name none. */
  timeZone: TimeZone,
  /** Which comes first in dates that do not begin with the year. */
  dayOrder: field(z.enum(["dayFirst", "monthFirst"]), { kind: "code" }),
  decimalSign: z.enum([".", ","]),
  unit: z.enum(["major", "minor"]),
  statuses: words(StatusMeaning),
  methods: words(MethodMeaning),
});
export type ImportMapping = z.output<typeof ImportMapping>;

/** Fields that an order cannot do without and that nothing gives yet. */
export const missingFields = ({ columns, fixedCurrency, fixedStatus }: ImportMapping): readonly ImportFieldName[] =>
  neededFields.filter((name) => {
    if (columns[name] !== undefined) return false;
    return !((name === "currency" && fixedCurrency) || (name === "status" && fixedStatus));
  });
