import { createHash, createHmac } from "node:crypto";
import { usd } from "@countinghouse/money/build-money.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paymentCaptured } from "./capture.postings.ts";
import type { Journal } from "./journal.ts";
import {
  CHAIN_START,
  headMac,
  keyedLink,
  sealedJournalColumns,
  sealedPostingColumns,
  sealedSealColumns,
  unkeyedLink,
} from "./seal.ts";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const keyed = (key: string) => (text: string) => createHmac("sha256", key).update(text, "utf8").digest("hex");

const rowOf = (columns: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(columns.map((column, index) => [column, String(index)]));
type Seal = Parameters<typeof keyedLink>[0];
type Stored = Parameters<typeof keyedLink>[1];
const seal = rowOf(sealedSealColumns) as unknown as Seal;
const stored = {
  journal: rowOf(sealedJournalColumns),
  postings: [rowOf(sealedPostingColumns), rowOf(sealedPostingColumns)],
} as unknown as Stored;

describe("keyedLink", () => {
  const whole = keyedLink(seal, stored, keyed("k"));

  test("is another under another key", () => {
    expect(keyedLink(seal, stored, keyed("k"))).toBe(whole);
    expect(keyedLink(seal, stored, keyed("l"))).not.toBe(whole);
  });

  test("is another when any column of seal, journal or posting is another, or nothing", () => {
    for (const value of ["other", null]) {
      const altered = [
        ...sealedSealColumns.map((column) => keyedLink({ ...seal, [column]: value }, stored, keyed("k"))),
        ...sealedJournalColumns.map((column) =>
          keyedLink(seal, { ...stored, journal: { ...stored.journal, [column]: value } }, keyed("k")),
        ),
        ...sealedPostingColumns.map((column) =>
          keyedLink(
            seal,
            { ...stored, postings: stored.postings.map((line) => ({ ...line, [column]: value })) },
            keyed("k"),
          ),
        ),
      ];
      expect(altered).not.toContain(whole);
      expect(new Set(altered).size).toBe(altered.length);
    }
  });

  test("is another without a posting and with the postings in another order", () => {
    const [first, second] = stored.postings.map((line, index) => ({ ...line, line: index }));
    if (!first || !second) throw new Error("two postings are needed");
    const hashes = [[first, second], [second, first], [first], []].map((postings) =>
      keyedLink(seal, { ...stored, postings }, keyed("k")),
    );
    expect(new Set(hashes).size).toBe(4);
  });
});

describe("headMac", () => {
  test("is another when any part is another", () => {
    const head = { merchantId: "m", book: "live", length: 3, hash: "h", sealedAt: "t", keyId: "i" } as const;
    const others = [
      head,
      { ...head, merchantId: "n" },
      { ...head, book: "test" as const },
      { ...head, length: 2 },
      { ...head, hash: "g" },
      { ...head, sealedAt: "u" },
      { ...head, keyId: "j" },
    ];
    expect(new Set(others.map((one) => headMac(one, keyed("k")))).size).toBe(others.length);
  });
});

describe("unkeyedLink", () => {
  const journal: Journal = {
    ...paymentCaptured({ merchantId: "m1", gatewayAccountId: "g1", amount: usd(1) }),
    journalId: "j1",
    book: "live",
    eventId: "e1",
    part: "",
    orderId: "o1",
    effectiveDate: "2026-05-21",
    postedAt: "2026-05-21T09:00:00.000Z",
    description: "",
    operatorId: null,
    reversalOf: null,
  };

  test("stays what seals of the first scheme hold", () => {
    expect(unkeyedLink(CHAIN_START, journal, sha256)).toBe(
      sha256(
        `${CHAIN_START}["m1","j1","live","J01","e1","","o1","2026-05-21","2026-05-21T09:00:00.000Z","",null,null,[["plt:gateway_receivable:USD:g1","mer:m1:pending:USD","1","USD"]]]`,
      ),
    );
  });

  test("writes one text per journal, so that no two journals share one", () => {
    const parts = fc.record({ description: fc.string(), eventId: fc.string(), part: fc.string() });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const isSame = a.description === b.description && a.eventId === b.eventId && a.part === b.part;
        const linkOf = (one: typeof a) => unkeyedLink(CHAIN_START, { ...journal, ...one }, sha256);
        expect(linkOf(a) === linkOf(b)).toBe(isSame);
      }),
    );
  });
});
