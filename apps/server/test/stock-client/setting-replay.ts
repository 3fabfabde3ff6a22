import { byId, changed, done, filters, id, keepId, keepRow, missing, type ReplayedCall } from "./replayed-call.ts";
import * as shapes from "./shapes.ts";
import { list, page, scalarOf } from "./shapes.ts";

/** Calls about what the client is set up by. */
export const settingReplay: readonly ReplayedCall[] = [
  {
    call: "POST /api/sysRegion/add",
    body: () => ({ name: "Stockland", code: "990000", orderNo: 100, lng: 116.4, lat: 39.9 }),
    ends: id,
  },
  {
    call: "POST /api/sysRegion/page",
    body: filters({ pid: 0, name: "Stockland", code: "" }),
    ends: page(shapes.sysRegion, 1),
    keep: keepRow("region", "code", "990000"),
  },
  {
    call: "GET /api/sysRegion/list",
    query: { Id: "0" },
    ends: list(shapes.record("id:int pid:int name:str code:str level:int"), 1),
  },
  { call: "POST /api/sysRegion/update", body: changed("region", { remark: "changed" }), ends: done },
  { call: "POST /api/sysRegion/delete", body: byId("region"), ends: done },
  { call: "POST /api/sysRegion/sync", ends: done },
  {
    call: "POST /api/sysDictType/add",
    body: () => ({ name: "Stock dictionary", code: "stock_dict", orderNo: 100, status: 1, remark: "" }),
    ends: done,
  },
  {
    call: "POST /api/sysDictType/page",
    body: filters({ name: "Stock", code: "" }),
    ends: page(shapes.sysDictType, 1),
    keep: keepRow("dict", "code", "stock_dict"),
  },
  { call: "GET /api/sysDictType/list", ends: list(shapes.sysDictType, 10) },
  { call: "POST /api/sysDictType/update", body: changed("dict", { remark: "changed" }), ends: done },
  {
    call: "POST /api/sysDictData/add",
    body: (kept) => ({
      dictTypeId: kept.dict,
      value: "One",
      code: "1",
      name: "",
      tagType: "primary",
      orderNo: 100,
      status: 1,
      extData: "",
    }),
    ends: done,
  },
  {
    call: "POST /api/sysDictData/page",
    body: (kept) => ({ ...filters({ value: "One", code: "" })(), dictTypeId: kept.dict }),
    ends: page(shapes.sysDictData, 1),
    keep: keepRow("item", "code", "1"),
  },
  { call: "GET /api/sysDictType/dataList", query: { Code: "stock_dict" }, ends: list(shapes.sysDictData, 1) },
  {
    call: "GET /api/sysDictData/dataList/{code}",
    path: () => "/api/sysDictData/DataList/stock_dict",
    ends: list(shapes.sysDictData, 1),
  },
  { call: "GET /api/sysDictType/allDictList", path: () => "/api/sysDictType/AllDictList", ends: shapes.dictionaries },
  { call: "POST /api/sysDictData/update", body: changed("item", { value: "First" }), ends: done },
  { call: "POST /api/sysDictData/delete", body: byId("item"), ends: done },
  { call: "POST /api/sysDictType/delete", body: byId("dict"), ends: done },
  {
    call: "POST /api/sysConfig/add",
    body: () => ({
      name: "Stock setting",
      code: "stock_setting",
      value: "1",
      sysFlag: 2,
      groupCode: "Stock",
      orderNo: 100,
      remark: "",
    }),
    ends: done,
  },
  {
    call: "POST /api/sysConfig/page",
    body: filters({ name: "Stock", code: "", groupCode: "" }),
    ends: page(shapes.sysConfig, 1),
    keep: keepRow("config", "code", "stock_setting"),
  },
  { call: "GET /api/sysConfig/groupList", ends: scalarOf("strs") },
  { call: "POST /api/sysConfig/update", body: changed("config", { value: "2" }), ends: done },
  { call: "POST /api/sysConfig/batchDelete", body: (kept) => [kept.config], ends: done },
  { call: "POST /api/sysConfig/delete", body: byId("config2"), ends: done },
  { call: "GET /api/sysConfig/sysInfo", ends: shapes.sysInfo, keep: keepId("site") },
  {
    call: "POST /api/sysConfig/saveSysInfo",
    body: (kept) => ({ ...(kept.site as object), sysTitle: "Stock title", sysLogoBase64: "", sysLogoFileName: "" }),
    ends: done,
  },
  { call: "GET /api/sysConst/list", ends: list(shapes.constantClass, 1) },
  { call: "GET /api/sysEnum/enumTypeList", ends: list(shapes.enumType, 10) },
  { call: "GET /api/sysEnum/enumDataList", query: { EnumName: "StatusEnum" }, ends: shapes.enumEntities },
  ...missing(
    "POST /api/sysPrint/page",
    "POST /api/sysPrint/add",
    "POST /api/sysPrint/update",
    "POST /api/sysPrint/delete",
  ),
];
