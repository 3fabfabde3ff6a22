import type { HashFunction } from "@countinghouse/ledger/seal.ts";
import type { Kysely } from "kysely";
import { hmacSha256Hex } from "../crypto/digest.ts";
import type { KeyRing } from "../crypto/key-ring.ts";
import { NodeOutdated, outdatedReasonOf } from "../db/node-outdated.ts";
import type { Tables } from "../db/tables.ts";
import {
  isOfLaterScheme,
  newSeal,
  type PriceTable,
  priceTables,
  rowDigest,
  type SealedRow,
  sealParts,
} from "./row-seal.ts";
import { readSealKeys, sealPurpose } from "./seal-keys.ts";
import { type SealedTable, sealedColumns } from "./sealed-columns.ts";

type Db = Kysely<Tables>;

/** A row that a price is made from and that is not as it was written. */
export interface AlteredPrice {
  readonly table: PriceTable;
  readonly id: string | number;
  /** 0 where no tenant owns it. */
  readonly tenantId: number;
  readonly merchantId: string | null;
}

/** Seals of single rows: a keyed digest in a column of the row, made by the statement that writes the row. */
export interface RowSeals {
  /** The seal of a row that is being written. */
  made<T extends SealedTable>(table: T, row: SealedRow<T>): string;
  /**
   * Whether a row is as it was written. Throws `NodeOutdated` where this node cannot know: it was sealed by a key or in a
   * scheme that came after this node's secret or release.
   */
  isGenuine<T extends SealedTable>(db: Db, table: T, row: SealedRow<T> & Sealed): Promise<boolean>;
  /**
   * The seal that a change leaves its row with; nothing where the change touches nothing that is sealed. What was altered
   * by somebody else keeps the seal that does not fit: nobody seals that again.
   */
  changed<T extends SealedTable>(
    db: Db,
    table: T,
    before: SealedRow<T> & Sealed,
    values: object,
  ): Promise<Partial<Sealed>>;
  /** Who is told of each price that {@link isGenuine} denies; whoever asked does not wait for it. */
  watch(tell: (price: AlteredPrice) => void): void;
}

interface Sealed {
  readonly seal: string | null;
}

/** Seals by the keys of the installation's secrets; those of secrets that are gone are looked up. */
export function rowSeals(ring: KeyRing): RowSeals {
  const looked = new Map<string, HashFunction>();
  const hashOf = (id: string): HashFunction | undefined => {
    const named = ring.named(sealPurpose, id);
    return named ? (text) => hmacSha256Hex(named.key, text) : looked.get(id);
  };
  // Looked up once for a node: prices are read by every payment, and some were sealed long ago.
  const keptHashOf = async (db: Db, id: string): Promise<HashFunction | undefined> => {
    const hash = (await readSealKeys(db, ring)).hmacOf(id);
    if (hash) looked.set(id, hash);
    return hash;
  };
  const { id: activeId } = ring.active(sealPurpose);
  const active = hashOf(activeId) as HashFunction;
  const made: RowSeals["made"] = (table, row) => newSeal({ mark: "w", keyId: activeId }, table, row, active);
  const isGenuine: RowSeals["isGenuine"] = async (db, table, row) => {
    const parts = sealParts(row.seal);
    if (!parts) {
      if (isOfLaterScheme(row.seal) && (await outdatedReasonOf(db, ring)) === "release")
        throw new NodeOutdated("release");
      return false;
    }
    const hash = hashOf(parts.keyId) ?? (await keptHashOf(db, parts.keyId));
    return hash !== undefined && rowDigest(parts, table, row, hash) === parts.digest;
  };
  let tell: Parameters<RowSeals["watch"]>[0] = () => {};
  return {
    made,
    isGenuine: async (db, table, row) => {
      const isSound = await isGenuine(db, table, row);
      const priced = priceTables.find((one) => one === table);
      if (!isSound && priced)
        tell({ tenantId: 0, merchantId: null, ...(row as object), table: priced } as AlteredPrice);
      return isSound;
    },
    watch: (listener) => {
      tell = listener;
    },
    changed: async (db, table, before, values) => {
      const touched: readonly string[] = Object.keys(values);
      if (!sealedColumns[table].some((column) => touched.includes(column as string))) return {};
      return (await isGenuine(db, table, before)) ? { seal: made(table, { ...before, ...values }) } : {};
    },
  };
}
