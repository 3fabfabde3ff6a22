import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Course } from "./course.ts";
import { cpuMsOf } from "./processes.ts";
import { say, table, verdict } from "./report.ts";
import { overRounds, sample } from "./sampling.ts";
import { newNetwork, type Stage } from "./stage.ts";
import { type StrangerCall, strangerCalls } from "./stranger-calls.ts";

/** CPU limit of one refused anonymous body, and latency limit of the health page beside five concurrent ones. */
const cpuMsMax = 5;
const healthMsMax = 50;
const calls = 200;
const atOnce = 5;

/** Sends a call from a new network and answers the status; early refusals may cut the connection. */
const send = ({ node }: Stage, { method, path, headers, body }: StrangerCall): Promise<number> =>
  new Promise((resolve) => {
    const sized = body.length > 0 ? { "content-length": body.length } : {};
    const from = { "x-forwarded-for": newNetwork() };
    const call = request(
      new URL(path, node.address),
      { method, headers: { ...from, ...headers, ...sized } },
      (answer) => {
        answer.resume().once("close", () => resolve(answer.statusCode ?? 0));
      },
    );
    call.once("error", () => resolve(0));
    call.end(body);
  });

async function measureCall(stage: Stage, call: StrangerCall) {
  const askHealth = () => sample(() => stage.api.send("GET", "/healthz"), { concurrency: 1, ms: 1_500, callsMin: 50 });
  let status = 0;
  for (let warm = 0; warm < 20; warm += 1) status = await send(stage, call);
  const quiet = await askHealth();
  const before = cpuMsOf(stage.node.pid);
  for (let turn = 0; turn < calls; turn += 1) await send(stage, call);
  const cpuMs = (cpuMsOf(stage.node.pid) - before) / calls;
  let isOn = true;
  const flood = Array.from({ length: atOnce }, async () => {
    while (isOn) await send(stage, call);
  });
  await pause(200);
  const health = await askHealth();
  isOn = false;
  await Promise.all(flood);
  const healthP95 = overRounds([health], 0.95);
  const kilobytes = (call.body.length || JSON.stringify(call.headers).length + call.path.length) / 1_024;
  return { name: call.name, status, kilobytes, cpuMs, quietP95: overRounds([quiet], 0.95), healthP95 };
}

/** Cost of anonymous bodies for the node and for other callers. */
export async function strangerWorks({ stage }: Course): Promise<object> {
  const results: Awaited<ReturnType<typeof measureCall>>[] = [];
  for (const call of await strangerCalls(stage)) results.push(await measureCall(stage, call));
  say(
    `\nRefused bodies of strangers (budgets: ${cpuMsMax} ms of processor for one; health page ${healthMsMax} ms beside ${atOnce} at once, p95)`,
  );
  const headings = ["status", "kB", "processor ms", "quiet health p95 ms", "health p95 ms"];
  say(
    table(
      [{ heading: "body" }, ...headings.map((heading) => ({ heading })), { heading: "verdict" }],
      results.map(({ name, status, kilobytes, cpuMs, quietP95, healthP95 }) => [
        name,
        status,
        kilobytes,
        cpuMs,
        quietP95,
        healthP95,
        verdict({ cpu: cpuMs > cpuMsMax, health: healthP95 > healthMsMax }),
      ]),
    ),
  );
  return { strangers: results };
}
