import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { EventAudience } from "../http/context.ts";
import { outboxChannel } from "../outbox/outbox.ts";
import { createPositionLog, type EventPosition, gapPatienceMs, type PositionLog } from "./event-position.ts";
import { type ChannelHandler, createListener, type ListenerOptions } from "./listener.ts";

/** An event of the outbox after its commit. */
export interface StoredEvent {
  readonly id: number;
  readonly topic: string;
  readonly payload: object;
  readonly audience: EventAudience;
}

/** An event and the place in the outbox right after it. */
export interface FedEvent {
  readonly event: StoredEvent;
  readonly position: EventPosition;
}

/** The events of the whole platform as one node hears them, each once. */
export interface EventFeed {
  /** Hears every event from now on until the answered function is called. */
  subscribe(handler: (fed: FedEvent) => void): () => void;
  /** Hears another channel on the node's one listening connection. */
  onNotify(channel: string, handler: ChannelHandler | ((payload: string) => void)): () => void;
  /** What came after a place, or that it is more than 1,000 events or longer ago than 24 hours. */
  backlog(since: EventPosition): Promise<readonly FedEvent[] | "overflow">;
  /** The place now; undefined until the outbox was reached for the first time. */
  position(): EventPosition | undefined;
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface EventFeedOptions {
  /** Connection string that is not behind a pooler. */
  readonly listenUrl: string;
  readonly db: Kysely<Tables>;
  readonly logger: ListenerOptions["logger"];
  readonly heartbeatMs?: number;
}

const backlogEventsMax = 1_000;
const backlogAgeMsMax = 24 * 3_600_000;
const readBatch = 500;
const retryMs = 500;
/** A node that died right after its commit announced nothing: every node looks for itself this often. */
const lookMs = 2_000;

const columns = ["id", "topic", "payload", "audience"] as const;
/** How old an event is, by the database's own clock. */
const ageMs = sql<number>`extract(epoch FROM now() - created_at) * 1000`;

/** Follows the outbox on one listening connection. */
export function createEventFeed(options: EventFeedOptions): EventFeed {
  const listener = createListener({
    url: options.listenUrl,
    logger: options.logger,
    ...(options.heartbeatMs ? { heartbeatMs: options.heartbeatMs } : {}),
  });
  const follower = new OutboxFollower(options);
  listener.listen(outboxChannel, {
    onMessage: (payload) => follower.announce(Number(payload)),
    onConnected: () => follower.fallBehind(),
  });
  return {
    subscribe: (handler) => follower.subscribe(handler),
    onNotify: (channel, handler) =>
      listener.listen(channel, typeof handler === "function" ? { onMessage: handler } : handler),
    backlog: (since) => readBacklog(options.db, follower.log, since),
    position: () => (follower.isStarted ? follower.log.position() : undefined),
    isConnected: () => listener.isConnected(),
    close: async () => {
      await listener.close();
      await follower.close();
    },
  };
}

/**
 * Feeds each event once. A notification carries the id of its event and arrives after its commit, so events are fed in
 * the order in which they were committed and none is skipped because an earlier id commits later. What nobody announced
 * is found by looking. After a lost connection everything of the last minutes is read again and what was fed before is
 * left out.
 */
class OutboxFollower {
  readonly log: PositionLog = createPositionLog();
  isStarted = false;
  readonly #db: Kysely<Tables>;
  readonly #logger: ListenerOptions["logger"];
  readonly #subscribers = new Set<(fed: FedEvent) => void>();
  readonly #announced = new Set<number>();
  readonly #looking: NodeJS.Timeout;
  #isBehind = false;
  #isToLook = false;
  #heardAt = performance.now();
  #reading: Promise<void> | undefined;
  #isClosed = false;

  constructor({ db, logger }: EventFeedOptions) {
    this.#db = db;
    this.#logger = logger;
    this.#looking = setInterval(() => this.#look(), lookMs).unref();
  }

  subscribe(handler: (fed: FedEvent) => void): () => void {
    this.#subscribers.add(handler);
    return () => void this.#subscribers.delete(handler);
  }

  announce(id: number): void {
    this.#announced.add(id);
    this.#wake();
  }

  fallBehind(): void {
    this.#isBehind = true;
    this.#wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    await this.#reading;
  }

  #look(): void {
    this.#isToLook = this.isStarted;
    this.#wake();
  }

