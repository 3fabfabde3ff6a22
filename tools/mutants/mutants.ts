import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { say } from "../bench/report.ts";
import { groups } from "./groups.ts";
import type { Mutant } from "./mutant.ts";
import { recorded, recordPath, withRecords } from "./record.ts";
import { endings, type Outcome, openSuite, type Suite } from "./suite.ts";
import { copyTree, type Tree } from "./tree.ts";

const settings = {
  only: { type: "string", default: "" },
  missing: { type: "boolean", default: false },
  record: { type: "boolean", default: false },
  list: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const usage = `npm run mutants [-- options]
Takes one control out at a time, in a copy of the tree, and runs the tests that try the attack: they have to turn red.
  --only=a,b    controls and groups that contain one of these texts
  --missing     controls of which docs/security.md does not tell yet what turned red
  --record      writes what turned red into docs/security.md
  --list        names them and runs nothing`;

/** What a control's absence did. */
interface Verdict {
  readonly mutant: Mutant;
  readonly group: string;
  readonly words: string;
  /** Why the first test failed, for whoever wonders whether it did so for want of the control. */
  readonly reason: string;
  readonly isShown: boolean;
}

const { values } = parseArgs({ options: settings });
if (values.help) {
  say(usage);
  process.exit(0);
}
const known = recorded(readFileSync(recordPath, "utf8"));
const texts = values.only.toLowerCase().split(",");
const wanted = groups.flatMap(({ name, mutants }) =>
  mutants
    .filter(({ control }) => !values.missing || !known.has(control))
    .filter(({ control }) => texts.some((text) => `${name} ${control}`.toLowerCase().includes(text)))
    .map((mutant) => ({ group: name, mutant })),
);
if (wanted.length === 0) {
  say(`No such control or group contains “${values.only}”.\n${usage}`);
  process.exit(2);
}
if (values.list) {
  for (const { group, mutant } of wanted) say(`${group}: ${mutant.control}`);
  process.exit(0);
}

let isStopped = false;
let cancel = (): void => {};
for (const signal of endings) {
  process.once(signal, () => {
    isStopped = true;
    cancel();
  });
}

const unchanged = new Map<string, Outcome>();

/** Runs tests as they are, once for all controls that share them. */
async function asTheyAre(suite: Suite, { tests, named }: Mutant): Promise<Outcome> {
  const key = JSON.stringify([tests, named]);
  const outcome = unchanged.get(key) ?? (await suite.run({ tests, named }));
  unchanged.set(key, outcome);
  return outcome;
}

/** Runs the tests as they are, then without the control. */
async function judge(tree: Tree, suite: Suite, { group, mutant }: (typeof wanted)[number]): Promise<Verdict> {
  const verdict = (isShown: boolean, words: string, reason = ""): Verdict => ({
    group,
    mutant,
    isShown,
    words,
    reason,
  });
  const whole = await asTheyAre(suite, mutant);
  if (whole.red.length + whole.broken.length > 0) return verdict(false, `RED BEFORE: ${firstOf(whole)}`);
  if (whole.run === 0) return verdict(false, "NO TEST has such a title");
  const putBack = await takeOut(tree, suite, mutant);
  try {
    const without = await suite.run(mutant);
    // Tests that never began say nothing about the control.
    if (without.red.length > 0)
      return verdict(true, `${without.red.length} of ${whole.run}: ${without.red[0]}`, without.reason);
    return verdict(false, without.broken.length > 0 ? `DOES NOT RUN: ${firstOf(without)}` : "SURVIVED");
  } finally {
    await putBack();
  }
}

/** Takes the control out, with what stands behind it; answers how to put everything back. */
async function takeOut(tree: Tree, suite: Suite, mutant: Mutant): Promise<() => Promise<void>> {
  const undoing: (() => Promise<void>)[] = [];
  for (const { file, find, replace } of [mutant, ...(mutant.behind ?? [])]) {
    const putBack = await tree.edit(file, find, replace);
    suite.reread(file);
    undoing.push(async () => {
      await putBack();
      suite.reread(file);
    });
  }
  return async () => {
    // Last first: two edits may be of one file.
    for (const undo of undoing.toReversed()) await undo();
  };
}

const firstOf = ({ red, broken }: Outcome): string => (red[0] ?? broken[0] ?? "").split("\n")[0] ?? "";

async function judgeAll(tree: Tree): Promise<Verdict[]> {
  const suite = await openSuite(tree.path);
  cancel = () => void suite.cancel();
  const verdicts: Verdict[] = [];
  try {
    for (const each of wanted) {
      if (isStopped) break;
      const started = performance.now();
      const verdict = await judge(tree, suite, each);
      if (isStopped) break;
      verdicts.push(verdict);
      const seconds = Math.round((performance.now() - started) / 1000);
      const { isShown, words, reason } = verdict;
      say(`${isShown ? "red" : "NOT SHOWN"} | ${each.mutant.control} | ${words} | ${reason} (${seconds} s)`);
    }
  } finally {
    await suite.close();
  }
  return verdicts;
}

/** Says how it ended, and writes into the document what turned red where that was asked for. */
function report(verdicts: readonly Verdict[]): void {
  const shown = verdicts.filter(({ isShown }) => isShown);
  const ran = new Map(shown.map(({ mutant, words }) => [mutant.control, words.replaceAll("|", "\\|")]));
  if (values.record) writeFileSync(recordPath, withRecords(readFileSync(recordPath, "utf8"), ran));
  say(`\n${shown.length} of ${wanted.length} controls shown red`);
}

const tree = await copyTree();
let verdicts: readonly Verdict[] = [];
try {
  verdicts = await judgeAll(tree);
} finally {
  process.chdir("/");
  await tree.remove();
}
report(verdicts);
process.exitCode = isStopped ? 130 : verdicts.every(({ isShown }) => isShown) ? 0 : 1;
