import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type SimulatorProcess, startSimulatorProcess } from "./simulator-process.ts";

const logger = pino({ level: "silent" });
let dataDir: string;
const running: SimulatorProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "simulator-"));
});
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(program?: string) {
  const simulator = await startSimulatorProcess({ dataDir, logger, ...(program ? { program } : {}) });
  running.push(simulator);
  return simulator;
}

const isHealthy = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

const pay = (url: string, reference: string) =>
  fetch(`${url}/v1/payments`, {
    method: "POST",
    headers: { authorization: "Bearer sk_sim_main_0001", "content-type": "application/json" },
    body: JSON.stringify({ reference, amount: 100, currency: "USD", method: "sim_wallet" }),
  });

const payments = async (url: string): Promise<unknown[]> => {
  const answer = await fetch(`${url}/v1/payments`, { headers: { authorization: "Bearer sk_sim_main_0001" } });
  return ((await answer.json()) as { data: unknown[] }).data;
};

/** A stand-in that says who it is and dies when it is asked to. */
function standIn(): string {
  const program = join(dataDir, "stand-in.mjs");
  writeFileSync(
    program,
    `import { createServer } from "node:http";
     const port = Number(process.argv.find((arg) => arg.startsWith("--port=")).slice(7));
     const server = createServer((request, response) => {
       if (request.url === "/die") process.exit(1);
       response.end(JSON.stringify({ pid: process.pid, env: process.env }));
     });
     server.listen(port, "127.0.0.1", () => console.log("ready http://127.0.0.1:" + server.address().port));
     process.on("disconnect", () => process.exit(0));`,
  );
  return program;
}

describe("startSimulatorProcess", () => {
  test("keeps its book and its address over a restart of the node", async () => {
    const first = await start();
    expect((await pay(first.url, "ORDER-1")).status).toBe(200);
    await first.stop();
    expect(await isHealthy(first.url)).toBe(false);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await payments(second.url)).toMatchObject([{ reference: "ORDER-1" }]);
  });

  test("takes another port where the former is taken", async () => {
    const first = await start();
    const otherData = dataDir;
    const second = await startSimulatorProcess({ dataDir: otherData, logger });
    running.push(second);
    expect(second.url).not.toBe(first.url);
    expect(await isHealthy(first.url)).toBe(true);
  });

  test("is started again at its address when it dies", async () => {
    const { url } = await start(standIn());
    const pidOf = async () => ((await (await fetch(url)).json()) as { pid: number }).pid;
    const before = await pidOf();
    await fetch(`${url}/die`).catch(() => {});
    await expect.poll(() => pidOf().catch(() => before), { timeout: 10_000 }).not.toBe(before);
  });

  test("is told no secret of the node", async () => {
    process.env.COUNTINGHOUSE_TEST_SECRET = "vJ4mQ2x9LwT7kRz0";
    const { url } = await start(standIn());
    expect(await (await fetch(url)).text()).not.toContain("vJ4mQ2x9LwT7kRz0");
    delete process.env.COUNTINGHOUSE_TEST_SECRET;
  });

  test("ends with a node that is killed", async () => {
    const parent = spawn(process.execPath, [
      "--input-type=module",
      "-e",
      `import { startSimulatorProcess } from ${JSON.stringify(join(import.meta.dirname, "simulator-process.ts"))};
       const quiet = () => {};
       const logger = { warn: quiet, debug: quiet, info: quiet };
       const { url } = await startSimulatorProcess({ dataDir: ${JSON.stringify(dataDir)}, logger });
       console.log(url);`,
    ]);
    const url = await new Promise<string>((resolve) =>
      parent.stdout.once("data", (data) => resolve(String(data).trim())),
    );
    expect(await isHealthy(url)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => isHealthy(url), { timeout: 10_000 }).toBe(false);
  });

  test("says why it cannot be started", async () => {
    const program = join(dataDir, "broken.mjs");
    writeFileSync(program, "process.exit(3)");
    await expect(start(program)).rejects.toThrow("ended with 3");
  });
});
