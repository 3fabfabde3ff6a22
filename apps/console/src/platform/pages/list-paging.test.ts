import { describe, expect, test } from "vitest";
import type { ListAnswer } from "../api/use-list.ts";
import { firstRowNumber, nextPlace, previousPlace } from "./list-paging.ts";

const answer = (more: Partial<ListAnswer<unknown>>): ListAnswer<unknown> =>
  ({
    pageSize: 50,
    hasNextPage: true,
    hasPrevPage: true,
    nextCursor: "next",
    prevCursor: "previous",
    ...more,
  }) as never;

describe("where next leads", () => {
  test.each([
    ["the next page, while rows are counted", { page: 3, cursor: undefined }, {}, { page: 4, cursor: undefined }],
    ["the last counted page", { page: 199, cursor: undefined }, {}, { page: 200, cursor: undefined }],
    ["by cursor, where counting ends", { page: 200, cursor: undefined }, {}, { page: 1, cursor: "next" }],
    ["by cursor, from a place by cursor", { page: 1, cursor: "here" }, {}, { page: 1, cursor: "next" }],
    ["nowhere, after the last row", { page: 3, cursor: undefined }, { hasNextPage: false }, undefined],
    ["nowhere, where the server gave no way", { page: 1, cursor: "here" }, { nextCursor: null }, undefined],
  ] as const)("%s", (_where, place, given, expected) => {
    expect(nextPlace(place, answer(given))).toEqual(expected);
  });
});

describe("where previous leads", () => {
  test.each([
    ["nowhere, from the first page", { page: 1, cursor: undefined }, {}, undefined],
    ["one page back", { page: 3, cursor: undefined }, {}, { page: 2, cursor: undefined }],
    ["by cursor, from a place by cursor", { page: 1, cursor: "here" }, {}, { page: 1, cursor: "previous" }],
    [
      "to the beginning, where the cursors end",
      { page: 1, cursor: "here" },
      { prevCursor: null },
      { page: 1, cursor: undefined },
    ],
  ] as const)("%s", (_where, place, given, expected) => {
    expect(previousPlace(place, answer(given))).toEqual(expected);
  });
});

describe("the number of the first row", () => {
  test.each([
    [{ page: 1, cursor: undefined }, 1],
    [{ page: 3, cursor: undefined }, 101],
    [{ page: 1, cursor: "here" }, undefined],
  ] as const)("%o is row %s", (place, first) => {
    expect(firstRowNumber(place, answer({}))).toBe(first);
  });
});
