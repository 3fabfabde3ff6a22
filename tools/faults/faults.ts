import { parseArgs } from "node:util";
import { machine, say } from "../bench/report.ts";
import { appKilled } from "./app-killed.ts";
import { databaseKilled, databaseStopped } from "./database-lost.ts";
import { drains } from "./drains.ts";
import { type Findings, foundLoss, report } from "./findings.ts";
import { gatewayFaults } from "./gateway-faults.ts";
import { lostAnswers } from "./lost-answers.ts";
import { databaseKilledOut, moneyOutRaces } from "./money-out.ts";
import { notifications } from "./notifications.ts";
import { races } from "./races.ts";
import { repeats } from "./repeats.ts";
import { openRig } from "./rig.ts";
import type { Run, RunOptions } from "./run.ts";
import { startTimeline } from "./timeline.ts";

/** A commit is acknowledged before it is on the disk, by up to half a minute. */
const forgetful = { synchronous_commit: "off", wal_writer_delay: "10s" };

const runs: readonly Run[] = [
  { id: "FT-01", promises: "P-01, P-04: nodes killed under load", defaults: { kills: 50 }, play: appKilled },
  { id: "FT-02", promises: "P-50: database stopped, sessions ended", play: databaseStopped },
  { id: "FT-03", promises: "P-02: database killed", defaults: { kills: 10 }, red: forgetful, play: databaseKilled },
  {
    id: "FT-03-out",
    promises: "P-02: database killed while money goes back and out",
    defaults: { kills: 6, rate: 3 },
    red: forgetful,
    play: databaseKilledOut,
  },
  { id: "FT-08", promises: "P-18: gateways out of order", defaults: { seconds: 140, rate: 2 }, play: gatewayFaults },
  {
    id: "FT-09",
    promises: "P-14, P-15: notifications doubled, late, shuffled, lost",
    defaults: { seconds: 280, kills: 5 },
    play: notifications,
  },
  { id: "FT-29", promises: "P-10: answers to commits lost", defaults: { kills: 1_000, rate: 5 }, play: lostAnswers },
  { id: "P-05", promises: "P-05: nodes restarted under load", defaults: { kills: 10 }, play: drains },
  { id: "P-10", promises: "P-10 to P-13: one key, many calls", play: repeats },
  { id: "P-17", promises: "P-16, P-17: 64 refunds, 64 withdrawals at once over two nodes", play: moneyOutRaces },
  { id: "P-16", promises: "P-16, P-17: one order, many wishes", defaults: { kills: 20 }, play: races },
];

const settings = {
  only: { type: "string" },
  seed: { type: "string", default: "1" },
  rate: { type: "string" },
  seconds: { type: "string" },
  kills: { type: "string" },
  red: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const usage = `npm run faults [-- options]
  --only=FT-01,FT-29   some of: ${runs.map(({ id }) => id).join(", ")}
  --seed=1             repeats every choice made by chance
  --rate=4             new orders a second
  --seconds=60         length of the faults, where they are not counted
  --kills=50           kills, restarts or cuts, where they are counted
  --red                takes the promise away where that can be done: the run has to find the loss`;

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

function optionsOf(run: Run, values: { readonly [name: string]: string | boolean | undefined }): RunOptions {
  const told = (name: keyof RunOptions & ("rate" | "seconds" | "kills" | "seed")) =>
    numberOf(values[name] as string | undefined);
  return {
    seed: told("seed") ?? 1,
    rate: told("rate") ?? run.defaults?.rate ?? 4,
    seconds: told("seconds") ?? run.defaults?.seconds ?? 60,
    kills: told("kills") ?? run.defaults?.kills ?? 20,
    warmUpSeconds: run.defaults?.warmUpSeconds ?? 10,
  };
}

async function play(run: Run, options: RunOptions, settings: Run["red"] = {}): Promise<Findings> {
  const timeline = startTimeline();
  say(`\n== ${run.id} ${run.promises} ${JSON.stringify({ ...options, ...settings })}`);
  const rig = await openRig({ timeline, seed: options.seed, settings });
  try {
    return await run.play(rig, options);
  } finally {
    await rig.close();
  }
}

const { values } = parseArgs({ options: settings });
if (values.help) {
  say(usage);
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
const wanted = values.only?.split(",");
const unknown = wanted?.filter((id) => !runs.some((run) => run.id === id)) ?? [];
if (unknown.length > 0) {
  say(`${unknown.join(", ")}: not known.\n${usage}`);
  process.exit(2);
}
say(machine());
let isBroken = false;
for (const run of runs.filter(({ id, red }) => (wanted?.includes(id) ?? true) && (!values.red || red))) {
  const findings = await play(run, optionsOf(run, values), values.red ? run.red : {});
  report(run.id, run.promises, findings);
  if (values.red) say(`${run.id}: a loss ${foundLoss(findings) ? "was found, as it must be" : "WAS NOT FOUND"}`);
  isBroken ||= values.red ? !foundLoss(findings) : findings.broken.length > 0;
}
// A connection that hangs in a gate must not keep the verdict from whoever waits for it.
process.exit(isBroken ? 1 : 0);
