import { attack, contract, type Mutant } from "./mutant.ts";

const search = "apps/server/src/platform/http/masked-search.ts";
const endpoints = "apps/server/src/modules/integration/merchant-webhook-config/merchant-webhook-config";

/** What is known of people, and what of the logs about them. */
export const personalData: readonly Mutant[] = [
  {
    control: "a part of what is masked finds nothing",
    file: search,
    find: `if (!isWhole) throw refusal(resource, name, input, "maskedPart");`,
    replace: "",
    tests: [contract("masked-search")],
    named: "finds by the whole value alone",
  },
  {
    control: "a whole value finds those that have it, and none that begin with it",
    file: "apps/server/src/platform/db/list-query.ts",
    find: "sent[wholly]?.includes(name) ?? false",
    replace: "false",
    tests: [contract("masked-search")],
    named: "orders by the e-mail",
  },
  {
    control: "a list is not sorted by what is masked",
    file: search,
    find: "isMasked(sent.field))",
    replace: "false)",
    tests: [contract("masked-search")],
    named: "a sort by personal data",
  },
  {
    control: "a recorded read says what it showed",
    file: "apps/server/src/platform/http/run-operation.ts",
    find: `if (operation.kind === "query" && !changes.some(({ isRead }) => isRead))`,
    replace: "if (false)",
    tests: ["apps/server/src/platform/http/recorded-read.test.ts"],
    named: "a read that is recorded",
  },
  {
    control: "rows of a log leave only where as many were archived",
    file: "apps/server/src/platform/jobs/log-archive.ts",
    find: "if (removed !== rows.length)",
    replace: "if (false)",
    tests: [attack("n-log-archives")],
    named: "stays where the archive",
  },
  {
    control: "an address of a webhook is kept in one spelling",
    file: `${endpoints}.service.ts`,
    find: "return calledAs(url);",
    replace: "return text;",
    tests: [`${endpoints}.address.test.ts`],
    named: "in one spelling",
  },
  {
    control: "the public address of an installation is an origin",
    file: "apps/server/src/platform/config/public-address.ts",
    find: "return /^https?:$/.test(protocol) &&",
    replace: "return /^https?:$/.test(protocol) ||",
    tests: ["apps/server/src/platform/config/config.test.ts"],
    named: "which is no origin",
  },
  {
    control: "the public address of an installation is not its own machine's",
    file: "apps/server/src/platform/config/public-address.ts",
    find: `return ofThisMachine.check(host, family === 4 ? "ipv4" : "ipv6");`,
    replace: "return false;",
    tests: ["apps/server/src/platform/config/config.test.ts"],
    named: "which is this machine",
  },
];
