import type { FileForm } from "@countinghouse/contract/operations/file/file-types.ts";

/** Bytes at the beginning of a file that identify its type. */
export const headBytes = 4_096;

const begins = (head: Buffer, hex: string, at = 0): boolean =>
  head.subarray(at, at + hex.length / 2).toString("hex") === hex;

const isUtf8 = (head: Buffer): boolean => {
  try {
    // The last character may be truncated.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** Text of any alphabet: no control bytes, or the byte order mark of UTF-16. */
const isText = (head: Buffer): boolean =>
  begins(head, "fffe") ||
  begins(head, "feff") ||
  (!head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) && (isUtf8(head) || !head.includes(0)));

const forms: Readonly<Record<FileForm, (head: Buffer) => boolean>> = {
  png: (head) => begins(head, "89504e470d0a1a0a"),
  jpeg: (head) => begins(head, "ffd8ff"),
  gif: (head) => begins(head, "474946383761") || begins(head, "474946383961"),
  bmp: (head) => begins(head, "424d"),
  webp: (head) => begins(head, "52494646") && begins(head, "57454250", 8),
  pdf: (head) => begins(head, "255044462d"),
  zip: (head) => begins(head, "504b0304") || begins(head, "504b0506"),
  compound: (head) => begins(head, "d0cf11e0a1b11ae1"),
  mp4: (head) => begins(head, "66747970", 4),
  text: isText,
};

/** Whether the first bytes of a file match its declared format. HTML is not accepted as text, whatever its name. */
export const isOfForm = (form: FileForm, head: Buffer): boolean =>
  forms[form](head) &&
  !(form === "text" && /<(?:!doctype html|html|script|svg|iframe)[\s>]/i.test(head.toString("latin1")));

/** Storage name of a part of a file. */
export const filePartName = (storeKey: string, part: number): string => `files/${storeKey}-${part}`;
