import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { menuPages } from "@countinghouse/contract/menu-pages.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { describe, expect, test } from "vitest";
import { root, trackedFiles } from "./sources.ts";

const foldersOf = (path: string): string[] =>
  existsSync(join(root, path))
    ? readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : [];

/** Folders of the contract that hold no resource. */
const notModules = ["kit", "platform"];

/** Console modules without a resource of their own, and why. */
const withoutResource: Readonly<Record<string, string>> = {
  "user-centre": "one's own account, which sign-in and sessions answer for",
};

/** Server modules without a resource of their own, and why. */
const withoutContract: Readonly<Record<string, string>> = {
  connector: "calls to gateways, which the modules of payments make",
  inbound: "what gateways tell, which the resource webhook shows",
};

/** Modules whose resources need no page: the shell or another page speaks for them. */
const withoutPage = (folder: string): boolean => !foldersOf("apps/console/src/modules").includes(folder);

describe("modules", () => {
  const contractFolders = foldersOf("packages/contract/src").filter((name) => !notModules.includes(name));
  const lacks = (folder: string, role: string): boolean =>
    !existsSync(join(root, folder)) || !readdirSync(join(root, folder)).some((file) => file.endsWith(role));

  test("every contract folder has its words", () => {
    expect(contractFolders.length).toBeGreaterThan(10);
    expect(contractFolders.filter((name) => lacks(`packages/contract/src/${name}`, ".messages.ts"))).toEqual([]);
  });

  test("every contract folder is answered by the server module of the same name", () => {
    expect(contractFolders.filter((name) => lacks(`apps/server/src/modules/${name}`, ".routes.ts"))).toEqual([]);
  });

  test("every server module speaks through a contract folder of the same name", () => {
    const strays = foldersOf("apps/server/src/modules").filter(
      (name) => !contractFolders.includes(name) && !(name in withoutContract),
    );
    expect(strays).toEqual([]);
  });

  test("every console module stands on a contract folder of the same name", () => {
    const strays = foldersOf("apps/console/src/modules").filter(
      (name) => !contractFolders.includes(name) && !(name in withoutResource),
    );
    expect(strays).toEqual([]);
  });

  const pages = trackedFiles()
    .map((path) => /^apps\/console\/src\/modules\/(.+\.(?:list|page))\.tsx$/.exec(path)?.[1])
    .filter((page): page is string => page !== undefined);
  const entries = [
    ...menuPages.map(({ component }) => component),
    ...resources.flatMap((resource) => ("menu" in resource && resource.menu ? [resource.menu.component] : [])),
  ];
  /** Pages that are reached without a menu: the short list of hidden routes. */
  const hiddenPages = readFileSync(join(root, "apps/console/src/app/routes/hidden-pages.ts"), "utf8");
  const hidden = [...hiddenPages.matchAll(/component: "([^"]+)"/g)].map(([, component]) => component ?? "");

  test("every menu entry leads to exactly one page", () => {
    expect(entries.filter((component) => !pages.includes(component))).toEqual([]);
    expect(new Set(entries).size).toBe(entries.length);
  });

  test("every page has a menu entry", () => {
    expect(pages.filter((page) => !entries.includes(page) && !hidden.includes(page))).toEqual([]);
  });

  test("a module with a menu entry has a console folder", () => {
    const folders = entries.map((component) => component.split("/")[0] ?? "");
    expect(folders.filter(withoutPage)).toEqual([]);
  });
});
