import { expect, test } from "vitest";
import type { AttemptRow } from "../payment-attempt/index.ts";
import { decidedPayment } from "./order-attempt.service.ts";

const attempt = (status: AttemptRow["status"], authorizedAmount = "0") =>
  ({
    merchantId: "mer_1",
    status,
    amount: "10000",
    currency: "USD",
    authorizedAmount,
    paymentMethod: "card_visa",
    cardCountry: "US",
    startedTime: "2026-06-01T00:00:00.000Z",
  }) as unknown as AttemptRow;

test.each([
  ["declined", true],
  ["expired", false],
  ["voided", false],
] as const)("a payment that is captured after it was %s counts against the caps", (before, wasDeclined) => {
  expect(decidedPayment(attempt(before), attempt("captured", "10000"))).toMatchObject({
    isApproved: true,
    wasDeclined,
  });
});

test("a payment that was reserved before counts no second time when it is captured after all", () => {
  expect(decidedPayment(attempt("authorized", "10000"), attempt("captured", "10000"))).toBeNull();
  expect(decidedPayment(attempt("expired", "10000"), attempt("captured", "10000"))).toBeNull();
  expect(decidedPayment(attempt("captured", "10000"), attempt("captured", "10000"))).toBeNull();
});
