import { countryOfNumber } from "@countinghouse/contract/country-numbers.ts";
import type { Geometry, Position } from "geojson";
import type { Topology } from "topojson-specification";

/** Unwraps a ring that crosses the 180th meridian. */
const unfoldedRing = (ring: Position[]): Position[] => {
  const longitudes = ring.map(([longitude = 0]) => longitude);
  if (Math.max(...longitudes) - Math.min(...longitudes) < 180) return ring;
  return ring.map(([longitude = 0, latitude = 0]) => [longitude < 0 ? longitude + 360 : longitude, latitude]);
};

function unfolded(geometry: Geometry): Geometry {
  if (geometry.type === "Polygon") return { ...geometry, coordinates: geometry.coordinates.map(unfoldedRing) };
  if (geometry.type !== "MultiPolygon") return geometry;
  return { ...geometry, coordinates: geometry.coordinates.map((polygon) => polygon.map(unfoldedRing)) };
}

/** Registers the world map by alpha-2 codes (Natural Earth, 1 : 110 million), for `registerMap`. */
export async function prepareWorld({ registerMap }: typeof import("./chart-library.ts")): Promise<void> {
  const [{ feature }, atlas] = await Promise.all([
    import("topojson-client"),
    import("world-atlas/countries-110m.json"),
  ]);
  const topology = atlas.default as unknown as Topology;
  const countries = topology.objects.countries;
  if (!countries) throw new Error("the atlas has no countries");
  const world = feature(topology, countries);
  if (world.type !== "FeatureCollection") throw new Error("the atlas is no collection");
  const features = world.features
    .map((country) => ({
      ...country,
      geometry: unfolded(country.geometry),
      properties: { name: countryOfNumber(String(country.id)) ?? "" },
    }))
    // Antarctica would take a third of the picture.
    .filter(({ properties }) => properties.name !== "AQ");
  registerMap("world", { type: "FeatureCollection", features } as never);
}
