import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { connectionConfig } from "../db/pool.ts";

/** What a subscriber of a channel is told. */
export interface ChannelHandler {
  /** A notification arrived. Must not throw. */
  onMessage(payload: string): void;
  /** The channel is heard from now on, for the first time or again: notifications before this may have been missed. */
  onConnected?(): void;
}

/** One connection that listens to channels, for as long as the process lives. */
export interface Listener {
  /** Hears a channel until the answered function is called. */
  listen(channel: string, handler: ChannelHandler): () => void;
  /** Whether notifications arrive at the moment. */
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface ListenerOptions {
  /** A direct connection string: behind a transaction pooler LISTEN hears nothing. */
  readonly url: string;
  readonly logger: { warn(details: object, message: string): void; info(details: object, message: string): void };
  /** How often the connection is proven alive, in milliseconds. */
  readonly heartbeatMs?: number;
}

const firstDelayMs = 200;
const delayMsMax = 5_000;
const heartbeatTimeoutMs = 5_000;

/** Opens the connection in the background and opens it again, with growing pauses, whenever it is lost. */
export function createListener({ url, logger, heartbeatMs = 10_000 }: ListenerOptions): Listener {
  const channels = new Map<string, Set<ChannelHandler>>();
  const closing = new AbortController();
  let client: pg.Client | undefined;

  const hear = async (target: pg.Client, channel: string): Promise<void> => {
    await target.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    for (const handler of channels.get(channel) ?? []) handler.onConnected?.();
  };

  /** Lives through one connection; answers when it is lost. */
  const holdConnection = async (): Promise<void> => {
    const target = new pg.Client({ ...connectionConfig(url), application_name: "countinghouse-listen" });
    const lost = new Promise<void>((resolve) => {
      target.once("error", () => resolve());
      target.once("end", () => resolve());
    });
    target.on("notification", ({ channel, payload }) => {
      for (const handler of channels.get(channel) ?? []) handler.onMessage(payload ?? "");
    });
    try {
      await target.connect();
      client = target;
      for (const channel of channels.keys()) await hear(target, channel);
      const ended = new AbortController();
      const stopped = new Promise<void>((resolve) =>
        closing.signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      await Promise.race([lost, stopped, proveAlive(target, heartbeatMs, ended.signal)]);
      ended.abort();
    } finally {
      client = undefined;
      target.on("error", () => {});
      void target.end().catch(() => {});
    }
  };

  const running = (async () => {
    for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
      const started = performance.now();
      const reason = await holdConnection().then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (closing.signal.aborted) return;
      if (performance.now() - started > delayMsMax) attempt = 0;
      logger.warn({ reason: reason ?? "connection lost" }, "notifications are not heard; connecting again");
      await sleep(Math.min(delayMsMax, firstDelayMs * 2 ** attempt), undefined, { signal: closing.signal }).catch(
        () => {},
      );
    }
  })();

  return {
    listen(channel, handler) {
      const handlers = channels.get(channel) ?? new Set();
      const isNew = handlers.size === 0;
      handlers.add(handler);
      channels.set(channel, handlers);
      // A failure here breaks the connection, and the next one hears every channel.
      if (client && isNew) hear(client, channel).catch(() => {});
      else if (client) handler.onConnected?.();
      return () => {
        handlers.delete(handler);
        if (handlers.size > 0) return;
        channels.delete(channel);
        client?.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(() => {});
      };
    },
    isConnected: () => client !== undefined,
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

/** Ends when the server no longer answers: a connection cut without a word looks alive for minutes otherwise. */
async function proveAlive(client: pg.Client, everyMs: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await sleep(everyMs, undefined, { signal, ref: false });
      const answered = client.query("SELECT 1").then(() => true);
      const late = sleep(heartbeatTimeoutMs, false, { signal, ref: false });
      if (!(await Promise.race([answered, late]))) return;
    } catch {
      return;
    }
  }
}
