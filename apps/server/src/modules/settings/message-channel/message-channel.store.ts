import { messageChannel } from "@countinghouse/contract/settings/message-channel/message-channel.ts";
import { messageLog } from "@countinghouse/contract/settings/message-channel/message-log.ts";
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from "kysely";
import { change, from, insert, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import { recordOperations, recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { batchRows, inBatches, type RetentionSweep } from "../../../platform/jobs/retention.ts";
import { settingOf } from "../config/index.ts";

export type MessageChannelRow = Selectable<Tables["messageChannels"]>;
type Db = Kysely<Tables>;

/** Channels for answers: whether there is a secret, never the secret. */
const described = (ctx: Context) =>
  from(ctx, "messageChannels")
    .select(["id", "name", "kind", "url", "template", "keyId", "signName", "templateCode", "appId", "region"])
    .select(["host", "port", "tls", "sender", "orderNo", "status", "remark", "version"])
    .select(["createTime", "createUserName", "updateTime", "updateUserName"])
    .select(sql<boolean>`secret_sealed IS NOT NULL`.as("hasSecret"));

export const channelRecords = recordOperations({
  table: "messageChannels",
  resource: messageChannel,
  describe: described,
});
export const logReads = recordReads({ table: "messageLogs", resource: messageLog });

export const insertChannel = (ctx: Context, values: NewRow<"messageChannels">): Promise<MessageChannelRow> =>
  insert(ctx, "messageChannels", values);

/** Changes a channel locked by the caller. */
export async function changeChannel(
  ctx: Context,
  before: MessageChannelRow,
  values: Updateable<Tables["messageChannels"]>,
): Promise<void> {
  const after = await change(ctx, "messageChannels")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "messageChannels", id: before.id, before, after });
}

export const findChannel = (db: Db, id: number): Promise<MessageChannelRow | undefined> =>
  db.selectFrom("messageChannels").selectAll().where("id", "=", id).executeTakeFirst();

/** Enabled SMS channels, in order of use. Not cached: a change takes effect at once, on every node. */
export const smsChannels = (db: Db): Promise<MessageChannelRow[]> =>
  db
    .selectFrom("messageChannels")
    .selectAll()
    .where("status", "=", 1)
    .where("kind", "<>", "email_smtp")
    .orderBy("orderNo")
    .orderBy("id")
    .execute();

export async function noteMessage(db: Db, message: Insertable<Tables["messageLogs"]>): Promise<void> {
  await db.insertInto("messageLogs").values(message).execute();
}

const dayMs = 86_400_000;

/** Messages past the retention of logs. */
export const oldMessages: RetentionSweep = {
  name: "message logs",
  run: async (db, now) => {
    const days = await settingOf({ db }, "sys_log_retention_days");
    const before = new Date(now.getTime() - days * dayMs).toISOString();
    return inBatches(async () => {
      const { numAffectedRows } = await sql`
        DELETE FROM message_logs WHERE id IN (
          SELECT id FROM message_logs WHERE create_time < ${before} LIMIT ${batchRows})`.execute(db);
      return Number(numAffectedRows);
    });
  },
};
