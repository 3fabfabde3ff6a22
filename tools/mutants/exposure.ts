import { attack, type Mutant } from "./mutant.ts";

const screen = "apps/server/src/platform/http/screen-input.ts";
const cardNumbers = "packages/contract/src/platform/card-number.ts";
const openInput = "apps/server/src/modules/integration/open-api/open-input.service.ts";

/** What is kept, and what strangers may make us work for. */
export const exposure: readonly Mutant[] = [
  {
    control: "a card number is refused in what the console sends",
    file: "apps/server/src/platform/http/parse-input.ts",
    find: "if (cardNumbers.length > 0) {",
    replace: "if (false) {",
    tests: [attack("n-card-numbers")],
    named: "field of (sysPos|sysNotice|merchant):add",
  },
  {
    control: "a card number is refused in what a merchant's server sends",
    file: openInput,
    find: "if (cardNumbers.length > 0) {",
    replace: "if (false) {",
    tests: [attack("n-card-numbers")],
    named: "field of (createOrder|cancelOrder)",
  },
  {
    control: "a card number is found in digits of any script",
    file: cardNumbers,
    find: "if (isAscii(text)) return { plain: text };",
    replace: "return { plain: text };",
    tests: ["packages/contract/src/platform/card-number.test.ts"],
  },
  {
    control: "a card number is found however it is grouped",
    file: cardNumbers,
    find: "[\\\\s\\\\p{Pd}\\\\p{Pc}",
    replace: "[\\\\p{Pc}",
    tests: ["packages/contract/src/platform/card-number.test.ts"],
  },
  {
    control: "a card number is no idempotency key",
    file: "apps/server/src/platform/http/idempotency.ts",
    find: "if (hasCardNumber(header)) {",
    replace: "if (false) {",
    tests: [attack("n-card-numbers")],
    named: "nonce and key|no account to sign in",
  },
  {
    control: "a gateway's notification is kept without card numbers",
    file: "apps/server/src/modules/integration/inbound/inbound.service.ts",
    find: "const kept = bodyWithoutCardNumbers(body);",
    replace: "const kept = body;",
    tests: [attack("n-card-numbers")],
    named: "that a gateway tells",
  },
  {
    control: "a row of a file with a card number is refused",
    file: "apps/server/src/modules/payments/order-import/import-row.policy.ts",
    find: "    refuseCardNumbers(plan, cells);\n",
    replace: "",
    tests: ["apps/server/src/modules/payments/order-import/order-import.test.ts"],
    named: "card number",
  },
  {
    control: "an input goes as deep as its operation takes",
    file: screen,
    find: "if (depth > limits.depth) throw",
    replace: "if (false) throw",
    tests: [attack("m-limits")],
    named: "fifty thousand deep is refused by (sysPos|coinOrder):",
  },
  {
    control: "an input has as many members as its operation takes",
    file: screen,
    find: "if (seen.members > limits.members) throw",
    replace: "if (false) throw",
    tests: [attack("m-limits")],
    named: "beyond its limits is refused by sys(Pos|Auth):",
  },
  {
    control: "a body is as long as its operation takes",
    file: "apps/server/src/platform/http/server.ts",
    find: "    bodyLimit: limitsOf(operation).bytes,\n",
    replace: "    bodyLimit: 10_000_000,\n",
    tests: [attack("m-limits")],
    named: "for a stranger by|beyond its limits is refused by sysPos:",
  },
  {
    control: "no body is read of somebody who is not signed in",
    file: "apps/server/src/platform/http/server.ts",
    find: "    onRequest: async (request, reply) => {\n      const started",
    replace: "    preHandler: async (request, reply) => {\n      const started",
    tests: [attack("m-limits")],
    named: "not signed in is not even read by sys(Pos|User):",
  },
  {
    control: "a screenful of faults is told",
    file: "apps/server/src/platform/http/parse-input.ts",
    find: ".slice(0, namedMax).map",
    replace: ".map",
    tests: [attack("m-limits")],
    named: "a screenful",
  },
  {
    control: "a connection that dawdles over its head is cut",
    file: "apps/server/src/platform/http/server.ts",
    find: "headersTimeout: headMs,",
    replace: "headersTimeout: 10_000_000,",
    tests: [attack("m-limits")],
    named: "has ten seconds",
  },
  {
    control: "a connection that dawdles over its body is cut",
    file: "apps/server/src/platform/http/server.ts",
    find: "requestTimeout: requestMs,",
    replace: "requestTimeout: 10_000_000,",
    tests: [attack("m-limits")],
    named: "has ten seconds",
  },
];
