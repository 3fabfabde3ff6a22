import { catalogue } from "@countinghouse/contract/kit/locale.ts";

export const noticeBellMessages = catalogue(
  {
    bell: "Notices, {count} unread",
    title: "Notices",
    empty: "No unread notices",
    failed: "The notices could not be loaded.",
    retry: "Try again",
    all: "All notices",
    markRead: "Mark as read",
    kinds: { 1: "Notice", 2: "Announcement" },
  },
  {
    bell: "通知，{count} 条未读",
    title: "通知",
    empty: "没有未读通知",
    failed: "通知加载失败。",
    retry: "重试",
    all: "查看全部",
    markRead: "标为已读",
    kinds: { 1: "通知", 2: "公告" },
  },
  {
    bell: "通知，{count} 則未讀",
    title: "通知",
    empty: "沒有未讀通知",
    failed: "通知載入失敗。",
    retry: "再試一次",
    all: "檢視全部",
    markRead: "標示為已讀",
    kinds: { 1: "通知", 2: "公告" },
  },
);
