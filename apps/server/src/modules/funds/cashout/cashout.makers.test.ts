import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";
import { seatAdministrators } from "../../../../test/people.ts";
import { permissionsOfMerchantRole } from "../../system/role/index.ts";

let stage: CashoutStage;

beforeAll(async () => {
  // Nobody up to 10.00, two people above 100.00.
  stage = await buildCashoutStage({ autoApproveLimit: "1000" });
  await seatAdministrators(stage.app, stage.place, [202]);
  await stage.put(1_000_000);
  // The account is no new one any more.
  const { id } = await ask(900);
  await stage.operator(302).call(cashout, "approve", { id, version: await versionOf(id) });
  await stage.operator(301).call(cashout, "markPaid", { id, version: await versionOf(id), bankReference: "FT-1" });
}, 60_000);
// What was asked for the day before counts no more.
beforeEach(() => stage.pass(86_401));
afterAll(() => stage?.close());

const asked = (minor: number) =>
  ({ mode: "test", currency: "USD", amount: String(minor), payoutAccountId: stage.payeeId }) as const;
const ask = (minor: number) => stage.finance().call(cashout, "add", asked(minor));
const show = (id: string) => stage.operator(301).call(cashout, "detail", { id });
const versionOf = async (id: string) => (await show(id)).version;
const approve = async (id: string, userId: number) =>
  stage.operator(userId).send(cashout, "approve", { id, version: await versionOf(id) });
const takesApproval = async (minor: number) =>
  (await stage.finance().call(cashout, "preview", asked(minor))).takesApproval;

describe("how many people approve", () => {
  test("is told by what was asked for in a day: slices that together pass the limit are looked at", async () => {
    expect((await ask(600)).status).toBe("processing");
    expect(await takesApproval(400)).toBe(false);
    expect(await takesApproval(401)).toBe(true);
    const { id, status } = await ask(600);
    expect(status).toBe("approving");
    expect(await show(id)).toMatchObject({ approvalsNeeded: 1, riskFlags: [] });
    await stage.pass(86_401);
    expect(await takesApproval(900)).toBe(false);
  });

  test("is two from ten times the limit on, in however many parts", async () => {
    const { id: first } = await ask(6_000);
    expect(await show(first)).toMatchObject({ approvalsNeeded: 1 });
    const { id } = await ask(6_000);
    expect(await show(id)).toMatchObject({ approvalsNeeded: 2 });
    expect(await approve(id, 302)).toMatchObject({ result: { status: "approving" } });
    expect(await approve(id, 305)).toMatchObject({ result: { status: "processing" } });
  });

  test("is two for what was asked for on several days and would be let go by one on one of them", async () => {
    const { id: first } = await ask(6_000);
    await stage.pass(86_401);
    const { id: second } = await ask(6_000);
    expect((await Promise.all([first, second].map(show))).map(({ approvalsNeeded }) => approvalsNeeded)).toEqual([
      1, 1,
    ]);
    expect(await approve(first, 302)).toMatchObject({ result: { status: "processing" } });
    expect(await approve(second, 302)).toMatchObject({ result: { status: "approving" } });
    expect(await show(second)).toMatchObject({ approvalsNeeded: 2 });
    expect((await approve(second, 302)).bizCode).toBe("cashout.approvedAlready");
    expect(await approve(second, 305)).toMatchObject({ result: { status: "processing" } });
  });

  test("counts nothing that was taken back or turned down", async () => {
    const { id } = await ask(6_000);
    await stage.finance().call(cashout, "cancel", { id, version: await versionOf(id) });
    const { id: other } = await ask(6_000);
    const naming = { id: other, version: await versionOf(other), reason: "No" };
    await stage.operator(302).call(cashout, "reject", naming);
    expect(await takesApproval(900)).toBe(false);
  });
});

describe("a withdrawal that was handed back", () => {
  /** Another person of the merchant. */
  const colleague = () =>
    stage.app.as(
      actor({
        ...stage.place,
        userId: 202,
        realName: "Noah Bell",
        holdsAll: false,
        provenAt: stage.app.clock.now(),
        permissions: new Set(permissionsOfMerchantRole("merchant_owner")),
        scope: { tenantId: stage.place.tenantId, orgIds: "all", selfOnly: false, merchantIds: [stage.merchantId] },
      }),
    );
  const handBack = async (id: string) => {
    const { available } = await stage.finance().call(cashout, "terms", { mode: "test", currency: "USD" });
    await stage.put(-Number(available) - 1);
    expect(await approve(id, 302)).toMatchObject({ result: { status: "applied" } });
    await stage.put(Number(available) + 1);
  };

  test("is approved neither by whoever asked for it nor by whoever asked again", async () => {
    const { id } = await ask(5_000);
    await handBack(id);
    await colleague().call(cashout, "submit", { id, version: await versionOf(id) });
    expect((await approve(id, 201)).bizCode).toBe("cashout.ownRequest");
    expect((await approve(id, 202)).bizCode).toBe("cashout.ownRequest");
    expect(await stage.operator(202).call(cashout, "detail", { id })).toMatchObject({ isOwn: true });
    expect(await approve(id, 302)).toMatchObject({ result: { status: "processing" } });
  });

  test("counts with what was asked for meanwhile", async () => {
    const { id } = await ask(6_000);
    await handBack(id);
    await ask(6_000);
    await stage.finance().call(cashout, "submit", { id, version: await versionOf(id) });
    expect(await show(id)).toMatchObject({ approvalsNeeded: 2 });
  });
});
