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

/** An event and the outbox position right after it. */
export interface FedEvent {
  readonly event: StoredEvent;
  readonly position: EventPosition;
}

/** The committed events of all nodes as one node receives them, each exactly once. */
export interface EventFeed {
  /** Calls the handler for every event from now on, until the returned function is called. */
  subscribe(handler: (fed: FedEvent) => void): () => void;
  /** Listens to another channel on the node's one listening connection. */
  onNotify(channel: string, handler: ChannelHandler | ((payload: string) => void)): () => void;
  /** Events after a position; or that they are more than 1,000 or older than 24 hours. */
  backlog(since: EventPosition): Promise<readonly FedEvent[] | "overflow">;
  /** The current position; undefined until the outbox was read for the first time. */
  position(): EventPosition | undefined;
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface EventFeedOptions {
  /** Direct connection string, not behind a pooler. */
  readonly listenUrl: string;
  readonly db: Kysely<Tables>;
  readonly logger: ListenerOptions["logger"];
  readonly heartbeatMs?: number;
}

const backlogEventsMax = 1_000;
const backlogAgeMsMax = 24 * 3_600_000;
const readBatch = 500;
const retryMs = 500;
/** Polling interval of the outbox, in milliseconds: a node that died right after its commit announced nothing. */
const lookMs = 2_000;

const columns = ["id", "topic", "payload", "audience"] as const;
/** Age of an event in milliseconds, by the database's clock. */
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
 * Feeds each event once. A notification carries its event's id and arrives after the commit, so events are fed in
 * commit order, and none is skipped because a lower id commits later. Events that nobody announced are found by
 * polling. After a lost connection the last minutes are read again, less the events fed before.
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

  /** Reads events missed while disconnected; the first time, those since the feed was created. */
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

  /** Reads unannounced events: beyond the position, and in its gaps. */
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
      // In the order of the notifications, which is commit order.
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
    // Events still to be sent below this position count as gaps, should the connection break here.
    const last = Math.max(row.id, since.last);
    const toSend = [...unsent].filter((id) => id < last);
    const missing = [...log.position(last).gaps, ...idsBetween(since.last, last)].filter((id) => !present.has(id));
    const gaps = [...new Set([...missing, ...toSend])].sort((a, b) => a - b);
    return { event: row as StoredEvent, position: { last, gaps } };
  });
}

/** The ids between two; those without a row belong to transactions that had not committed. */
const idsBetween = (after: number, before: number): number[] =>
  Array.from({ length: Math.min(64, Math.max(0, before - after - 1)) }, (_, index) => before - 1 - index);
