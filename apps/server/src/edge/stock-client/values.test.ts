import { Day, Id, Instant, optionalText, ParentId, requiredText } from "@countinghouse/contract/kit/field.ts";
import { oneOf } from "@countinghouse/contract/kit/list.ts";
import { auditFields } from "@countinghouse/contract/kit/record.ts";
import { NoticeType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fittedInput, toldValue } from "./values.ts";
import { localTimesOf } from "./zone.ts";

const times = localTimesOf("Asia/Shanghai");
const filters = z.strictObject({
  name: optionalText(64),
  type: oneOf(NoticeType.schema).input,
  status: oneOf(Status.schema).input,
  from: Instant.nullish(),
  pageSize: z.number().default(20),
});
const asFilter = (sent: unknown) => fittedInput(filters, sent, times, { isChange: false, overwrites: false });
const row = z.object({ id: Id, pid: ParentId, name: requiredText(8), remark: optionalText(64), day: Day.nullish() });
const asChange = (sent: unknown, overwrites = false) => fittedInput(row, sent, times, { isChange: true, overwrites });

describe("what a client sends", () => {
  test("is a list where one number stands for it, and nothing where a text is empty", () => {
    expect(asFilter({ type: 1, status: "2", name: "" })).toEqual({ type: [1], status: [2] });
    expect(asFilter({ type: "", status: null, name: "  " })).toEqual({});
    expect(asFilter({ type: [1, 2] })).toEqual({ type: [1, 2] });
  });

  test("is found whatever the case of its names, and left out where it is not known", () => {
    expect(asFilter({ Name: "a", PageSize: "30", tableKey: 1, search: { fields: [] } })).toEqual({
      name: "a",
      pageSize: 30,
    });
  });

  test("is an instant where it is a local time, and stays what it is where it is none", () => {
    expect(asFilter({ from: "2026-11-27 08:00:00" })).toEqual({ from: "2026-11-27T00:00:00.000Z" });
    expect(asFilter({ from: "soon" })).toEqual({ from: "soon" });
  });

  test("leaves a field as it is by null, but where the call overwrites the row", () => {
    const sent = { id: "7", pid: "0", name: "n", remark: null, day: "2026-11-27 00:00:00" };
    expect(asChange(sent)).toEqual({ id: "7", pid: 0, name: "n", day: "2026-11-27" });
    expect(asChange(sent, true)).toEqual({ id: "7", pid: 0, name: "n", day: "2026-11-27", remark: null });
    expect(asChange({ ...sent, remark: "" })).toMatchObject({ remark: "" });
  });
});

describe("what a client is told", () => {
  test("has local times, days with a time, and null where there is nothing", () => {
    const record = z.object({ id: Id, at: Instant, day: Day.nullish(), note: optionalText(8), ...auditFields });
    const told = toldValue(
      record,
      {
        id: 1,
        at: "2026-11-27T06:05:09.000Z",
        day: "2026-11-27",
        version: 2,
        createTime: "2026-11-27T06:00:00.000Z",
        createUserName: null,
        updateTime: null,
        updateUserName: null,
      },
      times,
    );
    expect(told).toEqual({
      id: 1,
      at: "2026-11-27 14:05:09",
      day: "2026-11-27 00:00:00",
      note: null,
      version: 2,
      createTime: "2026-11-27 14:00:00",
      createUserName: null,
      updateTime: null,
      updateUserName: null,
      createUserId: null,
      updateUserId: null,
      isDelete: false,
    });
  });
});
