import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { permissionsOfMerchantRole } from "../../system/role/index.ts";

let stage: CashoutStage;
let other: TestApp;

beforeAll(async () => {
  stage = await buildCashoutStage({ minRetained: "1000", withdrawFeeFixed: "10" });
  other = await buildTestApp({ database: stage.app.database, clock: stage.app.clock });
  await stage.put(101_000);
}, 60_000);
afterAll(async () => {
  await other?.close();
  await stage?.close();
});

/** The merchant's person at one of two nodes. */
const finance = (place: number) =>
  (place % 2 === 0 ? stage.app : other).as(
    actor({
      ...stage.place,
      userId: 201,
      realName: "Mia Reed",
      holdsAll: false,
      provenAt: stage.app.clock.now(),
      permissions: new Set(permissionsOfMerchantRole("merchant_owner")),
      scope: { tenantId: stage.place.tenantId, orgIds: "all", selfOnly: false, merchantIds: [stage.merchantId] },
    }),
  );
const askAtOnce = async (count: number, minor: number) => {
  const input = { mode: "test", currency: "USD", amount: String(minor), payoutAccountId: stage.payeeId } as const;
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, place) => {
      // A node that has too much to do says so, and is asked again as clients do.
      for (;;) {
        const answer = await finance(place).send(cashout, "add", input);
        if (answer.status !== 503) return answer;
      }
    }),
  );
  const won = answers.filter(({ status }) => status === 200);
  const lost = answers.filter(({ status }) => status !== 200);
  expect(lost.filter(({ bizCode }) => bizCode !== "cashout.amountInvalid")).toEqual([]);
  return won.map(({ result }) => (result as { readonly id: string }).id);
};
const versionOf = async (id: string) => (await stage.operator(301).call(cashout, "detail", { id })).version;
const cancelAll = async (ids: readonly string[]) => {
  for (const id of ids) await finance(0).call(cashout, "cancel", { id, version: await versionOf(id) });
};

test("of 64 that take 60 % each at the same moment at two nodes, one gets it", async () => {
  const won = await askAtOnce(64, 60_000);
  expect(won).toHaveLength(1);
  expect(await violationsOf(stage)).toEqual([]);
  await cancelAll(won);
}, 60_000);

test("of 64 that take 7,000 of 100,000 each, 14 get it, and what stays is what was to stay", async () => {
  const won = await askAtOnce(64, 7_000);
  expect(won).toHaveLength(14);
  expect(await finance(1).call(cashout, "terms", { mode: "test", currency: "USD" })).toMatchObject({
    available: "3000",
    withdrawable: "2000",
  });
  expect(await violationsOf(stage)).toEqual([]);
  await cancelAll(won);
}, 60_000);

test("approved, rejected and cancelled at the same moment, one of them counts, and one transfer is made at most", async () => {
  const [id = ""] = await askAtOnce(1, 50_000);
  const version = await versionOf(id);
  const answers = await Promise.all([
    ...[302, 303, 304].map((userId) => stage.operator(userId).send(cashout, "approve", { id, version })),
    stage.operator(305).send(cashout, "reject", { id, version, reason: "No" }),
    finance(1).send(cashout, "cancel", { id, version }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const made = await stage.app.platform.db.selectFrom("payouts").select("id").where("sourceId", "=", id).execute();
  const { status } = await stage.operator(301).call(cashout, "detail", { id });
  expect(made).toHaveLength(status === "processing" ? 1 : 0);
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);
