import { sysNotice } from "@countinghouse/contract/notice/notice.ts";
import { tableOperations } from "../../platform/db/table-operations.ts";
import { implement } from "../../platform/http/implement.ts";
import { addNotice, deleteNotice, publishNotice, readNotice, updateNotice, withdrawNotice } from "./notice.service.ts";
import { findNotice, listUnread, pageNotices, pageReceived } from "./notice.store.ts";

export const sysNoticeRoutes = implement(sysNotice, {
  page: pageNotices,
  detail: (ctx, { id }) => findNotice(ctx, id),
  add: addNotice,
  update: updateNotice,
  delete: deleteNotice,
  public: publishNotice,
  cancel: withdrawNotice,
  setRead: readNotice,
  pageReceived,
  unReadList: listUnread,
  export: tableOperations("notices", sysNotice).export,
});