  get #hasWork(): boolean {
    return !this.#isClosed && (this.#isBehind || this.#isToLook || this.#announced.size > 0);
  }

  #wake(): void {
    if (!this.#hasWork) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
      this.#wake();
    });
  }

  async #read(): Promise<void> {
    while (this.#hasWork) {
      try {
        if (this.#isBehind) {
          this.#isBehind = false;
          await this.#catchUp();
        } else if (this.#announced.size > 0) await this.#readAnnounced();
        else await this.#readUnannounced();
      } catch (error) {
        this.#isBehind = true;
        if (this.#isClosed) return;
        this.#logger.warn({ reason: (error as Error).message }, "events cannot be read; trying again");
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
      }
    }
  }

  #feed(event: StoredEvent): void {
    if (!this.log.note(event.id, performance.now())) return;
    const fed = { event, position: this.log.position() };
    for (const handler of this.#subscribers) handler(fed);
  }

  /** Reads what was missed while nothing was heard; the first time, what happened since the feed was made. */
  async #catchUp(): Promise<void> {
    const readAt = performance.now();
    const unheardMs = readAt - this.#heardAt;
    const rows = await this.#db
      .selectFrom("outboxEvents")
      .select([...columns, ageMs.as("ageMs")])
      .where(ageMs, "<=", unheardMs + gapPatienceMs)
      .orderBy("id")
      .execute();
    const newest = await this.#db
      .selectFrom("outboxEvents")
      .select("id")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    for (const { ageMs: age, ...event } of rows) {
      if (this.isStarted || age <= unheardMs) this.#feed(event as StoredEvent);
      else this.log.note(event.id, readAt);
    }
    this.log.startAt(newest?.id ?? 0);
    this.isStarted = true;
    this.#heardAt = readAt;
  }

  /** Reads what nobody announced: beyond the place, and what was missing below it. */
  async #readUnannounced(): Promise<void> {
    this.#isToLook = false;
    const { last, gaps } = this.log.position();
    const rows = await this.#db
      .selectFrom("outboxEvents")
      .select(columns)
      .where(({ eb, or }) => or([eb("id", ">", last), ...(gaps.length > 0 ? [eb("id", "in", gaps)] : [])]))
      .orderBy("id")
      .limit(readBatch)
      .execute();
    for (const event of rows) this.#feed(event as StoredEvent);
    this.#heardAt = performance.now();
  }

  async #readAnnounced(): Promise<void> {
    const ids = [...this.#announced].slice(0, readBatch);
    if (this.#subscribers.size === 0) {
      for (const id of ids) this.log.note(id, performance.now());
    } else {
      const rows = await this.#db.selectFrom("outboxEvents").select(columns).where("id", "in", ids).execute();
      const byId = new Map(rows.map((row) => [row.id, row as StoredEvent]));
      // In the order of the notifications, which is the order of the commits.
      for (const id of ids) {
        const event = byId.get(id);
        if (event) this.#feed(event);
      }
    }
    for (const id of ids) this.#announced.delete(id);
    this.#heardAt = performance.now();
  }
}

async function readBacklog(
  db: Kysely<Tables>,
  log: PositionLog,
  since: EventPosition,
): Promise<readonly FedEvent[] | "overflow"> {
  const oldest = await db.selectFrom("outboxEvents").select("id").orderBy("id").limit(1).executeTakeFirst();
  const rows = await db
    .selectFrom("outboxEvents")
    .select([...columns, ageMs.as("ageMs")])
    .where((where) =>
      where.or([where("id", ">", since.last), ...(since.gaps.length > 0 ? [where("id", "in", [...since.gaps])] : [])]),
    )
    .orderBy("id")
    .limit(backlogEventsMax + 1)
    .execute();
  const isUnknown = since.last > log.position().last && rows.length === 0 && oldest !== undefined;
  const isPurged = oldest !== undefined && oldest.id > since.last + 1;
  const isOld = rows.some(({ ageMs: age }) => age > backlogAgeMsMax);
  if (rows.length > backlogEventsMax || isOld || isPurged || isUnknown) return "overflow";
  const present = new Set(rows.map(({ id }) => id));
  const unsent = new Set(present);
  return rows.map(({ ageMs: _age, ...row }): FedEvent => {
    unsent.delete(row.id);
    // What is still to be sent below this place counts as missing, should the connection break here.
    const last = Math.max(row.id, since.last);
    const toSend = [...unsent].filter((id) => id < last);
    const missing = [...log.position(last).gaps, ...idsBetween(since.last, last)].filter((id) => !present.has(id));
    const gaps = [...new Set([...missing, ...toSend])].sort((a, b) => a - b);
    return { event: row as StoredEvent, position: { last, gaps } };
  });
}

/** The newest ids between two; those the rows lack belong to transactions that had not committed. */
const idsBetween = (after: number, before: number): number[] =>
  Array.from({ length: Math.min(64, Math.max(0, before - after - 1)) }, (_, index) => before - 1 - index);
