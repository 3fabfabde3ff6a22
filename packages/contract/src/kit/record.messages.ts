/** Labels of `audited`, spread into a resource's field words. */
export const auditFieldWords = {
  en: {
    version: "Version",
    createTime: "Created",
    createUserName: "Created by",
    updateTime: "Updated",
    updateUserName: "Updated by",
  },
  "zh-cn": {
    version: "版本",
    createTime: "创建时间",
    createUserName: "创建人",
    updateTime: "更新时间",
    updateUserName: "更新人",
  },
  "zh-tw": {
    version: "版本",
    createTime: "建立時間",
    createUserName: "建立者",
    updateTime: "更新時間",
    updateUserName: "更新者",
  },
} as const;

/** Labels of `tenanted`, spread into a resource's field words. */
export const tenantFieldWords = {
  en: { tenantName: "Tenant" },
  "zh-cn": { tenantName: "租户" },
  "zh-tw": { tenantName: "租戶" },
} as const;

/** Labels of standard verbs, spread into a resource's actions; a resource may override them. */
export const verbWords = {
  en: {
    list: "Choose",
    page: "Query",
    detail: "View",
    add: "Add",
    update: "Edit",
    setStatus: "Change status",
    delete: "Delete",
    export: "Export",
  },
  "zh-cn": {
    list: "选择",
    page: "查询",
    detail: "查看",
    add: "新增",
    update: "编辑",
    setStatus: "更改状态",
    delete: "删除",
    export: "导出",
  },
  "zh-tw": {
    list: "選擇",
    page: "查詢",
    detail: "檢視",
    add: "新增",
    update: "編輯",
    setStatus: "變更狀態",
    delete: "刪除",
    export: "匯出",
  },
} as const;
