import { expect, test } from 'vitest';
import { type DepthPiece, piecesOfArcs, waterSums } from '../../../domain/irrigation/depth-map.ts';
import { irrigationMap } from '../../../domain/irrigation/irrigation-map.ts';
import { irrigationUnits } from '../../../domain/irrigation/irrigation-units.ts';

const pivot = { centre: [-93.6, 42] as [number, number], radiusMetres: 400 };
const equipment = { id: 'machine', name: 'North & <West>', type: 'pivot', providerEquipmentId: '1' };

function mapOf(
  pieces: readonly DepthPiece[],
  more: { units?: 'METRIC' | 'IMPERIAL'; isDerived?: boolean } = {},
): string {
  const sums = waterSums(pieces);
  if (!sums) throw new Error('nothing is watered');
  const record = { date: '2026-06-30', equipment, sums, isDerived: more.isDerived ?? false };
  return irrigationMap(record, pieces, irrigationUnits(more.units ?? 'METRIC'));
}

const arcs = (depths: readonly number[]) =>
  piecesOfArcs(
    pivot,
    depths.map((depthMillimetres, index) => ({
      ...{ from: (index * 360) / depths.length, width: 360 / depths.length },
      depthMillimetres,
    })),
  );
const legendOf = (map: string) =>
  Array.from(map.matchAll(/<\/rect>|<text[^>]*>([^<]*\))<\/text>/g), ([, text]) => text);

test('up to seven depths have a class each, with its area', () => {
  const map = mapOf(arcs([8, 4]));
  expect(legendOf(map)).toEqual(['4 (25.13 ha)', '8 (25.13 ha)']);
  expect(map).toContain(
    '<title id="map-title">Irrigation by North &amp; &lt;West&gt; on 2026-06-30, depth in mm</title>',
  );
  expect(map).toContain('<desc id="map-desc">4 to 8 mm, on average 6 mm on 50.26 ha.</desc>');
  expect(map.match(/<path /g)).toHaveLength(2);
  expect(map).not.toMatch(/NaN|undefined|href|<script/);
});

test('more depths have seven classes of equal steps with open ends, whose areas are all of the ground', () => {
  const map = mapOf(arcs(Array.from({ length: 60 }, (_, index) => 1 + index / 4)));
  const legend = legendOf(map);
  expect(legend).toHaveLength(7);
  expect(legend[0]).toMatch(/^up to /);
  expect(legend.at(-1)).toMatch(/^&gt; /);
  const areas = legend.map((text) => Number(/\((\S+) ha\)/.exec(text ?? '')?.[1]));
  expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(50.26, 0);
});

test('it has the units of the owner, and says what is derived', () => {
  const map = mapOf(arcs([25.4]), { units: 'IMPERIAL', isDerived: true });
  expect(legendOf(map)).toEqual(['1 (124.2 ac)']);
  expect(map).toMatch(/<desc id="map-desc">1 in on 124.2 ac. Derived from passes/);
});

test('ground of very many vertices is drawn in as many places as there are to see', () => {
  const ring = Array.from({ length: 100_000 }, (_, index): [number, number] => {
    const angle = (index / 100_000) * 2 * Math.PI;
    return [-93.6 + Math.cos(angle) / 200, 42 + Math.sin(angle) / 200];
  });
  const geometry = { type: 'MultiPolygon' as const, coordinates: [[[...ring, ring[0] ?? [0, 0]]]] };
  expect(mapOf([{ depthMillimetres: 5, geometry }]).length).toBeLessThan(200_000);
});
