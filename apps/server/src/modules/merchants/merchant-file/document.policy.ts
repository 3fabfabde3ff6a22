/** Accepted document types, by their first bytes. None of them runs scripts when opened. */
const beginnings = [
  { type: "application/pdf", bytes: [0x25, 0x50, 0x44, 0x46] },
  { type: "image/png", bytes: [0x89, 0x50, 0x4e, 0x47] },
  { type: "image/jpeg", bytes: [0xff, 0xd8, 0xff] },
] as const;

/** The type of a file by its first bytes; undefined for types not accepted. */
export const typeOfFile = (head: Uint8Array): string | undefined =>
  beginnings.find(({ bytes }) => bytes.every((byte, place) => head[place] === byte))?.type;

/** The name under which a part of a document is stored. */
export const documentPart = (id: string, part: number): string => `documents/${id}-${part}.bin`;
