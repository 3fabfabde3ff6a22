import { sysFile } from "@countinghouse/contract/operations/file/file.ts";
import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { pictureBytesMax, sysUser } from "@countinghouse/contract/system/user/user.ts";
import { type OwnResult, pageShape, type StockCall, type StockRequest } from "../stock-call.ts";
import type { StockInput } from "../values.ts";

/** Largest upload of this API in bytes. */
const uploadBytes = 52_428_800 + 65_536;

function fileShape(file: OwnResult, { page }: StockRequest) {
  const suffix = file.suffix ? `.${file.suffix}` : "";
  const fileName = file.fileName.toLowerCase().endsWith(suffix)
    ? file.fileName.slice(0, -suffix.length || undefined)
    : file.fileName;
  return {
    ...file,
    provider: "",
    bucketName: "",
    fileName,
    suffix,
    filePath: "",
    sizeKb: Math.ceil(file.fileBytes / 1_024),
    sizeInfo: null,
    url: page(`/api/sysFile/preview/${file.id}`),
    fileMd5: null,
  };
}

/** A member of the input by its contract name, whatever its case. */
const named = (sent: StockInput, name: string): unknown =>
  Object.entries(sent).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

async function upload(sent: StockInput, request: StockRequest) {
  const file = named(sent, "file");
  if (!(file instanceof File) || file.size === 0) throw request.tell("fileMissing");
  const bytes = Buffer.from(await file.arrayBuffer());
  const facts = ["fileType", "isPublic", "relationName", "relationId", "belongId"].map((name) => [
    name,
    named(sent, name),
  ]);
  const { id, receivedBytes } = await request.ask(sysFile, "uploadFile", {
    ...Object.fromEntries(facts),
    fileName: file.name,
    fileBytes: bytes.length,
  });
  for (let at = receivedBytes; at < bytes.length; at += filePartBytes) {
    const data = bytes.subarray(at, at + filePartBytes).toString("base64");
    await request.ask(sysFile, "uploadPart", { id, part: Math.floor(at / filePartBytes) + 1, data });
  }
  return fileShape(await request.ask(sysFile, "detail", { id }), request);
}

/** What a picture's answer does not say, and the client looks for. */
const unsaid = {
  relationName: sysUser.name,
  relationId: null,
  belongId: null,
  fileType: null,
  updateTime: null,
  createUserId: null,
  createUserName: null,
  updateUserId: null,
  updateUserName: null,
  isDelete: false,
};

/** A picture of the caller, which their profile shows from then on. */
const picture =
  (operation: "uploadAvatar" | "uploadSignature") =>
  async (sent: StockInput, request: StockRequest): Promise<OwnResult> => {
    const file = named(sent, "file");
    if (!(file instanceof File) || file.size === 0) throw request.tell("fileMissing");
    const data = Buffer.from(await file.arrayBuffer()).toString("base64");
    const image = `data:${file.type};base64,${data}`;
    const { url, ...kept } = await request.ask(sysUser, operation, { image });
    return { ...unsaid, ...fileShape({ ...kept, isPublic: false }, request), url: request.page(url) };
  };

/** The client shows names without their suffix, and ours keep it. */
async function rename(sent: StockInput, request: StockRequest): Promise<null> {
  const { suffix } = await request.ask(sysFile, "detail", { id: sent.id });
  const name = String(sent.fileName ?? "");
  const fileName = name.toLowerCase().endsWith(`.${suffix}`) ? name : `${name}.${suffix}`;
  await request.ask(sysFile, "update", { ...sent, ...(name ? { fileName } : { fileName: undefined }) });
  return null;
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** Calls about uploaded files. */
export const fileCalls: readonly StockCall[] = [
  {
    call: "POST sysFile/page",
    resource: sysFile,
    operation: "page",
    input: ({ startTime, endTime, ...filters }, { times }) =>
      isSet(startTime) && isSet(endTime)
        ? { ...filters, createTimeRange: [times.read(String(startTime)), times.read(String(endTime))] }
        : filters,
    result: (page, request) => pageShape(page, (file) => fileShape(file, request)),
  },
  { call: "POST sysFile/uploadFile", run: upload, bytes: uploadBytes },
  { call: "POST sysFile/uploadAvatar", run: picture("uploadAvatar"), bytes: pictureBytesMax + 65_536 },
  { call: "POST sysFile/uploadSignature", run: picture("uploadSignature"), bytes: pictureBytesMax + 65_536 },
  { call: "POST sysFile/update", run: rename },
  { call: "GET sysFile/file", resource: sysFile, operation: "detail", result: fileShape },
];
