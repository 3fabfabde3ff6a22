import { sysDictData } from "@countinghouse/contract/settings/dict/dict-data.ts";
import { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  addItem,
  addType,
  deleteItem,
  deleteType,
  itemsInUse,
  itemsOfType,
  setItemStatus,
  setTypeStatus,
  typeDetail,
  updateItem,
  updateType,
} from "./dict.service.ts";
import { listItems, listTypes, readAllDictionaries } from "./dict.store.ts";

const types = recordOperations({ table: "dictTypes", resource: sysDictType });
const items = recordOperations({ table: "dictItems", resource: sysDictData });

export const sysDictTypeRoutes = implement(sysDictType, {
  ...types,
  detail: typeDetail,
  list: listTypes,
  add: addType,
  update: updateType,
  delete: deleteType,
  setStatus: setTypeStatus,
  dataList: (ctx, { code }) => itemsOfType(ctx, code),
  allDictList: (ctx) => readAllDictionaries(ctx, ctx.request.locale),
});

export const sysDictDataRoutes = implement(sysDictData, {
  ...items,
  list: (ctx, { dictTypeId }) => listItems(ctx, dictTypeId, { onlyEnabled: false }),
  dataList: (ctx, { code }) => itemsInUse(ctx, code),
  add: addItem,
  update: updateItem,
  delete: deleteItem,
  setStatus: setItemStatus,
});
