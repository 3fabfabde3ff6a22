import { describe, expect, test } from "vitest";
import {
  atApproval,
  countPeople,
  differencesOf,
  isSamePerson,
  overtakenIn,
  targetOf,
} from "./change-request.policy.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const bare = (row: object) => row;
const account = {
  id: "ga_1",
  name: "Meridian",
  names: null,
  weight: 100,
  version: 3,
  updateTime: null,
  secretKey: "one",
};
const changed = (after: object) => [
  { table: "gatewayAccounts", id: "ga_1", before: account, after: { ...account, ...after } },
];
const of = (after: object) => differencesOf(changed(after), now, bare);

describe("differencesOf", () => {
  test("tells the fields that differ, and neither stamps nor the rest", () => {
    expect(of({ weight: 60, version: 4, updateTime: "2026-11-21T10:00:00.000Z" })).toEqual([
      {
        table: "gatewayAccounts",
        id: "ga_1",
        name: "Meridian",
        names: null,
        before: { weight: 100 },
        after: { weight: 60 },
      },
    ]);
  });

  test("sees that a secret changes before it is masked", () => {
    const masked = differencesOf(changed({ secretKey: "two" }), now, (row) =>
      Object.fromEntries(Object.keys(row).map((name) => [name, "[redacted]"])),
    );
    expect(masked[0]?.after).toEqual({ secretKey: "[redacted]" });
    expect(masked[0]?.before).toEqual({ secretKey: "[redacted]" });
  });

  test("says of the instant of the run that it is that of the approval, and writes large numbers out", () => {
    const [row] = differencesOf(
      [{ table: "feeRules", id: "x", before: null, after: { from: now.toISOString(), sum: 7n } }],
      now,
      bare,
    );
    expect(row?.after).toEqual({ from: atApproval, sum: "7" });
    expect(row?.before).toBeNull();
  });
});

describe("overtakenIn", () => {
  test("finds nothing where two runs do the same", () => {
    expect(overtakenIn(of({ weight: 60 }), of({ weight: 60, version: 9 }))).toEqual([]);
  });

  test("takes members for the same in whatever order the database gave them back", () => {
    const row = (values: object) => [
      { table: "a", id: "1", name: null, names: null, before: {}, after: values as Record<string, unknown> },
    ];
    expect(
      overtakenIn(row({ weight: 1, limits: [{ a: 1, b: 2 }] }), row({ limits: [{ b: 2, a: 1 }], weight: 1 })),
    ).toEqual([]);
  });

  test("names a field that was another one before, or would be another one after", () => {
    const meanwhile = differencesOf(
      [{ table: "gatewayAccounts", id: "ga_1", before: { ...account, weight: 80 }, after: { ...account, weight: 60 } }],
      now,
      bare,
    );
    expect(overtakenIn(of({ weight: 60 }), meanwhile)).toEqual(["weight"]);
    expect(overtakenIn(of({ weight: 60 }), of({ weight: 61 }))).toEqual(["weight"]);
  });

  test("names the table where a row is gone or came in addition", () => {
    expect(overtakenIn(of({ weight: 60 }), [])).toEqual(["gatewayAccounts"]);
    const more = [...of({ weight: 60 }), { table: "routes", id: "2", name: null, names: null, before: {}, after: {} }];
    expect(overtakenIn(of({ weight: 60 }), more)).toEqual(["routes"]);
  });

  test("takes new rows for the same whatever ids and numbers the server gave them, and no others", () => {
    const fresh = (id: string, number: string, fee: string) =>
      differencesOf([{ table: "refunds", id, before: null, after: { id, refundNo: number, fee } }], now, bare);
    const asked = fresh("rf_01J00000000000000000000000", "RF202611217K3M9QX2TD", "320");
    expect(overtakenIn(asked, fresh("rf_01J00000000000000000000001", "RF202611217K3M9QX2TE", "320"))).toEqual([]);
    expect(overtakenIn(asked, fresh("rf_01J00000000000000000000001", "RF202611217K3M9QX2TE", "500"))).toContain("fee");
  });
});

describe("targetOf", () => {
  test("names the rows that exist, in one order, and no new ones", () => {
    const rows = [
      { table: "b", id: "2", name: "Two", names: null, before: {}, after: {} },
      { table: "a", id: "1", name: "One", names: null, before: {}, after: null },
      { table: "c", id: "3", name: "New", names: null, before: null, after: {} },
    ];
    expect(targetOf(rows)).toBe("a:1 b:2");
    expect(targetOf(rows.slice(2))).toBeNull();
  });
});

describe("people", () => {
  const one = { id: 1, email: "A@shop.example ", phone: null, jobNum: "17", formerMarks: [] };
  test("are the same by e-mail, phone or number, however written, and not by what both lack", () => {
    expect(isSamePerson(one, { id: 2, email: "a@SHOP.example", phone: null, jobNum: null, formerMarks: [] })).toBe(
      true,
    );
    expect(isSamePerson(one, { id: 2, email: null, phone: null, jobNum: "17", formerMarks: [] })).toBe(true);
    expect(isSamePerson(one, { id: 2, email: null, phone: null, jobNum: null, formerMarks: [] })).toBe(false);
    const changed = {
      id: 2,
      email: "else@shop.example",
      phone: null,
      jobNum: null,
      formerMarks: ["email:a@shop.example"],
    };
    expect(isSamePerson(one, changed)).toBe(true);
  });

  test("are counted once however many accounts they have", () => {
    const other = { id: 3, email: null, phone: null, jobNum: null, formerMarks: [] };
    expect(countPeople([one, { ...one, id: 2 }, other])).toBe(2);
  });
});
