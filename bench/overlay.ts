import gdal from 'gdal-async';
import { geosOverlay } from '../adapters/geos/geos-overlay.ts';
import type { MultiPolygon } from '../domain/geometry/multi-polygon.ts';
import { decodeWkb, encodeWkb } from '../domain/geometry/wkb.ts';
import { lobedShape } from './field-shape.ts';
import { benchmark } from './row.ts';
import { median, timed } from './statistics.ts';

const maxTimes = 1.5;

/**
 * Overlays in WebAssembly, since API functions cannot load GDAL. The peer is the same engine in native code: both take and return coordinates,
 * and check validity first.
 */
export const overlay = benchmark({
  name: 'overlay',
  takes: 'ten seconds: laying two rings of 10,000 vertices over each other, beside GEOS in native code',
  sizes: { full: { vertices: 10_000, rounds: 40, warmUps: 5 }, tiny: { vertices: 1_000, rounds: 1, warmUps: 0 } },
  async *run({ vertices, rounds, warmUps }) {
    const engine = await geosOverlay(() => import('geos-wasm'));
    const [a, b] = [ring(10, 0, vertices), ring(10.004, 1, vertices)];
    for (const [name, here, there] of [
      ['intersection', () => engine.intersection(a, b), () => native(a, b, (x, y) => x.intersection(y))],
      ['union', () => engine.union([a, b]), () => native(a, b, (x, y) => x.union(y))],
    ] as const) {
      const times: [number[], number[]] = [[], []];
      for (let round = -warmUps; round < rounds; round++) {
        for (const [at, run] of [here, there].entries()) {
          const time = await timed(run);
          if (round >= 0) times[at]?.push(time);
        }
      }
      yield {
        name: `${name} of two rings of ${vertices.toLocaleString('en')}`,
        measured: median(times[0]),
        unit: 'ms',
        comparedWith: { what: 'of GEOS in native code', value: median(times[1]) },
        limit: { atMost: maxTimes },
      };
    }
  },
});

/** A field with an edge that winds a hundred times: the two cross each other often. */
function ring(longitude: number, turn: number, vertices: number): MultiPolygon {
  return lobedShape([longitude, 50], { radius: 0.01, lobes: 100, turn, vertices });
}

function native(a: MultiPolygon, b: MultiPolygon, lay: (x: gdal.Geometry, y: gdal.Geometry) => gdal.Geometry) {
  const [first, second] = [a, b].map(({ coordinates }) => gdal.Geometry.fromWKB(Buffer.from(encodeWkb(coordinates))));
  if (!first?.isValid() || !second?.isValid()) throw new Error('the rings are not valid');
  return decodeWkb(lay(first, second).toWKB());
}
