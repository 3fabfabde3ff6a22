import { currencyCodes } from "@countinghouse/money/currency.ts";
import { z } from "zod";
import { Fault } from "../fault.ts";

/** Reads what came over the wire; the refusal names fields and never repeats values, which may be card data. */
export function read<Shape extends z.ZodType>(shape: Shape, input: unknown): z.infer<Shape> {
  const result = shape.safeParse(input ?? {});
  if (result.success) return result.data;
  const fields = result.error.issues.map(({ path, code }) => `${path.join(".") || "body"} (${code})`);
  throw new Fault(400, "validation_error", `Not understood: ${[...new Set(fields)].join(", ")}.`);
}

/** Currencies the simulated provider knows. */
export const currencyShape = z.enum(currencyCodes as [(typeof currencyCodes)[number], ...typeof currencyCodes]);

/** An amount of minor units. */
export const minorShape = z
  .int()
  .positive()
  .transform((amount) => BigInt(amount));

/** An identifier of the caller's own. */
export const referenceShape = z.string().min(1).max(64);

/** Where a payer's browser may be sent back to. */
export const returnUrlShape = z.url({ protocol: /^https?$/ }).max(2_000);

/** The path's identifier. */
export const idShape = z.object({ id: z.string().max(64) });
