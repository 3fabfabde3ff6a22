import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { sm2 } from "sm-crypto-v2";
import { inject } from "vitest";
import { readConfig } from "../../src/platform/config/config.ts";
import { installationSecret } from "../../src/platform/config/installation-secret.ts";
import { applicationRole } from "../../src/platform/db/roles.ts";
import { createLogger } from "../../src/platform/observability/logger.ts";
import { runNode } from "../../src/run-node.ts";
import { ShutdownSequence } from "../../src/shutdown.ts";
import { createTestDatabase } from "../database.ts";

/** The pair that the client of the suite is built with. */
export const keys = sm2.generateKeyPairHex();
export const adminPassword = "violet otter 93 lantern";
export const zone = "Asia/Shanghai";

/** A whole node that serves the client, over a real socket. */
export interface StockNode {
  readonly url: string;
  query(text: string, values?: unknown[]): Promise<Record<string, never>[]>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Starts a node with its database, jobs and events, as `npm start` does. */
export async function startStockNode(environment: NodeJS.ProcessEnv = {}): Promise<StockNode> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "stock-"));
  const config = readConfig(
    {
      PORT: String(await freePort()),
      COUNTINGHOUSE_DATA: folder,
      COUNTINGHOUSE_FILES: "database",
      COUNTINGHOUSE_SECRET: "stock-client-secret-7Qm2Zx9Lw4Vt8Kd1Rb6",
      COUNTINGHOUSE_ADMIN_PASSWORD: adminPassword,
      COUNTINGHOUSE_DEMO: "false",
      COUNTINGHOUSE_SIMULATOR: "off",
      COUNTINGHOUSE_LOG_LEVEL: "silent",
      COUNTINGHOUSE_STOCK_CLIENT: "on",
      COUNTINGHOUSE_STOCK_CLIENT_KEY: keys.privateKey,
      COUNTINGHOUSE_STOCK_CLIENT_ZONE: zone,
      ...environment,
    },
    [],
  );
  const { appUrl, ownerUrl } = database;
  const urls = {
    appUrl,
    ownerUrl,
    replicaUrl: appUrl,
    appRole: applicationRole,
    appPassword: inject("testServer").appPassword,
  };
  const surroundings = { config, secret: await installationSecret(config), logger: createLogger(config) };
  const node = await runNode(surroundings, { urls, closing: new ShutdownSequence(), say: () => {} });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  return {
    url: `http://127.0.0.1:${config.port}`,
    query: async (text, values) => (await owner.query(text, values)).rows,
    stop: async () => {
      await owner.end();
      await node.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a call was answered, as the client's interceptor sees it. */
export interface StockAnswer {
  readonly status: number;
  readonly code: number | undefined;
  readonly type: string | undefined;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: the suite reads answers of every call.
  readonly result: any;
  readonly time: string | undefined;
  readonly bizCode: string | undefined;
  readonly headers: Headers;
  readonly body: Buffer;
}

interface StockSending {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client as the stock one is built: SM2 passwords, json-patch bodies, tokens of headers. */
export class StockClient {
  readonly url: string;
  access: string | undefined;
  refresh: string | undefined;
  constructor(url: string) {
    this.url = url;
  }

  async send(
    method: string,
    path: string,
    { query = {}, body, headers = {} }: StockSending = {},
  ): Promise<StockAnswer> {
    const text = new URLSearchParams(query).toString();
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.url}${path}${text ? `${path.includes("?") ? "&" : "?"}${text}` : ""}`, {
      method,
      headers: {
        "accept-language": "en",
        ...(isForm || method === "GET" ? {} : { "content-type": "application/json-patch+json" }),
        ...(this.access ? { authorization: `Bearer ${this.access}` } : {}),
        ...headers,
      },
      ...(method === "GET" ? {} : { body: isForm ? body : body === undefined ? "" : JSON.stringify(body) }),
    });
    const [access, refresh] = [response.headers.get("access-token"), response.headers.get("x-access-token")];
    if (access === "invalid_token") this.access = undefined;
    else if (access && refresh) [this.access, this.refresh] = [access, refresh];
    const raw = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const told = isJson ? JSON.parse(raw.toString()) : {};
    return {
      status: response.status,
      code: told.code,
      type: told.type,
      message: told.message ?? "",
      result: told.result,
      time: told.time,
      bizCode: told.extras?.bizCode ?? undefined,
      headers: response.headers,
      body: raw,
    };
  }

  async login(account: string, password: string, more: Record<string, unknown> = {}): Promise<StockAnswer> {
    const answer = await this.send("POST", "/api/sysAuth/login", {
      body: { account, password: sealed(password), codeId: 0, code: "", ...more },
    });
    if (answer.code === 200) this.access = answer.result.accessToken;
    return answer;
  }
}

/** A password as the client encrypts it: C1C3C2, without the leading 04. */
export const sealed = (password: string): string => sm2.doEncrypt(password, keys.publicKey, 1);
