import { type InboxItem, inboxKindMax } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";
import { describe, expect, test } from "vitest";
import { countOf, countText, groupOf, groupsOf, keyOf, sectionsOf } from "./inbox.layout.policy.ts";

const item = (kind: InboxItem["kind"], id: string, more: Partial<InboxItem> = {}): InboxItem => ({
  kind,
  id,
  recordId: id,
  name: `Item ${id}`,
  merchantId: null,
  merchantName: null,
  since: "2026-11-21T06:05:09.000Z",
  due: null,
  urgency: "waiting",
  amount: null,
  currency: null,
  count: null,
  state: null,
  person: null,
  reason: null,
  evidence: null,
  hold: null,
  laterUntil: null,
  version: null,
  ...more,
});
const [firstKind, secondKind] = [
  ...Map.groupBy(Object.keys(inboxKinds) as InboxItem["kind"][], (kind) => groupOf({ kind })).values(),
].map(([kind]) => kind as InboxItem["kind"]);
if (!firstKind || !secondKind) throw new Error("the inbox has kinds of two groups");

describe("sectionsOf", () => {
  test("puts what is the reader's under its urgency, and the rest at the end", () => {
    const items = [
      item(firstKind, "1"),
      item(firstKind, "2", { urgency: "now" }),
      item(secondKind, "3", { hold: "own", urgency: "now" }),
      item(secondKind, "4"),
    ];
    const found = sectionsOf(items).map(({ name, items: own }) => [name, own.map(({ id }) => id)]);
    expect(found.at(-1)).toEqual(["others", ["3"]]);
    expect(found).toContainEqual(["now", ["2"]]);
    expect(found).toContainEqual(["waiting", ["1", "4"]]);
  });

  test("leaves out sections without items", () => {
    expect(sectionsOf([])).toEqual([]);
    expect(sectionsOf([item(firstKind, "1")]).map(({ name }) => name)).toEqual(["waiting"]);
  });
});

describe("groupsOf", () => {
  test("counts what is the reader's to act on, by group", () => {
    const items = [item(firstKind, "1"), item(firstKind, "2", { hold: "own" }), item(secondKind, "3")];
    expect(groupsOf(items)).toEqual(
      expect.arrayContaining([
        { name: groupOf({ kind: firstKind }), count: 1, isCut: false },
        { name: groupOf({ kind: secondKind }), count: 1, isCut: false },
      ]),
    );
    expect(groupsOf(items)).toHaveLength(2);
  });

  test("shows a group with others' items alone, as none of the reader's", () => {
    expect(groupsOf([item(firstKind, "1", { hold: "own" })])).toEqual([
      { name: groupOf({ kind: firstKind }), count: 0, isCut: false },
    ]);
  });
});

describe("countOf", () => {
  test("says that there may be more where a kind is listed to its limit", () => {
    const full = Array.from({ length: inboxKindMax }, (_, at) => item(firstKind, String(at)));
    expect(countText(countOf(full))).toBe(`${inboxKindMax}+`);
    expect(countText(countOf(full.slice(1)))).toBe(`${inboxKindMax - 1}`);
    const spread = full.map((one, at) => (at === 0 ? { ...one, kind: secondKind } : one));
    expect(countOf(spread).isCut).toBe(false);
  });
});

test("an item is known in the address by its kind and id", () => {
  expect(keyOf({ kind: firstKind, id: "7" })).toBe(`${firstKind}:7`);
});
