import { fileEndpointMessages } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.messages.ts";
import { fileEndpoint } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

const isS3 = (url: unknown): boolean => /^\s*https?:/i.test(String(url ?? ""));

/** Where it is, who signs in, and how the other side is known; each protocol is asked for its own. */
export const forms = formsOf(fileEndpoint, fileEndpointMessages, {
  edit: {
    as: "drawer",
    fields: ({ text, row, values }) => [
      { field: "name", isWide: true },
      { field: "url", hint: text.urlHint, isWide: true },
      { field: "userName", hint: text.userHint },
      { field: "secret", hint: row ? text.secretKept : text.secretHint, isSecret: true },
      ...(isS3(values.url)
        ? (["bucket", "region", "isPathStyle"] as const)
        : ([{ field: "hostKey", hint: text.hostKeyHint, isWide: true }] as const)),
      { field: "folder", hint: text.folderHint, isWide: true },
      { field: "remark", isWide: true },
    ],
  },
});
