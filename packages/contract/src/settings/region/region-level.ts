import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** How far down a region lies: a country, what it is divided into, and so on. */
export const RegionLevel = defineEnumeration("RegionLevelEnum", text3("Region level", "区域级别", "區域層級"), {
  Country: [0, text3("Country or territory", "国家或地区", "國家或地區"), "accent"],
  Province: [1, text3("Province, state", "省级", "省級"), "info"],
  City: [2, text3("City, prefecture", "地级", "地級")],
  County: [3, text3("County, district", "县级", "縣級")],
  Township: [4, text3("Township", "乡级", "鄉級")],
  Village: [5, text3("Village", "村级", "村級")],
});

/** The level that has nothing below it. */
export const lowestLevel = RegionLevel.Village;
