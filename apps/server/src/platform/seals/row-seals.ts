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

/** A pricing row whose seal does not match. */
export interface AlteredPrice {
  readonly table: PriceTable;
  readonly id: string | number;
  /** 0 where no tenant owns the row. */
  readonly tenantId: number;
  readonly merchantId: string | null;
}

/** Row seals: a keyed digest in a column of the row, written by the statement that writes the row. */
export interface RowSeals {
  /** The seal of a row being written. */
  made<T extends SealedTable>(table: T, row: SealedRow<T>): string;
  /**
   * Whether a row's seal matches. Throws `NodeOutdated` where this node cannot tell: the seal uses a key or a scheme
   * newer than the node's secret or release.
   */
  isGenuine<T extends SealedTable>(db: Db, table: T, row: SealedRow<T> & Sealed): Promise<boolean>;
  /**
   * The new seal of a changed row; undefined where no sealed column changes. An altered row keeps its seal, which does
   * not match: it is never sealed again.
   */
  changed<T extends SealedTable>(
    db: Db,
    table: T,
    before: SealedRow<T> & Sealed,
    values: object,
  ): Promise<Partial<Sealed>>;
  /** Calls `tell` for each pricing row that {@link isGenuine} rejects, without delaying the caller. */
  watch(tell: (price: AlteredPrice) => void): void;
}

interface Sealed {
  readonly seal: string | null;
}

/** Row seals by the keys of the installation's secrets; keys of retired secrets are loaded from the database. */
export function rowSeals(ring: KeyRing): RowSeals {
  const looked = new Map<string, HashFunction>();
  const hashOf = (id: string): HashFunction | undefined => {
    const named = ring.named(sealPurpose, id);
    return named ? (text) => hmacSha256Hex(named.key, text) : looked.get(id);
  };
  // Loaded once per node: every payment reads prices, and some were sealed long ago.
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
