import pg from "pg";
import { PgBoss, type Queue } from "pg-boss";
import { setupLock } from "./migrate.ts";

/** Schema of the job library's tables. */
export const jobSchema = "pgboss";

/** What the job library's set-up needs. */
export interface JobSchemaOptions {
  /** The role that sends and works jobs; it must exist. */
  readonly appRole: string;
  /** Queues to create, with the library's own options. An existing queue keeps its rows and takes the new options. */
  readonly queues?: readonly ({ readonly name: string } & Omit<Queue, "name">)[];
}

/**
 * Installs or upgrades the job library's schema as the owner and grants it to the application, which then runs with
 * `migrate: false`. Safe when several nodes start together.
 *
 * The application may create queues as well, except partitioned ones, which are tables.
 */
export async function installJobSchema(ownerUrl: string, { appRole, queues = [] }: JobSchemaOptions): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "countinghouse-jobs" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query(setupLock);
    await install(ownerUrl, queues);
    await grantJobs(client, appRole);
    await client.query("COMMIT");
  } finally {
    await client.end().catch(() => {});
  }
}

async function install(ownerUrl: string, queues: NonNullable<JobSchemaOptions["queues"]>): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: jobSchema, max: 2, supervise: false, schedule: false });
  let failure: Error | undefined;
  boss.on("error", (error) => {
    failure ??= error;
  });
  await boss.start();
  try {
    for (const { name, ...options } of queues) {
      if ((await boss.getQueue(name)) === null) await boss.createQueue(name, options);
      else {
        const { policy: _policy, partition: _partition, ...changeable } = options;
        await boss.updateQueue(name, changeable);
      }
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  if (failure !== undefined) throw failure;
}

async function grantJobs(client: pg.Client, appRole: string): Promise<void> {
  const role = pg.escapeIdentifier(appRole);
  await client.query(`GRANT USAGE ON SCHEMA ${jobSchema} TO ${role}`);
  await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${jobSchema} TO ${role}`);
  await client.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${jobSchema} TO ${role}`);
  await client.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${jobSchema} TO ${role}`);
}
