/** Constants for clients, by class. A map rather than an object, so that inherited names are not found. */
export const constantClasses: ReadonlyMap<string, Readonly<Record<string, string | number>>> = new Map([
  [
    "CommonConst",
    {
      SysAdminRole: "sys_admin",
      SysLogCategoryName: "sysLog",
      DefaultTenantId: 1,
      ProductName: "Countinghouse",
    },
  ],
]);

/** The constants of a class in the published format, or undefined for an unknown class. */
export function constantsOf(className: string) {
  const constants = constantClasses.get(className);
  return constants && Object.entries(constants).map(([name, code]) => ({ name, code, data: null }));
}
