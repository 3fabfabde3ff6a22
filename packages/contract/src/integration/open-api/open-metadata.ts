import { z } from "zod";
import { describedAs, namedSchema, withInputRule } from "./open-fields.ts";

/** Texts of its own that an order may carry. */
export const metadataKeysMax = 50;
/** What begins with this is shown to the payer's browser too. */
const publicPrefix = "public_";
const MetadataKey = z.string().min(1).max(40);
const MetadataText = z.string().max(500);

/** Texts of a merchant's own beside an order. */
export const OpenMetadata = namedSchema(
  "Metadata",
  withInputRule(
    z.record(MetadataKey, MetadataText).refine((entries) => Object.keys(entries).length <= metadataKeysMax),
    "metadata",
  ),
  "Up to 50 texts of your own, of up to 500 characters each, under names of up to 40",
  "最多 50 项自定义数据：名称至多 40 个字符，内容至多 500 个字符",
  "最多 50 項自訂資料：名稱至多 40 個字元，內容至多 500 個字元",
);

/** At most every text there may be is taken away, and as many are set. */
const MetadataChanges = withInputRule(
  z.record(MetadataKey, MetadataText.nullable()).refine((entries) => {
    const { length } = Object.keys(entries);
    return length >= 1 && length <= 2 * metadataKeysMax;
  }),
  "metadataChanges",
);

/** Body of a change of an order's metadata. */
export const OpenMetadataChange = z.strictObject({
  metadata: describedAs(
    MetadataChanges,
    "Texts to set by their keys; null takes one away. What is not named stays",
    "按键设置的数据；值为 null 表示删除，未列出的保持不变",
    "依鍵設定的資料；值為 null 表示刪除，未列出者維持不變",
  ),
});
namedSchema(
  "MetadataChange",
  OpenMetadataChange,
  "A change of an order's metadata",
  "对订单自定义数据的修改",
  "對訂單自訂資料的變更",
);

/** The entries that are meant for the payer's browser. */
export const publicMetadata = (metadata: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => key.startsWith(publicPrefix)));
