import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../test/app.ts";
import { refusalFromDatabase } from "../db/database-error.ts";

let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await buildTestApp();
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

describe("a full disk", () => {
  test.each([
    ["53100", "No space left on device"],
    ["58030", "Input/output error"],
  ])("answers 503 at the first call that needs room, with code %s, and changes nothing", async (code, said) => {
    await owner.query(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file "base/1": ${said}' USING ERRCODE = '${code}'; END $$`);
    await owner.query("CREATE TRIGGER no_room BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION no_room()");
    const ask = () => app.as(actor()).send(sysPos, "add", { name: `No room ${code}`, code: `room${code}` });
    const answer = await ask();
    expect([answer.status, answer.bizCode, answer.headers["retry-after"]]).toEqual([503, "platform.storageFull", "60"]);
    await owner.query("DROP FUNCTION no_room() CASCADE");
    expect((await ask()).status).toBe(200);
  });

  test("is the same where it is the disk of this node's files", () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    expect(refusalFromDatabase(full)).toMatchObject({ code: "platform.storageFull", status: 503 });
  });
});
