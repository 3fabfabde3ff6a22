import type { Mutant } from "./mutant.ts";

const ledger = "apps/server/src/modules/funds/ledger";
const tamper = `${ledger}/ledger.tamper.test.ts`;
const heads = `${ledger}/ledger.heads.test.ts`;

/** Books that somebody who owns the database has altered. */
export const books: readonly Mutant[] = [
  {
    control: "a seal is made with a key that is in no table",
    file: `${ledger}/ledger.keys.store.ts`,
    find: "    hmacSha256Hex(key, text);",
    replace: "    key && sha256Hex(text);",
    tests: [tamper],
    named: "lacks nothing but the key",
  },
  {
    control: "a seal covers every column of journal and posting",
    file: "packages/ledger/src/seal.ts",
    find: `  "description",\n  "operatorId",`,
    replace: `  "operatorId",`,
    tests: [`${ledger}/ledger.seal.test.ts`, tamper],
    named: "covers every column|a journal's description",
  },
  {
    control: "what was sealed is not sealed again",
    file: `${ledger}/ledger.seal.store.ts`,
    find: "if (refused.length > 0) return { sealed: 0, refused };",
    replace: "",
    tests: [tamper, heads],
    named: "not sealed again|raise an alarm",
  },
  {
    control: "the head of a chain is known by its key",
    file: `${ledger}/ledger.seal.policy.ts`,
    find: "return hmac !== undefined && headMac(head, hmac) === head.mac;",
    replace: "return hmac !== undefined;",
    tests: [tamper],
    named: "its order, the head",
  },
  {
    control: "a chain reaches as far as its head",
    file: `${ledger}/ledger.verify.service.ts`,
    find: "walk.findings.push(...endFindings(await chainEnd(db, of), keys));",
    replace: "",
    tests: [tamper],
    named: "the last payment|the last seal|the head of the chain",
  },
  {
    control: "a chain is compared with what was told outside",
    file: `${ledger}/ledger.heads.service.ts`,
    find: "at < fresh.length; at += batch",
    replace: "at < 0; at += batch",
    tests: [tamper, heads],
    named: "told outside|compared by every verification",
  },
  {
    control: "heads of a day are written once",
    file: `${ledger}/ledger.head-folder.service.ts`,
    find: 'open(path, "wx", 0o444)',
    replace: 'open(path, "w", 0o444)',
    tests: [heads],
    named: "kept once for a day",
  },
  {
    control: "heads that were altered outside are known",
    file: `${ledger}/ledger.heads.wire.ts`,
    find: "digestOf(told.chains, sha256) === told.digest",
    replace: "told.digest.length > 0",
    tests: [heads],
    named: "when a file was altered",
  },
  {
    control: "an order is compared with what was booked for it",
    file: `${ledger}/ledger.verify.service.ts`,
    find: "for (const { order, journals } of orders) findings.push(...orderFindings(order, journals));",
    replace: "",
    tests: [tamper],
    named: "an order's|a journal's order",
  },
  {
    control: "what a posting repeats is compared with its journal and its accounts",
    file: `${ledger}/ledger.verify.service.ts`,
    find: "for (const { journal, postings } of rows) walk.findings.push(...postingFindings(journal, postings));",
    replace: "",
    tests: [tamper],
    named: "a posting's",
  },
  {
    control: "what a balance repeats is compared with its postings and its account",
    file: `${ledger}/ledger.verify.policy.ts`,
    find: "return [...sums, ...repeated];",
    replace: "return [];",
    tests: [tamper],
    named: "a balance",
  },
  {
    control: "a verification tells nobody what a seal would have to be",
    file: `${ledger}/ledger.seal.policy.ts`,
    find: ".hash}`, null]));",
    replace: ".hash}`, hash]));",
    tests: [`${ledger}/ledger.verify.test.ts`],
    named: "tells nobody",
  },
];
