import type { ServerNode } from "@countinghouse/contract/operations/server/server.ts";
import type { EventFeed } from "../../../platform/events/event-feed.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { insertNodeSample, noteNode, noteNodeStopped, storedNodes } from "./node.store.ts";
import { nodeDeskOf } from "./node-desk.service.ts";
import { measureNode, type NodeFigures, nodeFacts } from "./node-figures.service.ts";

const beatMs = 10_000;
const sampleMs = 60_000;

const measured = new WeakMap<Platform, NodeFigures>();

/** Metrics of a node: measured once for all readers. */
export function figuresOf(platform: Platform): NodeFigures {
  const known = measured.get(platform) ?? measureNode(platform);
  measured.set(platform, known);
  return known;
}

/** Registers the node with the others and answers them, until the returned function is called. */
export async function joinNodes(platform: Platform, feed: Pick<EventFeed, "onNotify">): Promise<() => Promise<void>> {
  const { db, config, logger } = platform;
  const desk = nodeDeskOf(platform);
  const self = { id: desk.id, name: config.nodeName, role: config.role, facts: nodeFacts(platform) };
  const figures = figuresOf(platform);
  const quietly = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => logger.warn({ err: error }, "this node could not say how it is"));
  await noteNode(db, self);
  const stopHearing = desk.hear(feed);
  const beat = setInterval(() => quietly(noteNode(db, self)), beatMs).unref();
  const sample = setInterval(() => quietly(keepSample(platform, figures)), sampleMs).unref();
  return async () => {
    clearInterval(beat);
    clearInterval(sample);
    stopHearing();
    await noteNodeStopped(db, desk.id).catch(() => {});
  };
}

/** The nodes of the last day, for display. */
export async function shownNodes({ db }: Pick<Context, "db">, platform: Platform): Promise<ServerNode[]> {
  const { id } = nodeDeskOf(platform);
  const nodes = await storedNodes(db);
  return nodes.map(({ facts, ...node }) => ({ ...node, ...facts, isSelf: node.id === id }));
}

/** Stores the node's metrics of the last minute. */
export async function keepSample({ db, config, clock }: Platform, figures: NodeFigures): Promise<void> {
  const use = await figures.read();
  await insertNodeSample(db, {
    nodeName: config.nodeName,
    at: clock.now().toISOString(),
    machineCpu: use.machineCpu,
    processCpu: use.processCpu,
    memoryUsed: use.memoryUsed,
    memoryTotal: use.memoryTotal,
    rss: use.rss,
    diskUsed: use.diskUsed,
    diskTotal: use.diskTotal,
    loopDelay: use.loopDelay,
  });
}
