/** Constants that clients may rely on, by class. A map and no object, so that no inherited name is ever found. */
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

/** The constants of a class as the published interface lists them, or nothing for an unknown class. */
export function constantsOf(className: string) {
  const constants = constantClasses.get(className);
  return constants && Object.entries(constants).map(([name, code]) => ({ name, code, data: null }));
}
