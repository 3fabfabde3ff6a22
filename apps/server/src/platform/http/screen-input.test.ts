import { field } from "@countinghouse/contract/kit/field.ts";
import { inputLimits } from "@countinghouse/contract/platform/input-limits.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { randomSecret } from "../crypto/random.ts";
import { businessNumber } from "../db/business-number.ts";
import { newId } from "../db/new-id.ts";
import { screenInput } from "./screen-input.ts";

const card = "4111111111111111";
const Amount = field(z.string(), { kind: "money" });
const schema = z.object({
  name: z.string().nullish(),
  amount: Amount,
  amounts: z.array(z.object({ least: Amount })),
  payment: z.union([z.object({ wallet: z.string() }), z.object({ pan: field(z.string(), { kind: "cardNumber" }) })]),
});
const cardsIn = (sent: unknown) => screenInput(schema, sent, inputLimits).cardNumbers;

describe("screenInput", () => {
  test("names every place with a card number, declared or not", () => {
    expect(cardsIn({ name: card, other: [{ deep: card }], amount: card }).toSorted()).toEqual([
      "amount",
      "name",
      "other.0.deep",
    ]);
    expect(cardsIn({ [card]: 1, name: 4111111111111111 }).toSorted()).toEqual(["", "name"]);
    expect(cardsIn(card)).toEqual([""]);
  });

  test("leaves the number where the contract asks for one, and amounts and instants alone", () => {
    expect(cardsIn({ payment: { pan: card, wallet: card } })).toEqual(["payment.wallet"]);
    expect(cardsIn({ amount: "4222222222222", amounts: [{ least: "30569309025904" }], at: 4222222222222 })).toEqual([]);
  });

  test("never takes a number or id of ours for a card number", () => {
    const instants = fc.date({ min: new Date("2020-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
    const prefixes = fc.constantFrom("OR", "MC", "RF", "AT", "ord", "mer", "evt");
    fc.assert(
      fc.property(instants, prefixes, fc.nat({ max: 2 ** 31 }), (at, prefix, id) => {
        const ours = [
          businessNumber(prefix, at),
          newId(prefix, at),
          at.toISOString(),
          id,
          String(id),
          randomSecret(32),
        ];
        expect(cardsIn({ ours, at: at.getTime(), seconds: Math.floor(at.getTime() / 1000) })).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ["inputTooDeep", { a: { b: { c: {} } } }],
    ["tooManyMembers", { a: 1, b: 2, c: 3, d: 4 }],
    ["tooManyElements", { a: [1, 2], b: [3, 4] }],
  ])("refuses with %s what is more than is taken", (code, sent) => {
    const limits = { bytes: 1_000, depth: 3, members: 3, elements: 3 };
    expect(() => screenInput(schema, sent, limits)).toThrow(expect.objectContaining({ code: `platform.${code}` }));
  });
});
