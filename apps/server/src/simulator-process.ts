import { type ChildProcess, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { FastifyBaseLogger } from "fastify";

/** A gateway simulator that runs beside the node and ends with it. */
export interface SimulatorProcess {
  /** Where it answers; stays the same when it had to be started again. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface SimulatorOptions {
  /** Its book is kept here, and the port it had. */
  readonly dataDir: string;
  readonly logger: FastifyBaseLogger;
  /** Where the node takes notifications; this machine's loopback unless told. */
  readonly notifiedHost?: string;
  /** Another program in place of the simulator, for tests of the supervision itself. */
  readonly program?: string;
}

const simulatorProgram = join(import.meta.dirname, "../../simulator/src/main.ts");
/** It keeps some thousands of payments and parses small JSON: young objects need little room, old ones less still. */
const memoryFlags = ["--max-semi-space-size=1", "--max-old-space-size=96", "--single-threaded-gc"];
const readyWithinMs = 15_000;
const stopWithinMs = 5_000;
const firstPauseMs = 500;
const pauseMaxMs = 30_000;

/**
 * Starts the gateway simulator on a free port of this machine, and again whenever it dies, each time with the book it
 * kept. It is told nothing of the node's secrets. The port is the one of the last time where it is still free, so that
 * pages of payments that wait for their payer stay where they were.
 */
export async function startSimulatorProcess(options: SimulatorOptions): Promise<SimulatorProcess> {
  const { dataDir, logger } = options;
  const portFile = join(dataDir, "simulator.port");
  const former = Number((await readFile(portFile, "utf8").catch(() => "0")).trim()) || 0;
  let current = await launch(options, former).catch(() => launch(options, 0));
  const { url } = current;
  const port = Number(new URL(url).port);
  await writeFile(portFile, `${port}\n`, { mode: 0o600 });
  let isStopping = false;
  let pauseMs = firstPauseMs;
  let timer: NodeJS.Timeout | undefined;

  const again = (): void => {
    if (isStopping) return;
    logger.warn({ pauseMs }, "the gateway simulator ended; it is started again");
    timer = setTimeout(() => {
      pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
      launch(options, port).then(watch, again);
    }, pauseMs);
  };
  const watch = (started: Launched): void => {
    current = started;
    if (isStopping) started.child.kill("SIGTERM");
    started.child.once("exit", again);
    // Up for a while is well again: the next fall is a first one.
    setTimeout(() => {
      if (started.child.exitCode === null) pauseMs = firstPauseMs;
    }, pauseMaxMs).unref();
  };
  watch(current);
  return {
    url,
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await end(current.child);
    },
  };
}

interface Launched {
  readonly child: ChildProcess;
  readonly url: string;
}

/**
 * What a program of this product needs to run, and no secret of the node. Compiled code is kept: from the second start
 * on nothing has to be stripped of its types, which saves 30 MB and half of the time.
 */
const environment = ({ PATH, TZ, NODE_ENV }: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries({ PATH, TZ, NODE_ENV, NODE_COMPILE_CACHE: join(dataDir, "compile-cache") }).filter(
      ([, value]) => value !== undefined,
    ),
  );

function launch(options: SimulatorOptions, port: number): Promise<Launched> {
  const { dataDir, logger, notifiedHost = "127.0.0.1", program = simulatorProgram } = options;
  const told = [`--port=${port}`, `--snapshot=${join(dataDir, "simulator.json")}`, `--allow-host=${notifiedHost}`];
  const child = spawn(process.execPath, [...memoryFlags, program, ...told], {
    // The channel tells it when we are gone, however we went.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: environment(process.env, dataDir),
  });
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(deadline);
      child.kill("SIGKILL");
      reject(new Error(`the gateway simulator could not be started: ${reason}`));
    };
    const deadline = setTimeout(() => fail("it did not get ready in time"), readyWithinMs);
    child.once("error", (error) => fail(error.message));
    const failedEarly = (code: number | null): void => fail(`it ended with ${code}`);
    child.once("exit", failedEarly);
    eachLine(child.stderr, (line) => logger.warn({ line }, "gateway simulator"));
    eachLine(child.stdout, (line) => {
      const url = /^ready (http:\S+)$/.exec(line)?.[1];
      if (!url) return logger.debug({ line }, "gateway simulator");
      clearTimeout(deadline);
      child.off("exit", failedEarly);
      resolve({ child, url });
    });
  });
}

function eachLine(stream: NodeJS.ReadableStream | null, take: (line: string) => void): void {
  if (stream) createInterface(stream).on("line", take);
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const deadline = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    child.once("exit", () => {
      clearTimeout(deadline);
      resolve();
    });
    child.kill("SIGTERM");
  });
}

/** The host under which a node is reached from its own machine. */
export const hostHere = (host: string): string => (host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host);
