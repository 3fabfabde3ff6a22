import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addNotice, deleteNotice, publishNotice, readNotice, updateNotice, withdrawNotice } from "./notice.service.ts";
import { findNotice, listUnread, pageNotices, pageReceived, writtenNotices } from "./notice.store.ts";

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
  export: exportable(sysNotice, writtenNotices),
});
