/**
 * Shapes of the published system-administration API, section by section: what a client of that family reads. Each field is
 * `name:type`, with `?` where it may be null. They are written down from the published description, not from our contract.
 */
export type Shape = (value: unknown, at: string) => string[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const localTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  int: (value) => Number.isSafeInteger(value),
  num: (value) => typeof value === "number",
  str: (value) => typeof value === "string",
  bool: (value) => typeof value === "boolean",
  dt: (value) => typeof value === "string" && localTime.test(value),
  any: () => true,
  ids: (value) => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one)),
  strs: (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
  json: (value) => {
    try {
      return typeof value === "string" && JSON.parse(value) !== undefined;
    } catch {
      return false;
    }
  },
};

/** Faults of a value that may be null where a field says so. */
const scalar =
  (kind: string, isNullable: boolean): Shape =>
  (value, at) => {
    if (value === null && isNullable) return [];
    return kinds[kind]?.(value) ? [] : [`${at} is no ${kind}: ${JSON.stringify(value)?.slice(0, 60)}`];
  };

/** An object with at least these fields. */
export function record(fields: string, nested: Readonly<Record<string, Shape>> = {}): Shape {
  const shapes = fields
    .split(/\s+/)
    .filter(Boolean)
    .map((one): [string, Shape] => {
      const [name = "", type = ""] = one.split(":");
      return [name, scalar(type.replace("?", ""), type.endsWith("?"))];
    });
  return (value, at) => {
    if (!isObject(value)) return [`${at} is no object`];
    return [...shapes, ...Object.entries(nested)].flatMap(([name, shape]) =>
      name in value ? shape(value[name], `${at}.${name}`) : [`${at}.${name} is not there`],
    );
  };
}

export const list =
  (one: Shape, least = 0): Shape =>
  (value, at) => {
    if (!Array.isArray(value)) return [`${at} is no list`];
    if (value.length < least) return [`${at} has ${value.length} rows, not ${least}`];
    return value.flatMap((row, index) => one(row, `${at}[${index}]`)).slice(0, 5);
  };

export const page = (one: Shape, least = 0): Shape =>
  record("page:int pageSize:int total:int totalPages:int hasPrevPage:bool hasNextPage:bool", {
    items: list(one, least),
  });

export const scalarOf = (kind: string): Shape => scalar(kind, false);
export const nothing: Shape = (value, at) => (value === null ? [] : [`${at} is not null`]);

const base =
  "createTime:dt updateTime:dt? createUserId:int? createUserName:str? updateUserId:int? updateUserName:str? isDelete:bool";

export const sysUser = record(
  `id:int account:str realName:str nickName:str? avatar:str? sex:int age:int? birthday:dt? nation:str? phone:str? cardType:int?
  idCardNum:str? email:str? address:str? cultureLevel:int? politicalOutlook:str? college:str? officePhone:str?
  emergencyContact:str? emergencyPhone:str? emergencyAddress:str? introduction:str? orderNo:int status:int remark:str?
  accountType:int orgId:int managerUserId:int? posId:int? jobNum:str? posLevel:str? posTitle:str? expertise:str?
  officeZone:str? office:str? joinDate:dt? lastLoginIp:str? lastLoginAddress:str? lastLoginTime:dt? lastLoginDevice:str?
  signature:str? ${base}`,
);
export const sysRole = record(`id:int name:str code:str? orderNo:int dataScope:int remark:str? status:int ${base}`);
const menuColumns = `id:int pid:int type:int name:str? path:str? component:str? redirect:str? permission:str? orderNo:int
  status:int remark:str?`;
export const sysMenu = record(
  `${menuColumns} title:str icon:str? isIframe:bool outLink:str? isHide:bool isKeepAlive:bool isAffix:bool children:any ${base}`,
);
export const menuOutput: Shape = (value, at) =>
  record(`${menuColumns} createTime:dt updateTime:dt createUserName:str? updateUserName:str?`, {
    meta: record("title:str icon:str? isIframe:bool isLink:str? isHide:bool isKeepAlive:bool isAffix:bool"),
    children: list(menuOutput),
  })(value, at);
