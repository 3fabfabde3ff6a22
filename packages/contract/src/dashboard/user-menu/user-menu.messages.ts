import { catalogue } from "../../kit/locale.ts";

export const sysUserMenuMessages = catalogue(
  {
    title: "My apps",
    fields: { userId: "User", menuId: "Page", menuIdList: "Pages" },
    actions: {
      add: "Set shortcuts",
      delete: "Remove shortcuts",
      deleteByUserId: "Remove all shortcuts",
      userMenuList: "Shortcuts",
      userMenuIdList: "Shortcut ids",
    },
    refusals: {
      notYours: "Shortcuts belong to each user: you can only see and change your own.",
      menuUnknown: "{count} of the chosen pages do not exist or are not open to you.",
    },
    text: { choose: "Choose pages", empty: "No shortcuts yet. Choose the pages you use most." },
  },
  {
    title: "我的应用",
    fields: { userId: "账号", menuId: "菜单", menuIdList: "菜单" },
    actions: {
      add: "设置快捷入口",
      delete: "移除快捷入口",
      deleteByUserId: "清空快捷入口",
      userMenuList: "快捷入口",
      userMenuIdList: "快捷入口编号",
    },
    refusals: {
      notYours: "快捷入口归各账号所有，只能查看和修改本人的。",
      menuUnknown: "所选菜单中有 {count} 个不存在或未对您开放。",
    },
    text: { choose: "选择菜单", empty: "还没有快捷入口，请选择常用页面。" },
  },
  {
    title: "我的應用",
    fields: { userId: "帳號", menuId: "選單", menuIdList: "選單" },
    actions: {
      add: "設定捷徑",
      delete: "移除捷徑",
      deleteByUserId: "清空捷徑",
      userMenuList: "捷徑",
      userMenuIdList: "捷徑編號",
    },
    refusals: {
      notYours: "捷徑歸各帳號所有，只能檢視與修改本人的。",
      menuUnknown: "所選選單中有 {count} 個不存在或未對您開放。",
    },
    text: { choose: "選擇選單", empty: "還沒有捷徑，請選擇常用頁面。" },
  },
);
