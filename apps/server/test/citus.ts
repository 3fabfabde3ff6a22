import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/**
 * The programs of a PostgreSQL with Citus, for `TEST_POSTGRES=citus`: the folder that `CITUS_BIN` names, with `initdb` and
 * `postgres`, beside libraries in which `citus` is found.
 */
export function citusBinaries(): string {
  const directory = process.env.CITUS_BIN;
  if (!directory || !existsSync(directory))
    throw new Error("TEST_POSTGRES=citus, but CITUS_BIN does not name a folder with initdb and postgres.");
  return directory;
}

/** Settings of a cluster of one node. Four shards are enough to tell a statement that asks one of them from one that asks all. */
export const citusSettings: Readonly<Record<string, string>> = {
  shared_preload_libraries: "citus",
  "citus.shard_count": "4",
  // A node reaches its own shards over a socket of its own, and every database of a test has them.
  "citus.max_cached_conns_per_worker": "1",
  "citus.node_connection_timeout": "60s",
  "citus.enable_statistics_collection": "off",
  max_prepared_transactions: "200",
  max_worker_processes: "64",
  wal_level: "logical",
};

/** Makes the database of this connection string a coordinator that holds its own shards. */
export async function becomeCoordinator(url: string): Promise<void> {
  await asOwner(url, async (client) => {
    const { rows } = await client.query<{ sockets: string; port: string }>(
      "SELECT current_setting('unix_socket_directories') AS sockets, current_setting('port') AS port",
    );
    const [node] = rows;
    if (!node) throw new Error("The server says neither its sockets nor its port.");
    await client.query("CREATE EXTENSION citus");
    await client.query("SELECT citus_set_coordinator_host($1, $2)", [node.sockets, Number(node.port)]);
    await client.query("SELECT citus_set_node_property($1, $2, 'shouldhaveshards', true)", [
      node.sockets,
      Number(node.port),
    ]);
  });
}

/** Ends what Citus keeps connected to a template, and lets nothing connect to it again, so that it can be cloned. */
export async function leaveAlone(serverUrl: string, template: string): Promise<void> {
  await asOwner(serverUrl, async (client) => {
    await client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const { rowCount } = await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
        [template],
      );
      if (rowCount === 0) return;
      await sleep(50);
    }
  });
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
