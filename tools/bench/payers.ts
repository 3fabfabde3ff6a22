// Many payers at once, in a thread of their own: whoever reads beside them is not held up by their client. Told requests,
// it sends them all at once and answers how long each took and what became of it.
import { parentPort, workerData } from "node:worker_threads";
import { openClient } from "./http-client.ts";

/** A signed request that makes an order and pays it. */
export interface PayRequest {
  readonly path: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

/** How many payments became what, a refusal by its status, and how many milliseconds each took. */
export interface Paid {
  readonly answers: Readonly<Record<string, number>>;
  readonly latencies: readonly number[];
}

async function payAtOnce(address: string, requests: readonly PayRequest[]): Promise<Paid> {
  // Connections of their own: what was kept from an earlier crowd may be closed by the node at any moment.
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
