import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { areas } from "@countinghouse/contract/areas.ts";
import { menuPages } from "@countinghouse/contract/menu-pages.ts";
import { resources, resourcesByArea } from "@countinghouse/contract/resources.ts";
import { describe, expect, test } from "vitest";
import { expectNone } from "./expect-none.ts";
import { root, trackedFiles } from "./sources.ts";

const foldersOf = (path: string): string[] =>
  existsSync(join(root, path))
    ? readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : [];

/** Folders of the contract that hold no resource. */
const notAreas = ["kit", "platform"];

/** Console modules without a resource of their own, and why. */
const withoutResource: Readonly<Record<string, string>> = {
  "system/user-centre": "one's own account, which sign-in and sessions answer for",
};

/** Server modules without a resource of their own, and why. */
const withoutContract: Readonly<Record<string, string>> = {
  "gateways/connector": "calls to gateways, which the modules of payments make",
  "integration/inbound": "what gateways tell, which the resource webhook shows",
  "payments/agreement": "by what payments are priced, which coinOrder shows",
  "payments/capture-booking": "prices and postings of captures, which coinOrder and capture show",
  "payments/order-acceptance": "what lets an order and a payment begin, which coinOrder shows",
  "payments/order-follow-up": "what is done about orders that nobody waits for, which coinOrder shows",
  "payments/order-outcome": "what becomes of an order by what gateways say, which coinOrder shows",
  "payments/order-processing": "calls to gateways about orders, which coinOrder asks for",
  "payments/order-record": "rows, story and events of orders, which coinOrder shows",
  "funds/allocation": "of which batches withdrawals are made, which settlements and cashout show",
  "funds/outbound": "prices, limits and postings of money out, which cashout and payoutOrder ask for",
  "funds/payout": "transfers, which cashout and payoutOrder ask for and show",
  "system/directory": "sign-in at directories, which sysLdap sets up and users are linked to",
  "payments/refund-booking": "shares, fees and postings of refunds, which orderRefund shows",
  "payments/refund-processing": "what becomes of refunds, which orderRefund asks for",
  "payments/refund-record": "rows and events of refunds, which orderRefund shows",
};

/** Modules below `path` as `area/module`. */
const modulesOf = (path: string): string[] =>
  foldersOf(path)
    .filter((area) => !notAreas.includes(area))
    .flatMap((area) => foldersOf(`${path}/${area}`).map((name) => `${area}/${name}`));

const contractHome = "packages/contract/src";
const serverHome = "apps/server/src/modules";
const consoleHome = "apps/console/src/modules";

describe("modules", () => {
  const contractModules = modulesOf(contractHome);
  const serverModules = modulesOf(serverHome);
  const consoleModules = modulesOf(consoleHome);
  const lacks = (folder: string, role: string): boolean =>
    !existsSync(join(root, folder)) || !readdirSync(join(root, folder)).some((file) => file.endsWith(role));

  test("every folder of modules is an area of areas.ts", () => {
    const codes: readonly string[] = areas.map(({ code }) => code);
    expectNone(
      [contractHome, serverHome, consoleHome].flatMap((home) =>
        foldersOf(home)
          .filter((folder) => !codes.includes(folder) && !(home === contractHome && notAreas.includes(folder)))
          .map((folder) => `${home}/${folder} is no area: move it into one of ${codes.join(", ")}`),
      ),
    );
  });

  test("no two areas have a module of one name", () => {
    for (const modules of [contractModules, serverModules, consoleModules]) {
      const names = modules.map((module) => module.split("/")[1] ?? "");
      expectNone(
        names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} stands twice: rename one`),
      );
    }
  });

  test("every resource is listed under the area its folder lies in", () => {
    const imported = new Map(
      [
        ...readFileSync(join(root, `${contractHome}/resources.ts`), "utf8").matchAll(
          /\{ (\w+) \} from "\.\/([^/"]+)\//g,
        ),
      ].map(([, name, folder]) => [name, folder]),
    );
    expectNone(
      areas.flatMap(({ code }) =>
        resourcesByArea[code]
          .filter(({ name }) => imported.has(name) && imported.get(name) !== code)
          .map(
            ({ name }) => `${name} lies in ${imported.get(name)}: list it there in resources.ts, or move its folder`,
          ),
      ),
    );
  });

  test("every contract module has its words", () => {
    expect(contractModules.length).toBeGreaterThan(10);
    expectNone(
      contractModules
        .filter((module) => lacks(`${contractHome}/${module}`, ".messages.ts"))
        .map((module) => `add ${contractHome}/${module}/${module.split("/")[1]}.messages.ts`),
    );
  });

  test("every contract module is answered by the server module of the same name", () => {
    expectNone(
      contractModules
        .filter((module) => lacks(`${serverHome}/${module}`, ".routes.ts"))
        .map((module) => `add ${serverHome}/${module}/${module.split("/")[1]}.routes.ts`),
    );
  });

  test("every server module speaks through a contract module of the same name", () => {
    expectNone(
      serverModules
        .filter((module) => !contractModules.includes(module) && !(module in withoutContract))
        .map((module) => `${serverHome}/${module}: add ${contractHome}/${module}, or say in withoutContract why not`),
    );
  });

  test("every console module stands on a contract module of the same name", () => {
    expectNone(
      consoleModules
        .filter((module) => !contractModules.includes(module) && !(module in withoutResource))
        .map((module) => `${consoleHome}/${module}: add ${contractHome}/${module}, or say in withoutResource why not`),
    );
  });

  const pages = trackedFiles()
    .map((path) => /^apps\/console\/src\/modules\/[^/]+\/(.+\.(?:list|page))\.tsx$/.exec(path)?.[1])
    .filter((page): page is string => page !== undefined);
  const entries = [
    ...menuPages.map(({ component }) => component),
    ...resources.flatMap((resource) => ("menu" in resource && resource.menu ? [resource.menu.component] : [])),
  ];
  /** Pages that are reached without a menu: the short list of hidden routes. */
  const hiddenPages = readFileSync(join(root, "apps/console/src/app/routes/hidden-pages.ts"), "utf8");
  const hidden = [...hiddenPages.matchAll(/component: "([^"]+)"/g)].map(([, component]) => component ?? "");

  test("every menu entry leads to exactly one page", () => {
    expectNone(
      entries
        .filter((component) => !pages.includes(component))
        .map((component) => `add the page ${component}.tsx, or correct the menu entry of its resource`),
    );
    expect(new Set(entries).size).toBe(entries.length);
  });

  test("every page has a menu entry", () => {
    expectNone(
      pages
        .filter((page) => !entries.includes(page) && !hidden.includes(page))
        .map((page) => `${page}: give its resource a menu entry, or list it in hidden-pages.ts`),
    );
  });

  test("a module with a menu entry has a console folder", () => {
    const names = consoleModules.map((module) => module.split("/")[1]);
    const missing = entries.map((component) => component.split("/")[0] ?? "").filter((name) => !names.includes(name));
    expectNone(missing.map((name) => `add the page of ${name} below ${consoleHome}`));
  });
});
