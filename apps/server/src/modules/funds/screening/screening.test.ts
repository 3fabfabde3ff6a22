import { Buffer } from "node:buffer";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { screening } from "@countinghouse/contract/funds/screening/screening.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";
import { violationsOf } from "../../../../test/ledger.ts";
import { buildPayoutEntry } from "../../../../test/payouts.ts";
import { keysOf } from "./screening.policy.ts";
import { likenessOf } from "./screening.service.ts";

let stage: CashoutStage;
beforeAll(async () => {
  // Up to 5,000.00 nobody approves where nothing stands out.
  stage = await buildCashoutStage({ autoApproveLimit: "500000" });
  await stage.put(10_000_000);
}, 120_000);
afterAll(() => stage?.close());

const list = (parts: object) =>
  stage.operator(301).send(screening, "add", {
    ...{ kind: "individual", name: "Ivan Petrovich Sidorov", decision: "review", list: "OFAC-SDN", status: 1 },
    ...parts,
  } as never);
const pay = (beneficiaryName: string, parts: object = {}) =>
  stage.finance().send(payoutOrder, "add", buildPayoutEntry({ beneficiaryName, ...parts }) as never);
const paid = async (name: string): Promise<string> =>
  ((await pay(name)).result as unknown as { readonly id: string }).id;
const show = (id: string) => stage.operator(301).call(payoutOrder, "detail", { id });
const approve = async (person: number, id: string, remark?: string) =>
  stage.operator(person).send(payoutOrder, "approve", { id, version: (await show(id)).version, remark });

describe("names are alike", () => {
  test.each([
    ["in another order, case and accents", "SIDÓROV, Ivan Petrovich", 100],
    ["with another spelling", "Ivan Petrowich Sidorov", 80],
    ["without the name of the father", "Ivan Sidorov", 60],
  ])("%s", (_how, other, least) => {
    expect(likenessOf("Ivan Petrovich Sidorov", other)).toBeGreaterThanOrEqual(least);
  });

  test("and one that only shares a first name is not; each word is looked for by how it begins", () => {
    expect(likenessOf("Ivan Petrovich Sidorov", "Ivan Brown")).toBeLessThan(50);
    expect(keysOf("Müller, Ana de la Cruz")).toEqual(["mul", "ana", "cru"]);
    expect(keysOf("Li Na")).toEqual(["li", "na"]);
  });
});

describe("a payout to a name like one on a list", () => {
  test("is released by two people who say why it is somebody else, however small it is", async () => {
    expect((await list({})).status).toBe(200);
    const id = await paid("Sidorov Ivan Petrovich");
    expect(await show(id)).toMatchObject({
      ...{ status: "review", riskFlags: expect.arrayContaining(["listed_name"]), approvalsNeeded: 2 },
      review: { screened: [{ name: "Ivan Petrovich Sidorov", list: "OFAC-SDN", likeness: 100 }] },
    });
    expect((await approve(302, id)).bizCode).toBe("payoutOrder.matchUnexplained");
    expect((await approve(302, id, "Born 1990, the listed one 1951")).status).toBe(200);
    expect((await show(id)).status).toBe("review");
    expect((await approve(305, id, "Seen as well")).status).toBe(200);
    expect((await show(id)).status).toBe("processing");
    expect(await violationsOf(stage.app, [stage.merchantId])).toEqual([]);
  });

  test("that was listed after it was asked for is seen when it is approved", async () => {
    const id = await paid("Olga Nikolaeva Trading");
    expect((await show(id)).review?.screened).toEqual([]);
    expect((await list({ kind: "company", name: "Olga Nikolaeva Trading LLC", list: "EU" })).status).toBe(200);
    expect((await show(id)).review?.screened).toMatchObject([{ list: "EU" }]);
    expect((await approve(302, id)).bizCode).toBe("payoutOrder.matchUnexplained");
  });

  test("is as every other one where the entry is switched off, which takes two people", async () => {
    const { items } = await stage.operator(301).call(screening, "page", { list: "EU" });
    const [entry] = items;
    const off = { ...entry, status: 2 };
    const answer = await stage.operator(301).send(screening, "update", off as never, {
      headers: { "change-reason": "Delisted" },
    });
    expect(answer.status).toBe(202);
  });
});

describe("a payout to a listed country", () => {
  test("is refused where its policy says so, and reviewed where it says that", async () => {
    const korea = { kind: "country", name: "Nowhere", country: "US", list: "Policy" };
    expect((await list({ ...korea, country: null })).bizCode).toBe("screening.countryNeeded");
    expect((await list({ name: "Somebody", decision: "refuse" })).bizCode).toBe("screening.nameNotRefused");
    expect((await list(korea)).status).toBe(200);
    const id = await paid("Plain Paper");
    expect((await show(id)).riskFlags).toContain("listed_country");
    expect((await approve(302, id)).status).toBe(200);
    expect((await list({ ...korea, name: "Nowhere at all", decision: "refuse" })).status).toBe(200);
    expect((await pay("Plain Paper")).bizCode).toBe("payoutOrder.countryRefused");
  });
});

describe("a file of a list", () => {
  test("is taken once its rows were judged: what is there already and what repeats is named", async () => {
    const text = [
      "name,list,kind,country,decision,reference",
      "Ivan Petrovich Sidorov,OFAC-SDN,individual,,,",
      "Acme Shipping,UN,company,,,QDe.1",
      "Acme Shipping,UN,company,,,QDe.1",
      "Shadow,UN,individual,,refuse,",
    ].join("\n");
    const file = { fileName: "list.csv", data: Buffer.from(text).toString("base64") };
    const check = await stage.operator(301).call(screening, "importCheck", file as never);
    expect(check).toMatchObject({ added: 1, faultCount: 3 });
    expect((await stage.operator(301).send(screening, "import", file as never)).bizCode).toBe("screening.rowsRefused");
    const taken = { ...file, leaveOutRefused: true };
    expect((await stage.operator(301).send(screening, "import", taken as never)).result).toMatchObject({ added: 1 });
  });
});
