import { catalogue } from "@countinghouse/contract/kit/locale.ts";

export const shortcutMessages = catalogue(
  {
    title: "Keyboard shortcuts",
    keys: {
      palette: "Command palette: pages and actions",
      fold: "Fold or unfold the menu",
      closeTab: "Close the open page",
      jump: "Go to the page at that place",
      tabMenu: "Actions of the focused page tab",
      deleteTab: "Close the focused page tab",
      rows: "Next or previous row of a list",
      search: "Search",
      sheet: "This sheet",
    },
    note: "Single keys can be switched off under Settings.",
  },
  {
    title: "键盘快捷键",
    keys: {
      palette: "命令面板：页面与操作",
      fold: "收起或展开菜单",
      closeTab: "关闭当前页面",
      jump: "切换到第 1 至 9 个页面",
      tabMenu: "打开所选标签的菜单",
      deleteTab: "关闭所选标签",
      rows: "列表的下一行或上一行",
      search: "搜索",
      sheet: "显示此列表",
    },
    note: "单键快捷键可在“界面设置”中关闭。",
  },
  {
    title: "鍵盤快速鍵",
    keys: {
      palette: "命令面板：頁面與操作",
      fold: "收合或展開選單",
      closeTab: "關閉目前頁面",
      jump: "切換到第 1 至 9 個頁面",
      tabMenu: "開啟所選分頁的選單",
      deleteTab: "關閉所選分頁",
      rows: "清單的下一列或上一列",
      search: "搜尋",
      sheet: "顯示此列表",
    },
    note: "單鍵快速鍵可在「介面設定」中關閉。",
  },
);
