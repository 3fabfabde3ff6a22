import { expect, test } from "vitest";
import { headerOf, readRefundRow } from "../../src/modules/payments/refund-import/refund-file.policy.ts";

test("a row of a file of refunds whose remark turns round how it is read is refused, as a form's is", () => {
  const heading = ["Order no.", "Merchant's refund no.", "Amount", "Currency", "Reason", "Remark"];
  const header = headerOf(heading);
  if ("missing" in header) throw new Error(`no column ${header.missing}`);
  const row = (remark: string) =>
    readRefundRow(header, ["OR20260101ABCDEFGHIJ", "R-1", "1.00", "USD", "duplicate", remark], "en").refusal;
  expect(row("Paid twice")).toBeNull();
  expect(row("Paid \u202eeciwt\u202c")).not.toBeNull();
});
