import { sysLdapMessages } from "@countinghouse/contract/system/ldap/ldap.messages.ts";
import { sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

/** Where the directory is, who reads it, and what its entries mean here. */
export const forms = formsOf(sysLdap, sysLdapMessages, {
  edit: {
    as: "drawer",
    fields: ({ text, row }) => [
      { field: "host", hint: text.hostHint, isWide: true },
      "port",
      "tls",
      { field: "caCertificate", hint: text.caHint, isWide: true },
      { field: "baseDn", isWide: true },
      { field: "bindDn", isWide: true },
      { field: "bindPass", ...(row ? { hint: text.passKept } : {}), isSecret: true, isWide: true },
      { field: "authFilter", hint: text.authHint, isWide: true },
      { field: "userFilter", hint: text.userHint, isWide: true },
      { field: "orgFilter", hint: text.orgHint, isWide: true },
      "bindAttrAccount",
      { field: "bindAttrCode", hint: text.codeHint },
      { field: "bindAttrEmployeeId", hint: text.employeeHint },
      "attrRealName",
      "attrEmail",
      "attrPhone",
      "orgId",
      "addsUsers",
      "syncEvery",
      { field: "status", hint: text.switchHint },
      { field: "remark", isWide: true },
    ],
  },
});
