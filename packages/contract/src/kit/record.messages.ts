/** Labels of `audited`, spread into a resource's field words. */
export const auditedWords = {
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
export const tenantedWords = {
  en: { tenantName: "Tenant" },
  "zh-cn": { tenantName: "租户" },
  "zh-tw": { tenantName: "租戶" },
} as const;
