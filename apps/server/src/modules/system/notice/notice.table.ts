import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { NoticeStatus, NoticeType, NoticeUserStatus } from "@countinghouse/contract/system-enumerations.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface NoticeRows extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  title: string;
  content: string;
  type: Generated<ValueOf<typeof NoticeType>>;
  status: Generated<ValueOf<typeof NoticeStatus>>;
  publicUserId: number;
  publicUserName: string | null;
  publicOrgId: number | null;
  publicOrgName: string | null;
  publicTime: string | null;
  cancelTime: string | null;
}

interface NoticeUserRows {
  id: Generated<number>;
  tenantId: number;
  noticeId: number;
  userId: number;
  readStatus: Generated<ValueOf<typeof NoticeUserStatus>>;
  readTime: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    notices: NoticeRows;
    noticeUsers: NoticeUserRows;
  }
}

export const noticeTables: FactsOf<"notices" | "noticeUsers"> = {
  notices: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite", audited: true },
  noticeUsers: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
};
