import { sysRegion } from "@countinghouse/contract/settings/region/region.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addRegion, deleteRegion, listBelow, moveRegion, syncRegions, updateRegion } from "./region.service.ts";
import { regionRecords } from "./region.store.ts";
import { regionImports } from "./region-file.service.ts";

/** Routes of countries and their subdivisions. */
export const sysRegionRoutes = implement(sysRegion, {
  ...regionRecords,
  list: listBelow,
  add: addRegion,
  update: updateRegion,
  move: moveRegion,
  delete: deleteRegion,
  sync: syncRegions,
  ...regionImports,
});
