import { enumerations } from "@countinghouse/contract/enumerations.ts";
import { sysDictData } from "@countinghouse/contract/settings/dict/dict-data.ts";
import { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { unique } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const admin = () => app.as(actor());
const signedIn = () => app.as(actor({ holdsAll: false, permissions: new Set(), userId: 2 }));
const typeOf = async (code: string) =>
  app.platform.db.selectFrom("dictTypes").selectAll().where("code", "=", code).executeTakeFirstOrThrow();
const newType = () => ({ name: unique("Type "), code: unique("type_") });
const newItem = (dictTypeId: number) => ({ dictTypeId, code: unique("c"), value: "Shown" });

describe("sysDictType.allDictList", () => {
  test("holds a dictionary for every enumeration, in the caller's language", async () => {
    for (const locale of ["en", "zh-cn", "zh-tw"] as const) {
      const all = await signedIn().call(sysDictType, "allDictList", {}, { locale });
      for (const { name, members } of enumerations) {
        const shown = members.map((member) => [member.name, String(member.value), member.text[locale]]).sort();
        expect(all[name]?.map((item) => [item.code, item.value, item.name]).sort()).toEqual(shown);
      }
      expect(all.org_type?.[0]?.value).toBe({ en: "Group", "zh-cn": "集团", "zh-tw": "集團" }[locale]);
    }
  });

  test("leaves disabled items and dictionaries out", async () => {
    const type = newType();
    const id = await admin().call(sysDictType, "add", type);
    const item = await admin().call(sysDictData, "add", newItem(id));
    const kept = await admin().call(sysDictData, "add", newItem(id));
    await admin().call(sysDictData, "setStatus", { id: item, status: 2 });
    expect((await signedIn().call(sysDictType, "allDictList", {}))[type.code]).toHaveLength(1);
    await admin().call(sysDictType, "setStatus", { id, status: 2 });
    expect(await signedIn().call(sysDictType, "allDictList", {})).not.toHaveProperty(type.code);
    expect(kept).toBeGreaterThan(item);
  });
});

describe("sysDictType.dataList and sysDictData.dataList", () => {
  test("show all items by code, and those in use", async () => {
    const type = newType();
    const id = await admin().call(sysDictType, "add", type);
    const item = await admin().call(sysDictData, "add", newItem(id));
    await admin().call(sysDictData, "setStatus", { id: item, status: 2 });
    expect(await signedIn().call(sysDictType, "dataList", { code: type.code })).toMatchObject([{ id: item }]);
    expect(await signedIn().call(sysDictData, "dataList", { code: type.code })).toEqual([]);
    expect(await admin().call(sysDictData, "list", { dictTypeId: id })).toHaveLength(1);
  });

  test.each(["__proto__", "constructor", "toString", "nothing"])("find nothing under the name %s", async (code) => {
    expect(await signedIn().send(sysDictType, "dataList", { code })).toMatchObject({
      status: 404,
      bizCode: "sysDictType.unknown",
    });
    expect(await signedIn().send(sysDictData, "dataList", { code })).toMatchObject({
      status: 404,
      bizCode: "sysDictData.unknownType",
    });
  });
});

describe("sysDictType.add, update and delete", () => {
  test("keep codes apart whatever their case", async () => {
    const type = newType();
    await admin().call(sysDictType, "add", type);
    expect(await admin().send(sysDictType, "add", { ...newType(), code: type.code.toUpperCase() })).toMatchObject({
      status: 409,
      bizCode: "sysDictType.duplicate",
    });
  });

  test("remove the items with the dictionary", async () => {
    const id = await admin().call(sysDictType, "add", newType());
    await admin().call(sysDictData, "add", newItem(id));
    await admin().call(sysDictType, "delete", { id });
    expect(await app.platform.db.selectFrom("dictItems").select("id").where("dictTypeId", "=", id).execute()).toEqual(
      [],
    );
  });

  test("leave the dictionary of an enumeration to the product, but for its names", async () => {
    const { id, name, code } = await typeOf("StatusEnum");
    expect(await admin().send(sysDictType, "delete", { id })).toMatchObject({
      status: 409,
      bizCode: "sysDictType.builtIn",
    });
    expect(await admin().send(sysDictType, "setStatus", { id, status: 2 })).toMatchObject({
      bizCode: "sysDictType.builtIn",
    });
    expect(await admin().send(sysDictType, "update", { id, name, code: "Other" })).toMatchObject({
      bizCode: "sysDictType.builtIn",
    });
    await admin().call(sysDictType, "update", { id, name: "Renamed", code });
    expect(await typeOf("StatusEnum")).toMatchObject({ name: "Renamed" });
  });
});

describe("sysDictData.add, update and delete", () => {
  test("keep codes apart within a dictionary only", async () => {
    const [one, two] = [
      await admin().call(sysDictType, "add", newType()),
      await admin().call(sysDictType, "add", newType()),
    ];
    const item = newItem(one);
    await admin().call(sysDictData, "add", item);
    expect(await admin().send(sysDictData, "add", item)).toMatchObject({
      status: 409,
      bizCode: "sysDictData.duplicate",
    });
    await admin().call(sysDictData, "add", { ...item, dictTypeId: two });
  });

  test("refuse an unknown dictionary and further data that is no JSON", async () => {
    const id = await admin().call(sysDictType, "add", newType());
    expect(await admin().send(sysDictData, "add", newItem(987654321))).toMatchObject({
      bizCode: "sysDictData.unknownType",
    });
    expect(await admin().send(sysDictData, "add", { ...newItem(id), extData: "{" })).toMatchObject({
      bizCode: "sysDictData.extDataMalformed",
    });
  });

  test("leave the items of an enumeration to the product, but for their texts", async () => {
    const { id: dictTypeId } = await typeOf("StatusEnum");
    const [item] = await admin().call(sysDictData, "list", { dictTypeId });
    if (!item) throw new Error("the dictionary is empty");
    expect(await admin().send(sysDictData, "add", newItem(dictTypeId))).toMatchObject({
      status: 409,
      bizCode: "sysDictData.builtIn",
    });
    expect(await admin().send(sysDictData, "delete", { id: item.id })).toMatchObject({
      bizCode: "sysDictData.builtIn",
    });
    expect(await admin().send(sysDictData, "setStatus", { id: item.id, status: 2 })).toMatchObject({
      bizCode: "sysDictData.builtIn",
    });
    expect(await admin().send(sysDictData, "update", { ...item, value: "9" })).toMatchObject({
      bizCode: "sysDictData.builtIn",
    });
    await admin().call(sysDictData, "update", { ...item, names: { en: "On" }, tagType: "warning" });
    expect(
      (await signedIn().call(sysDictType, "allDictList", {})).StatusEnum?.find(({ code }) => code === item.code),
    ).toMatchObject({ name: "On" });
  });
});
