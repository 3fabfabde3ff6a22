import { expect, test } from "vitest";
import { type OrderAsking, orderListWorks, orderReadWorks } from "./order-works.ts";

const number = "0123456789ABCDEFGHJKMNPQRS";
const session = { token: "", account: "" } as never;
const asking: OrderAsking = {
  platform: session,
  merchant: session,
  sought: {
    id: `ord_${number}`,
    merchantId: `mer_${number}`,
    orderNo: "OR202601010000000001",
    attemptNo: "AT202601010000000001",
    merchantOrderNo: "M-1",
    transactionNo: "T1",
    email: "emma.smith1@mail.example",
    cardBin: "400000",
    cardLast4: "0042",
    ip: "10.1.2.3",
  },
  deepCursor: "a place far down",
  month: ["2026-08-31T22:00:00.000Z", "2026-09-30T22:00:00.000Z"],
  year: ["2025-11-24T00:00:00.000Z", "2026-11-24T00:00:00.000Z"],
};

test("what the benchmark asks for is what the operations take", () => {
  const works = [...orderListWorks(asking), ...orderReadWorks(asking)];
  const refused = works.flatMap(({ name, resource, operation, input }) => {
    const parsed = resource.operations[operation]?.input.safeParse(input);
    return parsed?.success ? [] : [`${name}: ${parsed?.error?.message}`];
  });
  expect(works.length).toBeGreaterThan(150);
  expect(refused).toEqual([]);
});
