import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { describe, expect, test } from "vitest";
import { type Fullness, sampleOf } from "../../../test/samples.ts";

const all: readonly Resource[] = resources;

/** Its shares have to come to a hundred, which no schema says of one of them. */
const summed = ["routing"];

/** What a sample of it is refused for; nothing where it is taken. */
function faultsOf(resource: Resource, side: "input" | "output", fullness: Fullness): readonly string[] {
  return Object.keys(resource.operations).flatMap((name) => {
    const schema = operationOf(resource, name)[side];
    const { error } = schema.safeParse(sampleOf(schema, fullness));
    return error ? [`${resource.name}.${name}: ${error.issues.map(({ path }) => path.join(".")).join(", ")}`] : [];
  });
}

const known = all.filter(({ name }) => !summed.includes(name));

describe("a sample made from the contract", () => {
  test("is one that every operation takes", () => {
    expect(known.flatMap((resource) => faultsOf(resource, "input", "whole"))).toEqual([]);
  });

  test.each(["whole", "odd", "bare"] as const)("is an answer that every operation may give: %s", (fullness) => {
    expect(known.flatMap((resource) => faultsOf(resource, "output", fullness))).toEqual([]);
  });
});

describe("an input of the contract", () => {
  const texts = ["", " ", "x", "{", "http://", "://", "%", "9".repeat(40), "2026-13-45", "\u0000", "🙂", "-0", "1e999"];

  /** Every leaf that takes a text, filled with one: nothing of it may fail in another way than by its answer. */
  function filledWith(value: unknown, text: string): unknown {
    if (typeof value === "string") return text;
    if (Array.isArray(value)) return value.map((one) => filledWith(one, text));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledWith(one, text)]));
  }

  test("is judged and never broken by a text, whatever it is", () => {
    const broken = all.flatMap((resource) =>
      Object.keys(resource.operations).flatMap((name) => {
        const { input } = operationOf(resource, name);
        const whole = sampleOf(input);
        return texts.flatMap((text) => {
          try {
            input.safeParse(filledWith(whole, text));
            return [];
          } catch (error) {
            return [`${resource.name}.${name} by ${JSON.stringify(text)}: ${String(error)}`];
          }
        });
      }),
    );
    expect(broken).toEqual([]);
  });
});
