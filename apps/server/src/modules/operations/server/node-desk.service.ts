import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../../../platform/db/new-id.ts";
import type { EventFeed } from "../../../platform/events/event-feed.ts";
import type { Platform } from "../../../platform/platform.ts";
import { answersTo, forgetAnswers, sendAsk, storedNodes, writeAnswer } from "./node.store.ts";

const channel = "node_ask";
/** Time-out for a node's answer, in milliseconds; slower nodes are reported as silent. */
const patienceMs = 2_000;
const lookEveryMs = 40;

/** Handler of a question to a node. */
type Answerer = (input: unknown) => Promise<object> | object;

interface Ask {
  readonly id: string;
  readonly from: string;
  readonly what: string;
  readonly input: unknown;
}

/** Answer of a node. */
export interface NodeAnswer<A> {
  readonly id: string;
  readonly name: string;
  readonly answer: A;
}

/** Answers of all nodes, and the nodes without one. */
export interface NodeAnswers<A> {
  readonly answers: readonly NodeAnswer<A>[];
  readonly silent: readonly string[];
}

/** Questions between nodes. */
export interface NodeDesk {
  readonly id: string;
  /** Registers the handler of a question. */
  answers(what: string, answerer: Answerer): void;
  /** Asks every live node, including this one. */
  ask<A extends object>(what: string, input: unknown): Promise<NodeAnswers<A>>;
  /** Answers other nodes until the returned function is called. */
  hear(feed: Pick<EventFeed, "onNotify">): () => void;
}

const desks = new WeakMap<Platform, NodeDesk>();

/** The desk of a node: one for all modules of the same platform. */
export function nodeDeskOf(platform: Platform): NodeDesk {
  const known = desks.get(platform);
  if (known) return known;
  const desk = buildDesk(platform);
  desks.set(platform, desk);
  return desk;
}

function buildDesk({ config, db, logger, clock }: Platform): NodeDesk {
  const id = newId("nod", clock.now());
  const answerers = new Map<string, Answerer>();
  const answerHere = async (what: string, input: unknown): Promise<object> => {
    const answerer = answerers.get(what);
    if (!answerer) throw new Error(`nobody on this node answers ${what}`);
    return answerer(input);
  };
  const answerOther = async (ask: Ask): Promise<void> => {
    // A node of another release may not know the question.
    if (ask.from === id || !answerers.has(ask.what)) return;
    await writeAnswer(db, ask.id, id, await answerHere(ask.what, ask.input));
  };
  const askOthers = async (what: string, input: unknown) => {
    const others = (await storedNodes(db)).filter((node) => node.isWorking && node.id !== id);
    if (others.length === 0) return { others, heard: [] };
    const ask: Ask = { id: newId("ask", clock.now()), from: id, what, input };
    const until = performance.now() + patienceMs;
    await sendAsk(db, channel, JSON.stringify(ask));
    for (;;) {
      const heard = await answersTo(db, ask.id);
      if (heard.length < others.length && performance.now() < until) await sleep(lookEveryMs);
      else {
        await forgetAnswers(db, ask.id);
        return { others, heard };
      }
    }
  };
  return {
    id,
    answers: (what, answerer) => void answerers.set(what, answerer),
    ask: async <A extends object>(what: string, input: unknown) => {
      const [own, { others, heard }] = await Promise.all([answerHere(what, input), askOthers(what, input)]);
      const byNode = new Map(heard.map(({ nodeId, answer }) => [nodeId, answer]));
      const answered = others.filter((node) => byNode.has(node.id));
      return {
        answers: [
          { id, name: config.nodeName, answer: own as A },
          ...answered.map((node) => ({ id: node.id, name: node.name, answer: byNode.get(node.id) as A })),
        ],
        silent: others.filter((node) => !byNode.has(node.id)).map(({ name }) => name),
      };
    },
    hear: (feed) =>
      feed.onNotify(channel, (payload) => {
        answerOther(JSON.parse(payload) as Ask).catch((error: unknown) =>
          logger.warn({ err: error }, "another node was not answered"),
        );
      }),
  };
}
