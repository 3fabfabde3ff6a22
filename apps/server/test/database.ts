import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import "../src/modules/tables.ts";
import { applicationRole } from "../src/platform/db/roles.ts";
import { cardNumbersInDatabase } from "./card-scan.ts";
import type { TestServer } from "./global-setup.ts";

/** A database of one test file, thrown away with `drop`. */
export interface TestDatabase {
  /** Connects as the application does: owns nothing, changes nothing that is append-only. */
  readonly appUrl: string;
  readonly ownerUrl: string;
  /**
   * Drops the database, cutting whatever is still connected to it. Fails when its suite left a card number anywhere in it,
   * for none may ever be kept.
   */
  drop(): Promise<void>;
}

const attempts = 50;

/** Clones the migrated template: a whole schema and no connection in common with any other test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("testServer");
  if ("failure" in server.template) throw new Error(`The test template could not be made: ${server.template.failure}`);
  return createDatabase(server, `TEMPLATE ${server.template.name} STRATEGY FILE_COPY`);
}

/** An empty database, for tests of what makes a schema. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(inject("testServer"), "TEMPLATE template0");
}

async function createDatabase(server: TestServer, source: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await asOwner(server, async (client) => {
    await createUnlessBusy(client, `CREATE DATABASE ${name} ${source}`);
    // A clone takes the rows of its template but not the rights on the database itself.
    await client.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  });
  const ownerUrl = new URL(server.ownerUrl);
  ownerUrl.pathname = name;
  const appUrl = new URL(ownerUrl);
  appUrl.username = applicationRole;
  appUrl.password = server.appPassword;
  return {
    appUrl: appUrl.href,
    ownerUrl: ownerUrl.href,
    drop: async () => {
      const kept = await cardNumbersInDatabase(ownerUrl.href);
      await asOwner(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      if (kept.length > 0) throw new Error(`card numbers were kept: ${kept.slice(0, 20).join("; ")}`);
    },
  };
}

/** A template refuses to be cloned while something is connected to it, such as autovacuum for a moment. */
async function createUnlessBusy(client: pg.Client, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "55006" || attempt === attempts) throw error;
      await sleep(100);
    }
  }
}

async function asOwner(server: TestServer, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
