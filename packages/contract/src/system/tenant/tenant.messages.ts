import { catalogue } from "../../kit/locale.ts";
import { auditFieldWords } from "../../kit/record.messages.ts";

export const sysTenantMessages = catalogue(
  {
    title: "Tenants",
    fields: {
      ...auditFieldWords.en,
      id: "Id",
      name: "Name",
      orgId: "Root organisation",
      userId: "Administrator",
      host: "Host",
      orderNo: "Order",
      status: "Status",
      remark: "Remark",
    },
    actions: { list: "List", setStatus: "Set status" },
    refusals: { default: "The default tenant “{name}” stays enabled." },
  },
  {
    title: "租户管理",
    fields: {
      ...auditFieldWords["zh-cn"],
      id: "编号",
      name: "租户名称",
      orgId: "根机构",
      userId: "租户管理员",
      host: "域名",
      orderNo: "排序",
      status: "状态",
      remark: "备注",
    },
    actions: { list: "列表", setStatus: "设置状态" },
    refusals: { default: "默认租户“{name}”不能停用。" },
  },
  {
    title: "租戶管理",
    fields: {
      ...auditFieldWords["zh-tw"],
      id: "編號",
      name: "租戶名稱",
      orgId: "根機構",
      userId: "租戶管理員",
      host: "網域",
      orderNo: "排序",
      status: "狀態",
      remark: "備註",
    },
    actions: { list: "清單", setStatus: "設定狀態" },
    refusals: { default: "預設租戶「{name}」無法停用。" },
  },
);
