import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../../test/database.ts";
import { databaseUrls, embeddedUrls } from "./database-url.ts";
import { scramVerifier } from "./roles.ts";

const secret = "a secret of this installation";
const ordinary = "countinghouse_url_test";
let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await asOwner(`CREATE ROLE ${ordinary} LOGIN PASSWORD 'x'`);
});

afterAll(async () => {
  await asOwner(`DROP ROLE ${ordinary}`);
  await database.drop();
});

async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(text);
  await client.end();
}

function ordinaryUrl(): string {
  const url = new URL(database.ownerUrl);
  url.username = ordinary;
  url.password = "x";
  return url.href;
}

describe("databaseUrls", () => {
  test("answers nothing without DATABASE_URL, so that the embedded database is used", async () => {
    expect(await databaseUrls({}, secret)).toBeUndefined();
    expect(await databaseUrls({ DATABASE_URL: "" }, secret)).toBeUndefined();
  });

  test("derives the application's role where the user may make roles", async () => {
    const urls = await databaseUrls({ DATABASE_URL: database.ownerUrl }, secret);
    expect(urls?.ownerUrl).toBe(database.ownerUrl);
    expect(new URL(urls?.appUrl ?? "").username).toBe("countinghouse_app");
    expect(new URL(urls?.appUrl ?? "").searchParams.get("host")).toBe(
      new URL(database.ownerUrl).searchParams.get("host"),
    );
    expect(urls?.replicaUrl).toBe(urls?.appUrl);
  });

  test("derives the same password from the same secret only", () => {
    const password = (from: string): string => embeddedUrls("postgresql://o@h/d", from).appPassword;
    expect(password(secret)).toBe(password(secret));
    expect(password(secret)).not.toBe(password("another"));
    expect(password(secret).length).toBeGreaterThanOrEqual(32);
  });

  test("takes the application's user from DATABASE_URL where migrations have their own", async () => {
    const urls = await databaseUrls({ DATABASE_URL: ordinaryUrl(), DATABASE_MIGRATION_URL: database.ownerUrl }, secret);
    expect(urls).toMatchObject({
      ownerUrl: database.ownerUrl,
      appUrl: ordinaryUrl(),
      appRole: ordinary,
      appPassword: "x",
    });
  });

  test("reads from the standby as the same role", async () => {
    const urls = await databaseUrls(
      { DATABASE_URL: database.ownerUrl, DATABASE_REPLICA_URL: "postgresql://u:p@standby/d" },
      secret,
    );
    expect(new URL(urls?.replicaUrl ?? "").host).toBe("standby");
    expect(new URL(urls?.replicaUrl ?? "").username).toBe("countinghouse_app");
  });

  test("refuses a user who may not make roles and says what to set", async () => {
    await expect(databaseUrls({ DATABASE_URL: ordinaryUrl() }, secret)).rejects.toMatchObject({
      code: "roleNotPermitted",
      message: expect.stringContaining("DATABASE_MIGRATION_URL"),
    });
  });

  test.each([
    [{ DATABASE_URL: "mysql://u:secret@h/d" }, "invalidUrl", "DATABASE_URL"],
    [{ DATABASE_URL: "secret" }, "invalidUrl", "DATABASE_URL"],
    [{ DATABASE_URL: "postgresql://u:secret@h" }, "invalidUrl", "DATABASE_URL"],
    [{ DATABASE_REPLICA_URL: "postgresql://u:secret@h/d" }, "missingUrl", "DATABASE_REPLICA_URL is set"],
    [{ DATABASE_URL: "postgresql://u:secret@127.0.0.1:1/d" }, "unreachable", "DATABASE_URL"],
    [
      { DATABASE_URL: "postgresql://u:secret@h/d", DATABASE_MIGRATION_URL: "postgresql://u:secret@h/d" },
      "roleTooPowerful",
      "same user",
    ],
  ])("refuses %j without quoting the password", async (environment, code, words) => {
    const refusal = await databaseUrls(environment, secret).catch((error: Error) => error);
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(words) });
    expect((refusal as Error).message).not.toContain("secret");
  });
});

describe("scramVerifier", () => {
  test("is what the server makes of the same password and salt", async () => {
    // Worked example of RFC 7677: user "user", password "pencil".
    const salt = Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64");
    expect(scramVerifier("pencil", salt)).toBe(
      "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=",
    );
  });
});