export const sysOrg = record(
  `id:int pid:int name:str code:str? level:int? type:str? directorId:int? orderNo:int status:int remark:str? disabled:bool
  children:any ${base}`,
);
export const sysPos = record(`id:int name:str code:str? orderNo:int remark:str? status:int ${base}`);
export const sysTenant = record(
  `id:int name:str userId:int? orgId:int? host:str? tenantType:int orderNo:int remark:str? status:int adminAccount:str?
  email:str? phone:str? ${base}`,
);
export const sysLdap = record(
  `id:int host:str port:int baseDn:str bindDn:str bindPass:str authFilter:str version:int bindAttrAccount:str
  bindAttrEmployeeId:str? bindAttrCode:str status:int ${base}`,
);
export const sysRegion = record(
  `id:int pid:int name:str shortName:str? mergerName:str? code:str? zipCode:str? cityCode:str? level:int pinYin:str? lng:num?
  lat:num? orderNo:int remark:str?`,
);
export const sysDictType = record(`id:int name:str code:str orderNo:int remark:str? status:int ${base}`);
export const sysDictData = record(
  `id:int dictTypeId:int value:str code:str name:str? tagType:str? styleSetting:str? classSetting:str? orderNo:int remark:str?
  extData:str? status:int ${base}`,
);
export const sysConfig = record(
  `id:int name:str code:str? value:str? sysFlag:int groupCode:str? orderNo:int remark:str? ${base}`,
);
export const sysInfo = record(
  `sysLogo:str sysTitle:str sysViceTitle:str sysViceDesc:str sysWatermark:str sysCopyright:str sysIcp:str sysIcpUrl:str
  sysSecondVer:bool sysCaptcha:bool`,
);
export const sysFile = record(
  `id:int provider:str? bucketName:str? fileName:str suffix:str filePath:str? sizeKb:int sizeInfo:str? url:str? fileMd5:str?
  relationName:str? relationId:any belongId:any fileType:any isPublic:bool ${base}`,
);
export const sysNotice = record(
  `id:int title:str content:str type:int publicUserId:int publicUserName:str? publicOrgId:int? publicOrgName:str?
  publicTime:dt? cancelTime:dt? status:int ${base}`,
);
export const received = record("id:int noticeId:int readTime:dt? readStatus:int", { sysNotice });
export const sysSchedule = record(
  `id:int userId:int scheduleTime:dt? startTime:str? endTime:str? content:str status:int ${base}`,
);
export const sysOnlineUser = record(
  "id:int connectionId:str? userId:int userName:str realName:str? time:dt? ip:str? browser:str? os:str?",
);
const logColumns = `id:int controllerName:str? actionName:str? displayTitle:str? status:str? remoteIp:str? location:str?
  longitude:num? latitude:num? browser:str? os:str? elapsed:int? logDateTime:dt? logLevel:int? account:str? realName:str?
  createTime:dt`;
export const sysLogVis = record(logColumns);
export const sysLogOp = record(
  `${logColumns} httpMethod:str? requestUrl:str? requestParam:str? returnResult:str? eventId:int? threadId:int? traceId:str?
  exception:str? message:str?`,
);
export const sysLogDiff = record(
  "id:int beforeData:json? afterData:json? sql:str? parameters:str? businessData:str? diffType:str? elapsed:int? createTime:dt",
);
export const sysOpenAccess = record(
  `id:int accessKey:str accessSecret:str bindTenantId:int bindUserId:int bindUserAccount:str? bindTenantName:str? ${base}`,
);
export const sysJob = record("", {
  jobDetail: record(
    `id:int jobId:str groupName:str? jobType:str? assemblyName:str? description:str? concurrent:bool includeAnnotation:bool
    properties:str? updatedTime:dt? createType:int scriptCode:str?`,
  ),
  jobTriggers: list(
    record(
      `id:int triggerId:str jobId:str triggerType:str assemblyName:str args:str description:str? status:int startTime:dt?
      endTime:dt? lastRunTime:dt? nextRunTime:dt? numberOfRuns:int maxNumberOfRuns:int numberOfErrors:int
      maxNumberOfErrors:int numRetries:int retryTimeout:int startNow:bool runOnStart:bool resetOnlyOnce:bool updatedTime:dt?`,
    ),
  ),
});
export const sysJobRecord = record(
  `id:int jobId:str triggerId:str numberOfRuns:int lastRunTime:dt? nextRunTime:dt? status:int result:str? elapsedTime:int
  createdTime:dt?`,
);
export const sysJobCluster = record("id:int clusterId:str description:str? status:int updatedTime:dt?");
export const loginUser = record(
  `id:int account:str realName:str phone:str? idCardNum:str? email:str? accountType:int avatar:str? introduction:str?
  address:str? signature:str? orgId:int? orgName:str? orgType:str? posName:str? buttons:strs roleIds:ids watermarkText:str`,
);
const entity = record("name:str describe:str theme:str value:any");
export const enumEntities = list(entity, 1);
export const enumType = record("typeDescribe:str typeName:str typeRemark:str", { enumEntities });
const dictItem = record("typeCode:str code:str name:str? value:str remark:str? orderNo:int tagType:str? extData:str?");
export const dictionaries: Shape = (value, at) =>
  isObject(value) && Object.keys(value).length > 10
    ? Object.entries(value)
        .flatMap(([code, items]) => list(dictItem)(items, `${at}.${code}`))
        .slice(0, 5)
    : [`${at} has no dictionaries`];
