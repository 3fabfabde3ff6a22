import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { connectionConfig } from "../db/pool.ts";

/** Handler of a channel's subscriber. */
export interface ChannelHandler {
  /** A notification arrived. Must not throw. */
  onMessage(payload: string): void;
  /** The channel is listened to from now on, initially or again: earlier notifications may have been missed. */
  onConnected?(): void;
}

/** One connection that listens to channels for the lifetime of the process. */
export interface Listener {
  /** Listens to a channel until the returned function is called. */
  listen(channel: string, handler: ChannelHandler): () => void;
  /** Whether the connection is up. */
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface ListenerOptions {
  /** A direct connection string: LISTEN does not work behind a transaction pooler. */
  readonly url: string;
  readonly logger: { warn(details: object, message: string): void; info(details: object, message: string): void };
  /** Interval of the connection's liveness check, in milliseconds. */
  readonly heartbeatMs?: number;
}

const firstDelayMs = 200;
const delayMsMax = 5_000;
const heartbeatTimeoutMs = 5_000;

/** Opens the connection in the background and reopens it, with growing pauses, whenever it is lost. */
export function createListener(options: ListenerOptions): Listener {
  return new ChannelListener(options);
}

class ChannelListener implements Listener {
  readonly #options: ListenerOptions;
  readonly #channels = new Map<string, Set<ChannelHandler>>();
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #client: pg.Client | undefined;
  /** Queue of statements: a connection answers one at a time. */
  #statements: Promise<unknown> = Promise.resolve();

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#running = this.#keepConnected();
  }

  listen(channel: string, handler: ChannelHandler): () => void {
    const handlers = this.#channels.get(channel) ?? new Set();
    const isNew = handlers.size === 0;
    handlers.add(handler);
    this.#channels.set(channel, handlers);
    // A failure here breaks the connection, and the next one listens to every channel.
    if (this.#client && isNew) this.#hear(this.#client, channel).catch(() => {});
    else if (this.#client) handler.onConnected?.();
    return () => {
      handlers.delete(handler);
      if (handlers.size > 0) return;
      this.#channels.delete(channel);
      if (this.#client) this.#say(this.#client, `UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(() => {});
    };
  }

  isConnected(): boolean {
    return this.#client !== undefined;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const started = performance.now();
      const reason = await this.#holdConnection().then(
        () => "connection lost",
        (error: Error) => error.message,
      );
      if (signal.aborted) return;
      if (performance.now() - started > delayMsMax) attempt = 0;
      this.#options.logger.warn({ reason }, "notifications are not heard; connecting again");
      await sleep(Math.min(delayMsMax, firstDelayMs * 2 ** attempt), undefined, { signal }).catch(() => {});
    }
  }

  /** Holds one connection until it is lost. */
  async #holdConnection(): Promise<void> {
    const { url, heartbeatMs = 10_000 } = this.#options;
    const target = new pg.Client({ ...connectionConfig(url), application_name: "countinghouse-listen" });
    const ended = new AbortController();
    const lost = new Promise<void>((resolve) => {
      for (const event of ["error", "end"] as const) target.once(event, () => resolve());
      this.#closing.signal.addEventListener("abort", () => resolve(), { once: true, signal: ended.signal });
    });
    target.on("notification", ({ channel, payload }) => {
      for (const handler of this.#channels.get(channel) ?? []) handler.onMessage(payload ?? "");
    });
    try {
      await target.connect();
      this.#client = target;
      for (const channel of this.#channels.keys()) await this.#hear(target, channel);
      await Promise.race([lost, proveAlive(() => this.#say(target, "SELECT 1"), heartbeatMs, ended.signal)]);
    } finally {
      this.#client = undefined;
      ended.abort();
      // A statement stuck on the lost connection must not block the next connection.
      this.#statements = Promise.resolve();
      target.on("error", () => {});
      void target.end().catch(() => {});
    }
  }

  #say(target: pg.Client, statement: string): Promise<unknown> {
    const said = this.#statements.then(() => target.query(statement));
    this.#statements = said.catch(() => {});
    return said;
  }

  async #hear(target: pg.Client, channel: string): Promise<void> {
    await this.#say(target, `LISTEN ${pg.escapeIdentifier(channel)}`);
    for (const handler of this.#channels.get(channel) ?? []) handler.onConnected?.();
  }
}

/** Throws when the server no longer answers: a connection cut without a FIN looks alive for minutes. */
async function proveAlive(ask: () => Promise<unknown>, everyMs: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await sleep(everyMs, undefined, { signal, ref: false });
      const answered = ask().then(() => true);
      const late = sleep(heartbeatTimeoutMs, false, { signal, ref: false });
      if (!(await Promise.race([answered, late]))) return;
    } catch {
      return;
    }
  }
}
