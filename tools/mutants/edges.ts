import { attack, type Mutant } from "./mutant.ts";

const edge = "apps/server/src/edge/stock-client";
const hub = `${edge}/hub.ts`;
const hubTests = ["apps/server/test/stock-client/hub.test.ts"];
const doorTests = ["apps/server/test/stock-client/door.test.ts"];
const outbound = "apps/server/src/platform/outbound";
const remoteTests = [`${outbound}/remote-files.test.ts`];
const http = "apps/server/src/platform/http";

/** Clients of another dialect, hosts of others that are asked, and what their answers bring. */
export const edges: readonly Mutant[] = [
  {
    control: "a message to the hub has the form of one",
    file: `${edge}/hub-protocol.ts`,
    find: "Message.parse(JSON.parse(record))",
    replace: "JSON.parse(record)",
    tests: hubTests,
    named: "hangs up on whoever sends",
  },
  {
    control: "what the hub is asked is counted, however many messages it comes in",
    file: hub,
    find: "listener.received += records?.length ?? 0;",
    replace: "listener.received += 1;",
    tests: hubTests,
    named: "counts what it is asked",
  },
  {
    control: "a session comes to the hub so often and no oftener",
    file: hub,
    find: "opens > opensPerTick",
    replace: "opens > 1_000_000",
    tests: hubTests,
    named: "is opened so often by one session",
  },
  {
    control: "an upload of a stock client is for whoever may upload",
    file: `${edge}/stock-client.ts`,
    find: "assertMay(actor, resource.name, name, operation, platform.clock.now());",
    replace: "",
    tests: doorTests,
    named: "of whoever may not upload",
  },
  {
    control: "nothing of the adapter is there where it is switched off",
    file: "apps/server/src/platform/config/stock-client-config.ts",
    find: 'if (mode === "off") return undefined;',
    replace: "",
    tests: doorTests,
    named: "is closed by default",
  },
  {
    control: "the private key of a stock client is not one that is guessed",
    file: "apps/server/src/platform/config/stock-client-config.ts",
    find: "const pairsMin = 16;",
    replace: "const pairsMin = 0;",
    tests: ["apps/server/src/platform/config/stock-client-config.test.ts"],
    named: "refuses",
  },
  {
    control: "what a directory says is kept without card numbers",
    file: `${outbound}/directory-client.ts`,
    find: 'asKeptText(bytes(attribute)?.toString("utf8") ?? "") || null',
    replace: 'bytes(attribute)?.toString("utf8") || null',
    tests: ["apps/server/src/modules/system/ldap/ldap.test.ts"],
    named: "keeps neither card numbers",
  },
  {
    control: "the name of a fetched file is kept without card numbers",
    file: "apps/server/src/modules/funds/recon/recon-endpoint.service.ts",
    find: "maskCardNumbers(name);",
    replace: "name;",
    tests: ["apps/server/src/modules/funds/recon/recon.endpoint.test.ts"],
    named: "a card number in the name of a file",
  },
  {
    control: "a text that somebody brought is looked through as what it says, in any encoding",
    file: "apps/server/src/modules/operations/file/file.worker.ts",
    find: "hasCardNumber(readableText(stretch))",
    replace: 'hasCardNumber(stretch.toString("latin1"))',
    tests: ["apps/server/src/modules/operations/file/file.test.ts"],
    named: "is refused where a text holds a card number",
  },
  {
    control: "a folder that lists without end is left",
    file: `${outbound}/remote-files.ts`,
    find: "files.length + some.length > remoteFilesMax || answers > listingAnswersMax",
    replace: "files.length + some.length > 10 * remoteFilesMax",
    tests: remoteTests,
    named: "after a hundred thousand",
  },
  {
    control: "a bucket that lists the same page again is left",
    file: "apps/server/src/platform/files/object-bucket.ts",
    find: "if (to && JSON.stringify(to) === JSON.stringify(from))",
    replace: "if (to && JSON.stringify(to) === from)",
    tests: remoteTests,
    named: "names the same next page",
  },
  {
    control: "a host that dawdles over a file is left once the time is over",
    file: `${outbound}/bucket-remote-files.ts`,
    find: 'over.addEventListener("abort", leave);',
    replace: "",
    tests: remoteTests,
    named: "once the time is over",
  },
  {
    control: "a body is measured before anything is made of it",
    file: `${http}/server.ts`,
    find: "measureBody(request, body as string);",
    replace: "",
    tests: [attack("m-strangers")],
    named: "is measured before anything is made of it",
  },
  {
    control: "a text that goes no further is not looked through",
    file: `${http}/screen-input.ts`,
    find: "!goesNoFurther(schema, place) && ",
    replace: "",
    tests: [attack("m-strangers")],
    named: "is not looked through",
  },
];
