/** An image sent as a data URI (RFC 2397). */
export interface Image<T extends ImageType = ImageType> {
  readonly contentType: T;
  readonly extension: string;
  readonly content: Buffer;
}

/**
 * Why a text is refused as an image: not a data URI, too large, or its bytes are of another type than declared or
 * accepted.
 */
export type ImageFault = "malformed" | "tooLarge" | "type";

const startsWith = (bytes: Buffer, hex: string, offset = 0): boolean =>
  bytes.subarray(offset, offset + hex.length / 2).toString("hex") === hex;

/** Image types, recognised by their bytes and not by the sender's declaration. */
const imageTypes = {
  "image/png": { extension: "png", matches: (bytes: Buffer) => startsWith(bytes, "89504e470d0a1a0a") },
  "image/jpeg": { extension: "jpg", matches: (bytes: Buffer) => startsWith(bytes, "ffd8ff") },
  "image/webp": {
    extension: "webp",
    matches: (bytes: Buffer) => startsWith(bytes, "52494646") && startsWith(bytes, "57454250", 8),
  },
  "image/svg+xml": {
    extension: "svg",
    matches: (bytes: Buffer) =>
      /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(bytes.toString("utf8")),
  },
} as const;

export type ImageType = keyof typeof imageTypes;

/** Reads an image of one of the types up to a size. The caller judges what an SVG contains. */
export function readImage<T extends ImageType>(
  uri: string,
  { types, limitBytes }: { readonly types: readonly T[]; readonly limitBytes: number },
): Image<T> | ImageFault {
  const [, said = "", base64 = ""] = /^data:([\w/+.-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri) ?? [];
  if (base64 === "") return "malformed";
  const content = Buffer.from(base64, "base64");
  if (content.length > limitBytes) return "tooLarge";
  const contentType = types.find((type) => type === said);
  if (!contentType || !imageTypes[contentType].matches(content)) return "type";
  return { contentType, extension: imageTypes[contentType].extension, content };
}
