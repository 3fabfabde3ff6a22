import { expect, test } from "vitest";
import { emptyBook, type Payment } from "../src/book.ts";
import { readBook, writeBook } from "../src/snapshot.ts";

test("a book of an older version is read with what its payments had not then", () => {
  const book = emptyBook(1, "salt");
  book.payments.set("pay_old", { id: "pay_old", status: "captured" } as Payment);
  book.payments.set("pay_new", { id: "pay_new", consent: "cst_1", metadata: { till: "4" } } as unknown as Payment);
  const { payments } = readBook(writeBook(book));
  const added = { attempt: null, consent: null, metadata: {}, captures: [] };
  expect(payments.get("pay_old")).toEqual({ id: "pay_old", status: "captured", ...added });
  expect(payments.get("pay_new")).toMatchObject({ consent: "cst_1", metadata: { till: "4" } });
});
