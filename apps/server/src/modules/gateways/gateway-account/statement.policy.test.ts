import { expect, test } from "vitest";
import { statementText } from "./statement.policy.ts";

test.each([
  [{ prefix: null, own: null }, null, null],
  [{ prefix: null, own: null }, "SHOP", "SHOP"],
  [{ prefix: "ACME", own: null }, "SHOP", "ACME*SHOP"],
  [{ prefix: "ACME", own: null }, null, "ACME"],
  [{ prefix: "ACME", own: "OWN TEXT" }, "SHOP", "OWN TEXT"],
  [{ prefix: "TENLETTERS", own: null }, "A LONG NAME OF A SHOP", "TENLETTERS*A LONG NAME"],
])("of %j and the order's %j the payer reads %j", (words, text, read) => {
  expect(statementText(words, text)).toBe(read);
});
