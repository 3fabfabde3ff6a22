import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { orderImportRow } from "@countinghouse/contract/payments/order-import/order-import-row.ts";
import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { orderImportWorker } from "../src/modules/payments/order-import/index.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { FileStore } from "../src/platform/files/file-store.ts";
import { buildTestApp, type TestApp } from "./app.ts";
import { jobContext } from "./jobs.ts";
import { buildMerchant } from "./merchants.ts";
import { actorOf, buildRole, buildTenant, buildUser } from "./people.ts";

export type Mapping = CallInput<(typeof orderImport.operations)["check"]>["mapping"];

/** The headings of a test's file. */
export const heading = "order_id,purchased_at,status,payment_type,amount,currency";

/** A row of a test's file: a paid order by card, as far as nothing else is said. */
export const line = (parts: Record<string, string> = {}): string =>
  Object.values({
    order_id: "a-1",
    at: "2019-05-21 12:44:00",
    status: "paid",
    method: "credit_card",
    amount: "184.87",
    currency: "BRL",
    ...parts,
  }).join(",");

/** A file of these rows. */
export const file = (...lines: string[]): string => [heading, ...lines].join("\n");

const permissions = [
  ...Object.entries(orderImport.operations)
    .filter(([, { access }]) => access === "permission")
    .map(([name]) => `orderImport:${name}`),
  "orderImportRow:page",
  "coinOrder:page",
  "coinOrder:detail",
  "coinOrder:timeline",
];

/** A node with a folder of its own for the files of imports. */
export interface ImportNode {
  readonly app: TestApp;
  readonly files: FileStore;
  close(): Promise<void>;
}

/** Starts the node; close it in `afterAll`. */
export async function buildImportNode(): Promise<ImportNode> {
  const directory = await mkdtemp(join(tmpdir(), "imports-"));
  const app = await buildTestApp({ environment: { COUNTINGHOUSE_DATA: directory } });
  return {
    app,
    files: app.platform.files,
    close: async () => {
      await app.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A merchant of its own, somebody who imports its orders, and a node that works the jobs when it is told to. */
export async function buildImportDesk({ app, files }: Pick<ImportNode, "app" | "files">) {
  const { tenantId, orgId } = await buildTenant(app);
  const merchantId = await buildMerchant(app, { tenantId, orgId, timezone: "America/Sao_Paulo" });
  const roleId = await buildRole(app, { tenantId, dataScope: 1, permissions });
  const client = app.as(
    await actorOf(app, await buildUser(app, { tenantId, orgId, roleIds: [roleId], accountType: AccountType.SysAdmin })),
  );
  const worker = orderImportWorker(app.platform, files);
  app.jobs.length = 0;
  const detailOf = (id: string) => client.call(orderImport, "detail", { id });

  /** Works the newest job as a worker node would. */
  const work = (signal?: AbortSignal): Promise<void> => worker.run(jobContext(app, signal), app.jobs.at(-1)?.data);

  async function upload(text: string | Buffer): Promise<string> {
    const bytes = Buffer.from(text as string);
    const asked = { merchantId, mode: "live", fileName: "orders.csv", fileBytes: bytes.length } as const;
    const id = await client.call(orderImport, "add", asked);
    for (let at = 0, part = 1; at < bytes.length; at += filePartBytes, part += 1) {
      const data = bytes.subarray(at, at + filePartBytes).toString("base64");
      await client.call(orderImport, "upload", { id, part, data });
    }
    return id;
  }

  /** Uploads a file and runs it dry with what its headings suggest, and what the test corrects. */
  async function checked(text: string | Buffer, parts: Partial<Mapping> = {}): Promise<string> {
    const id = await upload(text);
    await work();
    const { mapping } = await detailOf(id);
    if (!mapping) throw new Error("nothing was proposed");
    await client.call(orderImport, "check", { id, mapping: { ...(mapping as Mapping), ...parts } });
    await work();
    return id;
  }

  async function imported(text: string, parts: Partial<Mapping> = {}): Promise<string> {
    const id = await checked(text, parts);
    await client.call(orderImport, "start", { id });
    await work();
    return id;
  }

  /** Works the newest job on a node that stops after so many transactions, in the middle of the next. */
  async function interruptAfter(batches: number): Promise<void> {
    const stop = new AbortController();
    const job = jobContext(app, stop.signal);
    let begun = 0;
    const db = new Proxy(app.platform.db, {
      get: (target, name, receiver) => {
        if (name === "transaction") {
          begun += 1;
          if (begun > batches) stop.abort();
        }
        const value = Reflect.get(target, name, receiver) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const ended = await worker.run({ ...job, db }, app.jobs.at(-1)?.data).then(
      () => true,
      () => false,
    );
    if (ended) throw new Error("the work was not interrupted");
  }

  const rowsOf = async (id: string) =>
    (await client.call(orderImportRow, "page", { importId: id, pageSize: 200 })).items;
  const ordersOf = async (input: object = {}) =>
    (await client.call(coinOrder, "page", { merchantId: [merchantId], pageSize: 200, ...input })).items;

  return {
    place: { tenantId, orgId },
    tenantId,
    merchantId,
    client,
    work,
    interruptAfter,
    upload,
    checked,
    imported,
    detailOf,
    rowsOf,
    ordersOf,
  };
}

export type ImportDesk = Awaited<ReturnType<typeof buildImportDesk>>;

/** An import whose file has yet to come. */
export async function buildImport(app: TestApp, of: { merchantId: string; tenantId: number }): Promise<string> {
  const id = newId("imp", app.clock.now());
  const empty = JSON.stringify([]);
  await app.platform.db
    .insertInto("orderImports")
    .values({ ...of, id, mode: "live", fileName: "a.csv", fileBytes: 9, locale: "en", columns: empty, totals: empty })
    .execute();
  return id;
}
