import pg from "pg";
import type { Db } from "pg-boss";
import { connectionConfig } from "../db/pool.ts";
import type { EventFeed } from "../events/event-feed.ts";

/** The job library's own small pool, so that busy requests never delay a heartbeat. */
export interface JobConnection extends Db {
  close(): Promise<void>;
}

export interface JobConnectionOptions {
  readonly appUrl: string;
  /** Receives new jobs on the node's one listening connection; without it new jobs are found by polling. */
  readonly feed: Pick<EventFeed, "onNotify"> | undefined;
  readonly onError: (error: Error) => void;
}

const connectionsMax = 3;

/**
 * Time-out for a free connection in milliseconds. Longer than a request's: dozens of queues share these connections,
 * and nobody waits for their polling.
 */
const turnMs = 30_000;

/** Opens a small pool for the job library, which expects the driver's own types. */
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
