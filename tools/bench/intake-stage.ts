import { join } from "node:path";
import { queryBuilder } from "../../apps/server/src/platform/db/pool.ts";
import { freePort, type Running, startProgram } from "./child.ts";
import { type Client, openClient } from "./http-client.ts";
import { makeShops, type Shop } from "./intake-shops.ts";
import { openRecorder, type Recorder } from "./recording.ts";
import { rowBuilder } from "./row-builder.ts";
import { root, type Stage } from "./stage.ts";

/** Setup of the order benchmark: a node with a simulator, merchants, and a node that records its SQL. */
export interface IntakeStage {
  readonly node: Running;
  readonly simulator: Running;
  readonly api: Client;
  readonly recorder: Recorder;
  readonly shops: readonly Shop[];
  close(): Promise<void>;
}

const main = (app: string): string => join(root, `apps/${app}/src/main.ts`);

/** Adds a simulator, a node and merchants to a stage, all on loopback addresses. */
export async function openIntake(stage: Stage, shopCount: number): Promise<IntakeStage> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const simulator = await startProgram({
      command: process.execPath,
      args: [main("simulator"), "--port=0", "--seed=7"],
    });
    closing.push(() => simulator.stop());
    const builder = rowBuilder(queryBuilder(stage.owner), stage.environment.COUNTINGHOUSE_SECRET ?? "");
    const place = { tenantId: stage.tenantId, orgId: await rootOf(stage), simulatorUrl: simulator.address };
    const shops = await makeShops(builder, place, shopCount);
    const env = {
      ...stage.environment,
      COUNTINGHOUSE_SIMULATOR: simulator.address,
      // The per-app rate limit is not under test.
      COUNTINGHOUSE_API_RATE: "100000",
      PORT: String(await freePort()),
    };
    const node = await startProgram({
      command: process.execPath,
      args: [main("server"), "--role=api"],
      env,
      cwd: root,
    });
    closing.push(() => node.stop());
    const recorder = await openRecorder(stage.appUrl, env);
    closing.push(() => recorder.close());
    const api = openClient(node.address);
    closing.push(async () => api.close());
    return { node, simulator, api, recorder, shops, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function rootOf({ owner, tenantId }: Stage): Promise<number> {
  const { rows } = await owner.query<{ org_id: number }>("SELECT org_id FROM tenants WHERE id = $1", [tenantId]);
  return rows[0]?.org_id ?? 1;
}
