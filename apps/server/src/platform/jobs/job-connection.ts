import pg from "pg";
import type { Db } from "pg-boss";
import { connectionConfig } from "../db/pool.ts";
import type { EventFeed } from "../events/event-feed.ts";

/** The job library's few connections: kept apart, so that busy requests never hold up a heartbeat. */
export interface JobConnection extends Db {
  close(): Promise<void>;
}

export interface JobConnectionOptions {
  readonly appUrl: string;
  /** Hears new jobs on the node's one listening connection; without it new jobs are found by asking. */
  readonly feed: Pick<EventFeed, "onNotify"> | undefined;
  readonly onError: (error: Error) => void;
}

const connectionsMax = 3;

/** Longer than a request waits: dozens of queues take turns at these connections, and nobody waits for a look for work. */
const turnMs = 30_000;

/** Opens a small pool for the job library, which reads the driver's own types. */
export function openJobConnection({ appUrl, feed, onError }: JobConnectionOptions): JobConnection {
  const pool = new pg.Pool({
    ...connectionConfig(appUrl),
    types: pg.types,
    application_name: "countinghouse-jobs",
    max: connectionsMax,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: turnMs,
  });
  pool.on("error", onError);
  const listen: Db["listen"] = async (channel, onMessage, onReconnect) => {
    const stop = feed?.onNotify(channel, { onMessage, onConnected: onReconnect });
    return { close: async () => stop?.() };
  };
  return {
    executeSql: (text, values) => pool.query(text, values),
    ...(feed ? { listen } : {}),
    close: () => pool.end(),
  };
}
