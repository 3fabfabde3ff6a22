// Sends failing sign-ins at a steady rate, each from another network and account, whatever the answers: a distributed
// attack. Or cheap requests at the same rate. SIGUSR1 starts and pauses it; it reports at the end.
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { openClient, sendOperation } from "./http-client.ts";

const client = openClient(process.env.BENCH_ADDRESS ?? "");
const perSecond = Number(process.env.BENCH_PER_SECOND);
const isIdle = process.env.BENCH_IDLE === "true";
const tickMs = 20;
const answers = { sent: 0, refused: 0, busy: 0, other: 0 };
let isOn = false;
let turn = 0;
let owed = 0;

async function signInWrongly(): Promise<void> {
  turn += 1;
  const from = `100.${64 + ((turn >> 16) & 63)}.${(turn >> 8) & 255}.${turn & 255}`;
  const input = { account: `nobody-${turn}`, password: `wrong-${turn}-Password` };
  answers.sent += 1;
  try {
    await sendOperation(client.send, sysAuth, "login", input, { "x-forwarded-for": from });
    answers.other += 1;
  } catch (error) {
    const status = / answered (\d{3}):/.exec(String(error))?.[1];
    if (status === "429") answers.busy += 1;
    else if (status === "400" || status === "401") answers.refused += 1;
    else answers.other += 1;
  }
}

async function askForNothing(): Promise<void> {
  answers.sent += 1;
  await client.send("GET", "/healthz").catch(() => {
    answers.other += 1;
  });
}

setInterval(() => {
  if (!isOn) return;
  owed += (perSecond * tickMs) / 1000;
  for (; owed >= 1; owed -= 1) void (isIdle ? askForNothing() : signInWrongly());
}, tickMs);

process.on("SIGUSR1", () => {
  isOn = !isOn;
  if (!isOn) process.stdout.write(`answers ${JSON.stringify(answers)}\n`);
});
process.once("SIGTERM", () => process.exit(0));
process.stdout.write(`ready ${process.pid}\n`);
