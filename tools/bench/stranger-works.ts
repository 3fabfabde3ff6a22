import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Course } from "./course.ts";
import { cpuMsOf } from "./processes.ts";
import { say, table, verdict } from "./report.ts";
import { overRounds, sample } from "./sampling.ts";
import type { Stage } from "./stage.ts";

/** Processor time that one refused body of a stranger may cost, and what the health page may take beside five at once. */
const cpuMsMax = 5;
const healthMsMax = 50;
const calls = 200;
const atOnce = 5;

const members = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",");

/** Bodies as an attacker would choose them: as long as is read, and longer. */
const bodies: readonly (readonly [name: string, path: string, text: string])[] = [
  ["half a million numbers", "/api/sysAuth/login", `{"account":[${"1,".repeat(499_999)}1]}`],
  ["ninety thousand members", "/api/sysAuth/login", `{${members(90_000)}}`],
  ["numbers, all that is read", "/api/sysAuth/login", `{"account":[${"1,".repeat(8_000)}1]}`],
  ["members, all that is read", "/api/sysAuth/login", `{${members(1_500)}}`],
  ["levels, all that is read", "/api/sysAuth/login", `{"account":${"[".repeat(8_000)}${"]".repeat(8_000)}}`],
  ["nearly card numbers", "/api/sysAuth/login", `{"account":"${"4111 1111 1111 111 ".repeat(800)}"}`],
  ["a list, without a sign-in", "/api/coinOrder/page", `{"merchantId":[${"1,".repeat(60_000)}1]}`],
  ["an order, without a signature", "/v1/orders", `{"items":[${"1,".repeat(120_000)}1]}`],
];

/** Sends a body and answers once the connection is done with; what is refused early may be cut. */
const send = ({ node }: Stage, path: string, body: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const call = request(new URL(path, node.address), { method: "POST", headers }, (answer) => {
      answer.resume().once("close", resolve);
    });
    call.once("error", () => resolve());
    call.end(body);
  });

async function measureBody(stage: Stage, [name, path, text]: (typeof bodies)[number]) {
  const body = Buffer.from(text);
  const askHealth = () => sample(() => stage.api.send("GET", "/healthz"), { concurrency: 1, ms: 1_500, callsMin: 50 });
  for (let warm = 0; warm < 20; warm += 1) await send(stage, path, body);
  const quiet = await askHealth();
  const before = cpuMsOf(stage.node.pid);
  for (let call = 0; call < calls; call += 1) await send(stage, path, body);
  const cpuMs = (cpuMsOf(stage.node.pid) - before) / calls;
  let isOn = true;
  const flood = Array.from({ length: atOnce }, async () => {
    while (isOn) await send(stage, path, body);
  });
  await pause(200);
  const health = await askHealth();
  isOn = false;
  await Promise.all(flood);
  const healthP95 = overRounds([health], 0.95);
  return { name, kilobytes: body.length / 1_024, cpuMs, quietP95: overRounds([quiet], 0.95), healthP95 };
}

/** What the bodies of strangers cost the node, and everybody else meanwhile. */
export async function strangerWorks({ stage }: Course): Promise<object> {
  const results: Awaited<ReturnType<typeof measureBody>>[] = [];
  for (const body of bodies) results.push(await measureBody(stage, body));
  say(
    `\nRefused bodies of strangers (budgets: ${cpuMsMax} ms of processor for one; health page ${healthMsMax} ms beside ${atOnce} at once, p95)`,
  );
  const headings = ["kB", "processor ms", "quiet health p95 ms", "health p95 ms"];
  say(
    table(
      [{ heading: "body" }, ...headings.map((heading) => ({ heading })), { heading: "verdict" }],
      results.map(({ name, kilobytes, cpuMs, quietP95, healthP95 }) => [
        name,
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
