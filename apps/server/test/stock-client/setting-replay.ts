import {
  byId,
  changed,
  done,
  elsewhere,
  filters,
  id,
  keepId,
  keepRow,
  keptTable,
  type ReplayedCall,
} from "./replayed-call.ts";
import * as shapes from "./shapes.ts";
import { list, page, scalarOf } from "./shapes.ts";

/** Calls about what the client is set up by. */
export const settingReplay: readonly ReplayedCall[] = [
  ...keptTable({
    service: "sysRegion",
    as: "region",
    typed: { name: "Stockland", code: "990000", orderNo: 100, lng: 116.4, lat: 39.9 },
    added: id,
    found: {
      call: "POST /api/sysRegion/page",
      body: filters({ pid: 0, name: "Stockland", code: "" }),
      ends: page(shapes.sysRegion, 1),
    },
    key: ["code", "990000"],
    change: { remark: "changed" },
    between: [
      {
        call: "GET /api/sysRegion/list",
        query: { Id: "0" },
        ends: list(shapes.record("id:int pid:int name:str code:str level:int"), 1),
      },
    ],
  }),
  { call: "POST /api/sysRegion/sync", ends: done },
  { call: "GET /api/sysDictType/list", ends: list(shapes.sysDictType, 10) },
  ...keptTable({
    service: "sysDictType",
    as: "dict",
    typed: { name: "Stock dictionary", code: "stock_dict", orderNo: 100, status: 1, remark: "" },
    found: {
      call: "POST /api/sysDictType/page",
      body: filters({ name: "Stock", code: "" }),
      ends: page(shapes.sysDictType, 1),
    },
    key: ["code", "stock_dict"],
    change: { remark: "changed" },
    between: keptTable({
      service: "sysDictData",
      as: "item",
      typed: ({ dict }) => ({
        dictTypeId: dict,
        value: "One",
        code: "1",
        name: "",
        tagType: "primary",
        orderNo: 100,
        status: 1,
        extData: "",
      }),
      found: {
        call: "POST /api/sysDictData/page",
        body: (kept) => ({ ...filters({ value: "One", code: "" })(), dictTypeId: kept.dict }),
        ends: page(shapes.sysDictData, 1),
      },
      key: ["code", "1"],
      change: { value: "First" },
      between: [
        { call: "GET /api/sysDictType/dataList", query: { Code: "stock_dict" }, ends: list(shapes.sysDictData, 1) },
        {
          call: "GET /api/sysDictData/dataList/{code}",
          path: () => "/api/sysDictData/DataList/stock_dict",
          ends: list(shapes.sysDictData, 1),
        },
        {
          call: "GET /api/sysDictType/allDictList",
          path: () => "/api/sysDictType/AllDictList",
          ends: shapes.dictionaries,
        },
      ],
    }),
  }),
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
  { call: "POST /api/sysPrint/page", body: filters({ name: "" }), ends: page(shapes.sysPrint) },
  ...elsewhere("sysPrint", "add", "update", "delete"),
];
