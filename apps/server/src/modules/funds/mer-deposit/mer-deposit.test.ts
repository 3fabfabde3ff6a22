import { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { reserveReleased } from "@countinghouse/ledger/settlement.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { depositDesk } from "../../../../test/deposits.ts";
import { booksOf, inTransaction, postIn } from "../../../../test/ledger.ts";
import { buildAccountTerms } from "../../../../test/terms.ts";
import { buildDeciders } from "../../../../test/two-people.ts";
import { transact } from "../../../platform/db/transact.ts";
import { heldReserve } from "./index.ts";
import { releaseDue } from "./mer-deposit.service.ts";

const dayMs = 86_400_000;
const reason = "Agreed on the phone";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const { desk, merchant, day, hold, read, work, lose, violations, eventsOf } = depositDesk(() => app);

describe("a hold of a batch", () => {
  test("is what the reserve bucket is made of, counts for the cap, and is told", async () => {
    const merchantId = await merchant();
    const id = await hold(merchantId, { holdDate: day(-10) });
    expect(await read(id)).toMatchObject({
      type: "rolling",
      status: "held",
      amount: "1000",
      remainAmount: "1000",
      holdDays: 40,
      moves: [{ kind: "held", amount: "1000" }],
    });
    const place = { merchantId, book: "test", currency: "USD" } as const;
    expect(await inTransaction(app, (ctx) => heldReserve(ctx, place))).toEqual(usd(1_000));
    expect(await violations(merchantId)).toEqual([]);
    expect(await eventsOf(merchantId)).toEqual(["deposit.held"]);
  });

  test("goes back by itself on its day, once, however often the job runs", async () => {
    const merchantId = await merchant();
    const id = await hold(merchantId, { releaseDate: day(0), holdDate: day(-180) });
    const later = await hold(merchantId, { releaseDate: day(1) });
    await Promise.all([work("deposit-release"), work("deposit-release")]);
    await work("deposit-release");
    expect(await read(id)).toMatchObject({ status: "released", releasedAmount: "1000", remainAmount: "0" });
    expect(await read(later)).toMatchObject({ status: "held" });
    const { journals } = await booksOf(app, merchantId, "test");
    expect(journals.filter(({ event }) => event === "J32")).toHaveLength(1);
    expect(await eventsOf(merchantId)).toEqual(["deposit.held", "deposit.held", "deposit.released"]);
    expect(await violations(merchantId)).toEqual([]);
  });

  test("waits for the next business day where its own became a holiday", async () => {
    const merchantId = await merchant();
    await buildAccountTerms(
      app,
      { tenantId: 1, merchantId },
      { settlementCurrency: "USD", calendars: ["DEPOSITS"] as never },
    );
    await app.platform.db
      .insertInto("businessDays")
      .values({ tenantId: 1, calendar: "DEPOSITS", day: day(0), name: "Mourning", kind: "closed", status: 1 })
      .execute();
    const id = await hold(merchantId, { releaseDate: day(0) });
    await work("deposit-release");
    expect(await read(id)).toMatchObject({ status: "held" });
  });

  test("that is frozen is skipped, and released once it is not", async () => {
    const merchantId = await merchant();
    const id = await hold(merchantId, { releaseDate: day(0) });
    await desk().call(merDeposit, "freeze", { id, version: 1, reason });
    await work("deposit-release");
    expect(await read(id)).toMatchObject({ status: "frozen", freezeReason: reason, remainAmount: "1000" });
    await desk().call(merDeposit, "unfreeze", { id, version: 2, reason });
    await work("deposit-release");
    expect(await read(id)).toMatchObject({ status: "released", freezeReason: null });
  });

  test("that somebody altered is not released, and everybody is told", async () => {
    const merchantId = await merchant();
    const id = await hold(merchantId, { releaseDate: day(20) });
    await app.platform.db
      .updateTable("merDeposits")
      .set({ releaseDate: day(0) })
      .where("id", "=", id)
      .execute();
    await work("deposit-release");
    expect(await read(id)).toMatchObject({ status: "held", remainAmount: "1000" });
    expect(await violations(merchantId)).toMatchObject([{ law: "sealed", table: "mer_deposits", key: id }]);
    const told = await app.platform.db
      .selectFrom("eventExceptions")
      .select("eventType")
      .where("objectId", "=", id)
      .execute();
    expect(told).toMatchObject([{ eventType: "deposit.jobFailed" }]);
    const refused = await desk().send(merDeposit, "release", { id, version: 1, reason });
    expect(refused).toMatchObject({ status: 409, bizCode: "merDeposit.altered" });
  });

  test("that the books do not hold is named", async () => {
    const merchantId = await merchant();
    await hold(merchantId);
    await postIn(app, {
      merchantId,
      book: "test",
      entries: [reserveReleased({ merchantId, amount: usd(400) })],
      eventId: "beside",
      orderId: null,
      effectiveDate: day(0),
      description: "Beside the holds",
    });
    expect(await violations(merchantId)).toMatchObject([{ law: "reserve_backed", expected: "1000", found: "600" }]);
  });
});

describe("merDeposit.release", () => {
  test("gives back a part, then the rest, and no more than there is", async () => {
    const merchantId = await merchant();
    const id = await hold(merchantId);
    const much = await desk().send(merDeposit, "release", { id, version: 1, amount: "1001", reason });
    expect(much).toMatchObject({ status: 422, bizCode: "merDeposit.exceedsRemaining" });
    await desk().call(merDeposit, "release", { id, version: 1, amount: "400", reason });
    expect(await read(id)).toMatchObject({ status: "partially_released", releasedAmount: "400", remainAmount: "600" });
    await desk().call(merDeposit, "release", { id, version: 2, reason });
    expect(await read(id)).toMatchObject({ status: "released", releasedAmount: "1000", remainAmount: "0" });
    const again = await desk().send(merDeposit, "release", { id, version: 3, reason });
    expect(again).toMatchObject({ status: 409, bizCode: "merDeposit.invalidTransition" });
    expect(await violations(merchantId)).toEqual([]);
  });

  test("lets one of two at once through", async () => {
    const merchantId = await merchant();
    const id = await hold(merchantId);
    const answers = await Promise.all([1, 2].map(() => desk().send(merDeposit, "release", { id, version: 1, reason })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await read(id)).toMatchObject({ releasedAmount: "1000", moves: [{ kind: "released" }, { kind: "held" }] });
  });

  test("of live money takes a second person, whose approval books it once", async () => {
    const merchantId = await merchant();
    const id = await hold(merchantId, { book: "live" });
    const [maker, checker] = await buildDeciders(app, 2, [[merDeposit, "release"]]);
    const fresh = (who: typeof maker) => app.as({ ...(who as NonNullable<typeof who>), provenAt: app.clock.now() });
    const asked = await fresh(maker).send(merDeposit, "release", { id, version: 1, reason });
    expect(asked).toMatchObject({ status: 202, bizCode: "platform.sentForApproval" });
    expect(await read(id)).toMatchObject({ status: "held", remainAmount: "1000" });
    const { changeRequestId } = asked.body.result as unknown as { changeRequestId: string };
    expect(await fresh(maker).send(changeRequest, "approve", { id: changeRequestId })).toMatchObject({ status: 403 });
    await fresh(checker).call(changeRequest, "approve", { id: changeRequestId });
    expect(await read(id)).toMatchObject({ status: "released", remainAmount: "0" });
    expect(await violations(merchantId, "live")).toEqual([]);
  });
});

describe("merDeposit.use", () => {
  test("covers a loss from the oldest hold on, and shows before what it will do", async () => {
    const merchantId = await merchant();
    const young = await hold(merchantId, { holdDate: day(-5) });
    const old = await hold(merchantId, { holdDate: day(-50) });
    const frozen = await hold(merchantId, { holdDate: day(-90) });
    await desk().call(merDeposit, "freeze", { id: frozen, version: 1, reason });
    await lose(merchantId, 28_500);
    const preview = await desk().call(merDeposit, "usePreview", { id: young });
    expect(preview).toMatchObject({
      lossAmount: "1500",
      usableAmount: "2000",
      amount: "1500",
      availableBefore: "-1500",
      availableAfter: "0",
      reserveBefore: "3000",
      reserveAfter: "1500",
      parts: [
        { id: old, useAmount: "1000", leftAmount: "0" },
        { id: young, useAmount: "500", leftAmount: "500" },
      ],
    });
    const above = await desk().send(merDeposit, "use", { id: young, amount: "1501", reason });
    expect(above).toMatchObject({ status: 422, bizCode: "merDeposit.exceedsLoss" });
    expect(await desk().call(merDeposit, "use", { id: young, reason })).toEqual({ amount: "1500" });
    expect(await read(old)).toMatchObject({ status: "used", usedAmount: "1000", availableAmount: "0" });
    expect(await read(young)).toMatchObject({ status: "partially_released", usedAmount: "500", remainAmount: "500" });
    expect(await read(frozen)).toMatchObject({ status: "frozen", remainAmount: "1000" });
    const none = await desk().send(merDeposit, "use", { id: young, reason });
    expect(none).toMatchObject({ status: 409, bizCode: "merDeposit.noLoss" });
    expect(await violations(merchantId)).toEqual([]);
  });

  test("racing a release leaves no more taken than was held", async () => {
    const merchantId = await merchant();
    const id = await hold(merchantId);
    await lose(merchantId, 9_600);
    await Promise.all([
      desk().send(merDeposit, "use", { id, reason }),
      desk().send(merDeposit, "release", { id, version: 1, reason }),
    ]);
    const { remainAmount, usedAmount, releasedAmount } = await read(id);
    expect(Number(remainAmount) + Number(usedAmount) + Number(releasedAmount)).toBe(1_000);
    expect([usedAmount, releasedAmount]).toSatisfy(
      ([used, released]: string[]) => (used === "600" && released === "0") || (used === "0" && released === "1000"),
    );
    expect(await violations(merchantId)).toEqual([]);
  });
});

describe("merDeposit.extend", () => {
  test("moves the release to a later business day, and never to an earlier one", async () => {
    const merchantId = await merchant();
    await buildAccountTerms(
      app,
      { tenantId: 1, merchantId },
      { settlementCurrency: "USD", calendars: ["US"] as never },
    );
    const id = await hold(merchantId, { releaseDate: "2026-12-21" });
    const early = await desk().send(merDeposit, "extend", { id, version: 1, releaseDate: "2026-12-18", reason });
    expect(early).toMatchObject({ status: 422, bizCode: "merDeposit.dateNotLater" });
    await desk().call(merDeposit, "extend", { id, version: 1, releaseDate: "2026-12-26", reason });
    expect(await read(id)).toMatchObject({
      releaseDate: "2026-12-28",
      status: "held",
      moves: [{ kind: "extended", fromDate: "2026-12-21", toDate: "2026-12-28" }, { kind: "held" }],
    });
    expect(await eventsOf(merchantId)).toEqual(["deposit.held", "deposit.extended"]);
  });

  test("keeps every hold of a merchant that closes for 180 days from then, frozen ones too", async () => {
    const merchantId = await merchant();
    const [soon, late] = [await hold(merchantId), await hold(merchantId, { releaseDate: day(300) })];
    await desk().call(merDeposit, "freeze", { id: soon, version: 1, reason });
    const { db } = app.platform;
    await db.updateTable("merchants").set({ status: "closing" }).where("id", "=", merchantId).execute();
    await db
      .insertInto("merchantSteps")
      .values({
        merchantId,
        id: "mst_c",
        at: app.clock.now().toISOString(),
        action: "close",
        fromStatus: "active",
        toStatus: "closing",
      })
      .execute();
    await work("deposit-watch");
    await work("deposit-watch");
    expect(await read(soon)).toMatchObject({ releaseDate: day(180), status: "frozen", version: 3 });
    expect(await read(late)).toMatchObject({ releaseDate: day(300), version: 1 });
  });
});

describe("what is held, read", () => {
  test("adds up by currency and by day, and ties to the reserve of the ledger", async () => {
    const merchantId = await merchant();
    const [first, second] = [day(40), day(44)];
    await hold(merchantId, { releaseDate: first });
    const frozen = await hold(merchantId, { releaseDate: first, reserve: 500n });
    await hold(merchantId, { releaseDate: second });
    app.clock.forward(1);
    await desk().call(merDeposit, "freeze", { id: frozen, version: 1, reason });
    const [figures] = await desk().call(merDeposit, "figures", { mode: "test", merchantId });
    expect(figures).toMatchObject({
      heldAmount: "2500",
      ledgerAmount: "2500",
      holds: 3,
      merchants: 1,
      frozenAmount: "500",
      nextDate: first,
      nextAmount: "1000",
      nextHolds: 1,
      nextFrozenHolds: 1,
      releasedAmount: "0",
    });
    const { days } = await desk().call(merDeposit, "schedule", { mode: "test", merchantId, currency: "USD" });
    expect(days).toMatchObject([
      { day: first, amount: "1500", frozenAmount: "500", holds: 2 },
      { day: second, amount: "1000", holds: 1 },
    ]);
    const { items } = await desk().call(merDeposit, "page", { mode: "test", merchantId: [merchantId] });
    expect(items.map(({ releaseDate }) => releaseDate)).toEqual([first, first, second]);
    const moves = await desk().call(merDeposit, "moves", { mode: "test", merchantId });
    expect(moves.map(({ kind }) => kind)).toEqual(["frozen", "held", "held", "held"]);
  });
});

test("a release that is due racing a freeze books nothing of what was frozen first", async () => {
  const merchantId = await merchant();
  const id = await hold(merchantId, { releaseDate: day(0) });
  const { db, clock } = app.platform;
  const { seals, request } = app.context();
  const release = () =>
    transact({ db, clock, seals, enqueue: async () => {} }, { actor: actor(), request }, (ctx) =>
      releaseDue(ctx, { merchantId, id }),
    );
  await Promise.all([release(), desk().send(merDeposit, "freeze", { id, version: 1, reason })]);
  const { status, remainAmount } = await read(id);
  expect([`${status} ${remainAmount}`]).toSatisfy(
    ([seen]: string[]) => seen === "frozen 1000" || seen === "released 0",
  );
  expect(await violations(merchantId)).toEqual([]);
});

test("ends the worked life: after 180 days its merchant has all that was ever withheld", async () => {
  const merchantId = await merchant();
  const id = await hold(merchantId, { net: 36_674n, reserve: 4_005n, releaseDate: day(180) });
  await lose(merchantId, 32_550);
  expect(await read(id)).toMatchObject({ availableAmount: "119", remainAmount: "4005" });
  app.clock.forward(180 * dayMs);
  await work("deposit-release");
  expect(await read(id)).toMatchObject({ availableAmount: "4124", remainAmount: "0", status: "released" });
});
