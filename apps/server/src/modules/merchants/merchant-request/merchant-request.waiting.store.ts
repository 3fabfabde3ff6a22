import { merchantMessages } from "@countinghouse/contract/merchants/merchant/merchant.messages.ts";
import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../merchant/index.ts";

/** Requested fields, one per line, in the reader's language: current and requested value. */
const asked = ({ request }: Context) => sql<string>`(
  SELECT string_agg(concat(coalesce(words.value, wanted.one ->> 'field'), ': ', coalesce(wanted.one ->> 'from', '–'),
           ' → ', coalesce(wanted.one ->> 'to', '–')), E'\n' ORDER BY wanted.place)
    FROM jsonb_array_elements(merchant_requests.wanted) WITH ORDINALITY AS wanted (one, place)
    LEFT JOIN jsonb_each_text(${JSON.stringify(merchantMessages[request.locale].fields)}::jsonb) AS words
      ON words.key = wanted.one ->> 'field')`;

/** Merchants' requests without a decision. */
export const openRequests = (ctx: Context): WaitingQuery =>
  from(ctx, "merchantRequests")
    .innerJoin("merchants", "merchants.id", "merchantRequests.merchantId")
    .where(merchantInReach(ctx))
    .where("merchantRequests.status", "=", "open")
    .select([
      "merchantRequests.id",
      "merchants.name",
      "merchantRequests.merchantId",
      "merchants.name as merchantName",
      "merchantRequests.createTime as since",
      "merchantRequests.createUserName as person",
      "merchantRequests.note as reason",
      asked(ctx).as("evidence"),
      "merchantRequests.version",
      unowned,
    ]);
