import { join } from "node:path";
import { createVitest, type TestCase, type TestModule, type Vitest } from "vitest/node";

/** What came of one run of some tests. */
export interface Outcome {
  readonly run: number;
  /** Full titles of the tests that failed. */
  readonly red: readonly string[];
  /** What the first of them expected in vain. */
  readonly reason: string;
  /** What failed outside of a test: a file that does not load, a hook. */
  readonly broken: readonly string[];
}

export interface Selection {
  readonly tests: readonly string[];
  readonly named?: string | undefined;
}

/** The suites of a tree, on one throw-away database server for all runs. */
export interface Suite {
  run(selection: Selection): Promise<Outcome>;
  /** Makes the next run read a file anew. */
  reread(file: string): void;
  cancel(): Promise<void>;
  close(): Promise<void>;
}

/** Signals by which people end a run. */
export const endings = ["SIGINT", "SIGTERM"] as const;

/** Without the listeners that end the process at once: database and tree would be left behind. */
async function deafened<R>(open: () => Promise<R>): Promise<R> {
  const heard = endings.map((signal) => [signal, process.listeners(signal)] as const);
  const opened = await open();
  for (const [signal, before] of heard)
    for (const listener of process.listeners(signal)) if (!before.includes(listener)) process.off(signal, listener);
  return opened;
}

/** Opens the server's suites of the tree. The working directory becomes the tree, as for whoever runs its tests. */
export async function openSuite(tree: string): Promise<Suite> {
  process.chdir(tree);
  const vitest = await deafened(() => open(tree));
  const [project] = vitest.projects;
  if (!project) throw new Error("the suites of the server were not found");
  return {
    run: async ({ tests, named }) => {
      const options = named === undefined ? {} : { testNamePattern: new RegExp(named) };
      const specifications = tests.map((test) => project.createSpecification(join(tree, test), options));
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      // Those of earlier runs are told again.
      const own = testModules.filter(({ moduleId }) => specifications.some((each) => each.moduleId === moduleId));
      const broken = [...own.flatMap(failuresOutside), ...unhandledErrors.map(sentenceOf)];
      return { ...countedIn(own), broken };
    },
    reread: (file) => vitest.invalidateFile(join(tree, file)),
    cancel: () => vitest.cancelCurrentRun("keyboard-input"),
    close: () => vitest.close(),
  };
}

const open = (tree: string): Promise<Vitest> =>
  createVitest("test", {
    root: tree,
    config: join(tree, "vitest.config.ts"),
    project: ["server"],
    watch: false,
    reporters: [{}],
    // A kept transformation must not stand for a file that was changed a moment ago.
    fsModuleCache: false,
  });

function countedIn(modules: readonly TestModule[]): Omit<Outcome, "broken"> {
  const stateOf = (test: TestCase) => test.result().state;
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const red = tests.filter((test) => stateOf(test) === "failed");
  return {
    run: tests.filter((test) => ["passed", "failed"].includes(stateOf(test))).length,
    red: red.map(({ fullName }) => fullName),
    reason: sentenceOf(red[0]?.result().errors?.[0]).split("\n")[0] ?? "",
  };
}

const failuresOutside = (module: TestModule): string[] =>
  [module, ...module.children.allSuites()].flatMap((part) => part.errors().map(sentenceOf));

const sentenceOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
