// Many concurrent payers in a thread of their own, so that readers are not delayed by their client. Sends all given
// requests at once and answers their durations and results.
import { parentPort, workerData } from "node:worker_threads";
import { openClient } from "./http-client.ts";

/** A signed request that makes an order and pays it. */
export interface PayRequest {
  readonly path: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

/** Number of payments by result, refusals by status, and durations in milliseconds. */
export interface Paid {
  readonly answers: Readonly<Record<string, number>>;
  readonly latencies: readonly number[];
}

async function payAtOnce(address: string, requests: readonly PayRequest[]): Promise<Paid> {
  // New connections: the node may close idle ones from an earlier run at any moment.
  const client = openClient(address, requests.length);
  const answers = new Map<string, number>();
  const latencies: number[] = [];
  const pay = async ({ path, body, headers }: PayRequest) => {
    const before = performance.now();
    const became = await client.send("POST", path, body, headers).then(
      (answer) => (JSON.parse(answer.body.toString("utf8")) as { status: string }).status,
      (error: Error) => /answered (\d+)/.exec(error.message)?.[1] ?? error.message,
    );
    latencies.push(performance.now() - before);
    answers.set(became, (answers.get(became) ?? 0) + 1);
  };
  await Promise.all(requests.map(pay));
  client.close();
  return { answers: Object.fromEntries(answers), latencies };
}

parentPort?.on("message", async (requests: readonly PayRequest[]) => {
  parentPort?.postMessage(await payAtOnce(workerData as string, requests));
});
