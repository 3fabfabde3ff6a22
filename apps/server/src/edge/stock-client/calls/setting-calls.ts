import { enumerations } from "@countinghouse/contract/enumerations.ts";
import type { Enumeration, Tone } from "@countinghouse/contract/kit/enumeration.ts";
import { sysDictData } from "@countinghouse/contract/settings/dict/dict-data.ts";
import { sysRegion } from "@countinghouse/contract/settings/region/region.ts";
import { nothing, type OwnResult, pageShape, type StockCall, StockRefusal, type StockRequest } from "../stock-call.ts";
import type { StockInput } from "../values.ts";

/** Tag colours in the client's names. */
const themes: Readonly<Record<Tone, string>> = {
  neutral: "info",
  info: "primary",
  progress: "primary",
  success: "success",
  warning: "warning",
  danger: "danger",
  accent: "primary",
};

const membersShape = (enumeration: Enumeration, { locale }: StockRequest) =>
  enumeration.members.map(({ name, value, tone, text }) => ({
    name,
    describe: text[locale],
    theme: themes[tone],
    value,
  }));

/** Every enumeration of the product, by name. */
const enumTypes = async (_sent: StockInput, request: StockRequest) =>
  [...(enumerations as readonly Enumeration[])]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((enumeration) => ({
      typeName: enumeration.name,
      typeDescribe: enumeration.text[request.locale],
      typeRemark: enumeration.text[request.locale],
      enumEntities: membersShape(enumeration, request),
    }));

const unknownEnum: Readonly<Record<string, string>> = {
  en: "There is no enumeration of this name.",
  "zh-cn": "没有该名称的枚举。",
  "zh-tw": "沒有此名稱的列舉。",
};

async function enumData(sent: StockInput, request: StockRequest) {
  const name = Object.entries(sent).find(([key]) => key.toLowerCase() === "enumname")?.[1];
  const found = (enumerations as readonly Enumeration[]).find((one) => one.name === name);
  if (!found) throw new StockRefusal(400, `[D1503] ${unknownEnum[request.locale]}`);
  return membersShape(found, request);
}

const regionShape = ({ lng, lat, hasChildren: _has, ...region }: OwnResult) => ({
  ...region,
  lng: lng == null ? null : Number(lng),
  lat: lat == null ? null : Number(lat),
});

/** 0 stands for all, where the client filters by a kind. */
const without =
  (name: string) =>
  (sent: StockInput): StockInput => {
    const { [name]: value, ...rest } = sent;
    return value === undefined || value === null || Number(value) <= 0 ? rest : sent;
  };
const atRoot = (sent: StockInput): StockInput => ({ ...sent, pid: sent.pid ?? 0 });

/** Calls about settings. */
export const settingCalls: readonly StockCall[] = [
  { call: "GET sysEnum/enumTypeList", run: enumTypes },
  { call: "GET sysEnum/enumDataList", run: enumData },
  { call: "POST sysDictData/page", resource: sysDictData, operation: "page", input: without("dictTypeId") },
  { call: "POST sysDictData/add", result: nothing },
  { call: "POST sysDictData/update", overwrites: true },
  { call: "POST sysDictType/add", result: nothing },
  { call: "POST sysDictType/update", overwrites: true },
  { call: "POST sysConfig/add", result: nothing },
  {
    call: "POST sysRegion/page",
    resource: sysRegion,
    operation: "page",
    input: without("pid"),
    result: (page) => pageShape(page, regionShape),
  },
  { call: "POST sysRegion/add", resource: sysRegion, operation: "add", input: atRoot },
];
