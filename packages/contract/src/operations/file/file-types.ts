/** What the bytes of a file have to be for its suffix to be believed. */
export type FileForm = "png" | "jpeg" | "gif" | "bmp" | "webp" | "pdf" | "zip" | "compound" | "mp4" | "text";

/** A kind of file that is taken. */
export interface TakenFile {
  readonly contentType: string;
  readonly form: FileForm;
  /** How it is looked at without being saved, where it can be. */
  readonly preview?: "image" | "pdf" | "text" | "table";
}

const office = "application/vnd.openxmlformats-officedocument";

/** The files that are taken, by their suffix. None of them runs anything in a browser. */
export const takenFiles: Readonly<Record<string, TakenFile>> = {
  png: { contentType: "image/png", form: "png", preview: "image" },
  jpg: { contentType: "image/jpeg", form: "jpeg", preview: "image" },
  gif: { contentType: "image/gif", form: "gif", preview: "image" },
  bmp: { contentType: "image/bmp", form: "bmp", preview: "image" },
  webp: { contentType: "image/webp", form: "webp", preview: "image" },
  pdf: { contentType: "application/pdf", form: "pdf", preview: "pdf" },
  txt: { contentType: "text/plain", form: "text", preview: "text" },
  md: { contentType: "text/plain", form: "text", preview: "text" },
  log: { contentType: "text/plain", form: "text", preview: "text" },
  csv: { contentType: "text/csv", form: "text", preview: "table" },
  tsv: { contentType: "text/tab-separated-values", form: "text", preview: "table" },
  doc: { contentType: "application/msword", form: "compound" },
  xls: { contentType: "application/vnd.ms-excel", form: "compound" },
  ppt: { contentType: "application/vnd.ms-powerpoint", form: "compound" },
  wps: { contentType: "application/vnd.ms-works", form: "compound" },
  et: { contentType: "application/vnd.ms-excel", form: "compound" },
  docx: { contentType: `${office}.wordprocessingml.document`, form: "zip" },
  xlsx: { contentType: `${office}.spreadsheetml.sheet`, form: "zip", preview: "table" },
  pptx: { contentType: `${office}.presentationml.presentation`, form: "zip" },
  zip: { contentType: "application/zip", form: "zip" },
  mp4: { contentType: "video/mp4", form: "mp4" },
};

/** Two spellings of one suffix. */
const spelled: Readonly<Record<string, string>> = { jpeg: "jpg", jpe: "jpg", jfif: "jpg", text: "txt" };

/** The suffix of a name in its one spelling, without the dot; nothing where it has none. */
export function suffixOf(fileName: string): string {
  const [, suffix = ""] = /\.([A-Za-z0-9]{1,8})$/.exec(fileName.trim()) ?? [];
  const lower = suffix.toLowerCase();
  return spelled[lower] ?? lower;
}

/** A kind of file by its suffix; nothing where it is not taken. */
export const takenFileOf = (suffix: string): TakenFile | undefined =>
  Object.hasOwn(takenFiles, suffix) ? takenFiles[suffix] : undefined;
