import { OptionError, readOptions } from "./options.ts";
import { startSimulator } from "./simulator.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A refusal is one sentence; anything else is a defect and shows where it happened. */
function fail(error: unknown): never {
  const text = error instanceof OptionError || !(error instanceof Error) ? String(error) : error.stack;
  process.stderr.write(`${error instanceof OptionError ? error.message : text}\n`);
  process.exit(1);
}

try {
  const simulator = await startSimulator(readOptions(process.env, process.argv.slice(2)), say);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    simulator.stop().then(() => process.exit(0), fail);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // Started by another program over a channel: when that is gone, nobody is left to stop us.
  if (process.channel) process.on("disconnect", stop);
  say(`ready ${simulator.url}`);
} catch (error) {
  fail(error);
}
