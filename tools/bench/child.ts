import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

/** A program started and stopped by a measurement. */
export interface Running {
  readonly pid: number;
  /** Text after the word `ready`. */
  readonly address: string;
  /** Milliseconds from the start to the `ready` line. */
  readonly readyMs: number;
  /** Resolves when the program has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Time-out for the `ready …` line, in milliseconds. */
  readonly readyMsMax?: number;
  /** Called with every output line. */
  readonly hear?: (line: string) => void;
}

const stopMsMax = 15_000;
const living = new Set<ChildProcess>();

// However the measurement ends, its processes end too.
process.once("exit", () => {
  for (const child of living) child.kill("SIGKILL");
});

/** Starts a program and waits for its `ready …` line. Fails with its last output. */
export async function startProgram(program: Program): Promise<Running> {
  const { command, args, env = {}, cwd = process.cwd(), readyMsMax = 60_000, hear: tell = () => {} } = program;
  const started = performance.now();
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  living.add(child);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve(void living.delete(child))));
  const said: string[] = [];
  const address = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${args.join(" ")} ${reason}: ${said.slice(-15).join("\n")}`));
    const timer = setTimeout(() => fail("was not ready in time"), readyMsMax);
    const hear = (line: string) => {
      said.push(line);
      if (said.length > 200) said.shift();
      tell(line);
      const ready = /^ready (\S+)/.exec(line)?.[1];
      if (ready === undefined) return;
      clearTimeout(timer);
      resolve(ready);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", hear);
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => fail(`ended (${code ?? signal})`));
  }).catch(async (error: unknown) => {
    await end(child, exited);
    throw error;
  });
  return {
    pid: child.pid ?? 0,
    address,
    readyMs: performance.now() - started,
    ended: exited,
    stop: () => end(child, exited),
  };
}

async function end(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (!living.has(child)) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopMsMax);
  await exited;
  clearTimeout(timer);
}

/** A free TCP port on the loopback interface. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
