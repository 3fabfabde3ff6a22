import { attack, type Mutant } from "./mutant.ts";

const policy = "apps/server/src/modules/payments/order-record/order-record.policy.ts";
const verdicts = "apps/server/src/modules/payments/order-outcome/order-money.policy.ts";
/** Any sequence of events leaves gateway, order and books equal. */
const sequences = "apps/server/test/faults/repeated-calls.test.ts";
const idempotency = "apps/server/src/platform/http/idempotency.ts";

/** Amounts, keys, and one order in many hands. */
export const money: readonly Mutant[] = [
  {
    control: "a key makes one request of many",
    file: "apps/server/src/modules/integration/open-api/run-open.service.ts",
    find: "if (claim === undefined) {\n    const call",
    replace: "if (claim !== null) {\n    const call",
    tests: ["apps/server/src/modules/integration/open-api/open-api.idempotency.test.ts"],
    named: "without a second run|lets one of many parallel",
  },
  {
    control: "a key stands for the request that it came with first",
    file: idempotency,
    find: "if (!hashesOf(claim).includes(held.requestHash)) throw",
    replace: "if (false) throw",
    tests: [attack("g-open-api")],
    named: "changed by one letter",
  },
  {
    control: "the answer to a key is kept for three days",
    file: "apps/server/src/platform/http/idempotency.ts",
    find: "const keptHours = 72;",
    replace: "const keptHours = 720;",
    tests: ["apps/server/src/modules/integration/open-api/open-api.idempotency.test.ts"],
    named: "kept for three days",
  },
  {
    control: "a key is bound to its order for thirty days",
    file: "apps/server/src/platform/http/idempotency.ts",
    find: "const boundDays = 30;",
    replace: "const boundDays = 300;",
    tests: [attack("g-open-api")],
    named: "long gone",
  },
  {
    control: "an amount of an order is a whole number above zero",
    file: "packages/contract/src/integration/open-api/open-fields.ts",
    find: "const SentAmount = z.int().positive().max(Number.MAX_SAFE_INTEGER);",
    replace: "const SentAmount = z.number();",
    tests: [attack("g-open-api")],
    named: "as the amount",
  },
  {
    control: "no more is captured than was reserved",
    file: policy,
    find: "if (askedMinor <= 0n || askedMinor > order.leftMinor)",
    replace: "if (false)",
    tests: [attack("g-console")],
    named: "is a capture of",
  },
  {
    control: "an order takes the steps of its life",
    file: policy,
    find: "if (!isCallAllowed(phase, event)) throw refusalOfMove(phase, event);",
    replace: "",
    tests: [attack("g-console")],
    named: "is refused: |captured once",
  },
  {
    control: "two commands about one order wait for each other",
    file: "apps/server/src/modules/payments/order-record/order-record.store.ts",
    find: `    .where("id", "=", orderId)\n    .forUpdate()\n`,
    replace: `    .where("id", "=", orderId)\n`,
    // Steps of an order's story are numbered without a gap: of two that are written at once, the database refuses one.
    behind: [
      {
        file: "apps/server/src/modules/payments/order-record/order-move.service.ts",
        find: "after: timelineSeq }, timeline);",
        replace: "after: timelineSeq + Math.floor(Math.random() * 1_000_000) }, timeline);",
      },
    ],
    tests: [attack("g-console"), attack("g-open-api")],
    named: "captured once however often|captured or released|by both|in parallel",
  },
  {
    control: "a command is about the order as it was read",
    file: "apps/server/src/modules/payments/coin-order/order-command.service.ts",
    find: "if (version !== undefined && version !== null) assertFresh(",
    replace: "if (false) assertFresh(",
    tests: [attack("g-console")],
    named: "on an older version",
  },
  {
    control: "reservations of other attempts go back once one paid the order",
    file: "apps/server/src/modules/payments/order-outcome/order-release.service.ts",
    find: `    if (attempt.status === "authorized") timeline.push(await releaseReserved(ctx, attempt));\n`,
    replace: "",
    tests: [sequences],
    named: "nothing reserved",
  },
  {
    control: "the rest goes back beside a wrong amount",
    file: verdicts,
    find: `...notOurs("amount_mismatch", "critical", amount), ...rest];`,
    replace: `...notOurs("amount_mismatch", "critical", amount)];`,
    tests: [sequences],
    named: "nothing reserved",
  },
  {
    control: "what a gateway reserved twice goes back",
    file: verdicts,
    find: `gatewayStatus.kind === "authorized" ? [{ do: "releaseTwin" }] : [];`,
    replace: "[];",
    tests: [sequences],
    named: "nothing reserved",
  },
  {
    control: "the books say what the gateway took, to the minor unit",
    file: "apps/server/src/modules/payments/capture-booking/capture-booking.postings.ts",
    find: ": paymentCaptured({ ...at, amount }),",
    replace: ": paymentCaptured({ ...at, amount: { ...amount, amountMinor: amount.amountMinor - 1n } }),",
    tests: [sequences],
    named: "nothing reserved",
  },
  {
    control: "a payment whose process died is given up when the gateway has twice not heard of it, and not before",
    file: "apps/server/src/modules/payments/order-outcome/order-outcome.service.ts",
    find: "if (latencyMs !== null || upstreamIntentId !== null || upstreamAttemptId !== null) return false;",
    replace: "if (latencyMs === -1) return false;",
    tests: ["apps/server/test/faults/killed-before-call.test.ts"],
    named: "whose answer was lost on the way",
  },
  {
    control: "a process that stood still sends nothing that was given up",
    file: "apps/server/src/modules/payments/order-processing/order-call.service.ts",
    find: 'const isLate = hasWaited || pace === "after a wait" || isStale();',
    replace: 'const isLate = hasWaited || (pace === "after a wait" && isStale !== undefined);',
    tests: ["apps/server/test/faults/killed-before-call.test.ts"],
    named: "stood still for as long",
  },
];