export const constantClass = record("name:str code:str", {
  data: record("", { result: list(record("name:str code:any"), 1) }),
});
export const serverBase = record(
  `hostName:str systemOs:str osArchitecture:str processorCount:str sysRunTime:str remoteIp:str? localIp:str?
  frameworkDescription:str environment:str wwwroot:str? stage:str`,
);
export const serverUsed = record(
  "freeRam:str usedRam:str totalRam:str ramRate:str cpuRate:str startTime:dt? runTime:str",
);
export const serverDisk = record(
  "diskName:str typeName:str totalFree:num used:num totalSize:num availableFreeSpace:num availablePercent:num",
);
export const visualTables = record("", {
  visualTableList: list(record("tableName:str tableComents:str x:int y:int"), 10),
  visualColumnList: list(record("tableName:str columnName:str dataType:str dataLength:str columnDescription:str?"), 10),
  columnRelationList: list(
    record("sourceTableName:str sourceColumnName:str type:str targetTableName:str targetColumnName:str"),
    1,
  ),
});
export const dbColumn = record(
  `tableName:str dbColumnName:str dataType:str length:int isNullable:bool isIdentity:bool isPrimarykey:bool decimalDigits:int`,
);
export const approvalFlow = record(
  `id:int code:str? name:str? formJson:json? flowJson:json? status:int? remark:str? createOrgId:int? createOrgName:str?
  createTime:dt? updateTime:dt? createUserId:int? createUserName:str? updateUserId:int? updateUserName:str? isDelete:bool`,
);
export const codeGen = record(
  `id:int authorName:str? generateType:str? configId:str? dbName:str? dbType:str? connectionString:str? tableName:str?
  nameSpace:str? busName:str? generateMenu:bool menuIcon:str? menuPid:int? pagePath:str? ${base}`,
);
export const sysPrint = record(
  `id:int name:str template:str printType:int clientServiceAddress:str? printParam:str? orderNo:int status:int remark:str?
  printDataDemo:str? ${base}`,
);
export const wechatUser = record(
  `id:int userId:int? platformType:int openId:str unionId:str? nickName:str? avatar:str? mobile:str? sex:int? ${base}`,
);
export const wechatPay = record(
  `id:int merchantId:str appId:str outTradeNumber:str transactionId:str tradeType:str? tradeState:str?
  tradeStateDescription:str? bankType:str? total:int payerTotal:int? successTime:dt? expireTime:dt? description:str?
  scene:str? attachment:str? goodsTag:str? settlement:str? notifyUrl:str? remark:str? openId:str? tags:str?
  businessId:int qrcodeContent:str? subMerchantId:str? subAppId:str? subOpenId:str? ${base}`,
);
export const wechatRefund = record(
  `id:int wechatPayId:int outRefundNumber:str transactionId:str reason:str? channel:str? userReceivedAccount:str?
  tradeState:str? tradeStateDescription:str? refund:int successTime:dt? notifyUrl:str? remark:str? ${base}`,
);
