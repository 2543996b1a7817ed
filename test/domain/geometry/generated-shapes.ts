import fc from 'fast-check';
import {
  type MultiPolygon,
  multiPolygon,
  type PolygonRings,
  type Ring,
} from '../../../domain/geometry/multi-polygon.ts';
import { roundDegrees } from '../../../domain/geometry/rings.ts';

/** Location and size of generated shapes, which usually overlap each other. */
export interface Origin {
  west: number;
  south: number;
  degrees: number;
}

/** An origin of about 2 km across the meridian and the parallel where coarse cells meet. */
export const atCellBorder: Origin = { west: -0.011, south: 45.99, degrees: 0.02 };
export const inGermany: Origin = { west: 10.5, south: 50.5, degrees: 0.02 };

const unit = fc.double({ min: 0, max: 1, noNaN: true });

/** A ring around a centre, whose radius changes from corner to corner: never crosses itself. */
function starRing(origin: Origin, corners: { min: number; max: number }): fc.Arbitrary<{ ring: Ring; hole: Ring }> {
  return fc
    .record({
      x: unit,
      y: unit,
      size: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
      radii: fc.array(unit, { minLength: corners.min, maxLength: corners.max }),
    })
    .map(({ x, y, size, radii }) => {
      const at = (turn: number, radius: number): [number, number] => [
        roundDegrees(origin.west + origin.degrees * (x + size * radius * Math.cos(turn))),
        roundDegrees(origin.south + origin.degrees * (y + size * radius * Math.sin(turn))),
      ];
      const around = (scale: number) =>
        radii.map((radius, i) => at((2 * Math.PI * i) / radii.length, scale * (0.3 + 0.7 * radius)));
      const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];
      return { ring: closed(around(1)), hole: closed(around(0.5).reverse()) };
    });
}

const star = (origin: Origin) => starRing(origin, { min: 3, max: 40 }).map(({ ring }): PolygonRings => [ring]);
const withHole = (origin: Origin) =>
  starRing(origin, { min: 4, max: 30 }).map(({ ring, hole }): PolygonRings => [ring, hole]);

/** A strip a thousand times as long as wide. */
const sliver = (origin: Origin) =>
  fc.tuple(unit, unit, unit).map(([x, y, length]): PolygonRings => {
    const [west, south] = [origin.west + x * origin.degrees, origin.south + y * origin.degrees].map(roundDegrees) as [
      number,
      number,
    ];
    const [east, north] = [west + origin.degrees * (0.1 + length), south + origin.degrees / 1_000].map(
      roundDegrees,
    ) as [number, number];
    return [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ];
  });

/** Squares of a grid: many share edges and corners with each other. */
const gridSquare = (origin: Origin) =>
  fc
    .tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 3 }))
    .map(([column, row, count]): PolygonRings => {
      const step = origin.degrees / 8;
      const [west, south] = [roundDegrees(origin.west + column * step), roundDegrees(origin.south + row * step)];
      const [east, north] = [
        roundDegrees(origin.west + (column + count) * step),
        roundDegrees(origin.south + (row + count) * step),
      ];
      return [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ];
    });

/** A square with a needle on its upper edge. */
const spike = (origin: Origin) =>
  gridSquare(origin).map(([ring = []]): PolygonRings => {
    const [a, b, c, d] = ring as [[number, number], [number, number], [number, number], [number, number]];
    const middle = roundDegrees((c[0] + d[0]) / 2);
    const needle: Ring = [
      [roundDegrees(middle + 1e-8), c[1]],
      [middle, roundDegrees(c[1] + origin.degrees / 10)],
      [roundDegrees(middle - 1e-8), c[1]],
    ];
    return [[a, b, c, ...needle, d, a]];
  });

/** Two separate parts: the second lies beyond all positions of the first. */
const islands = (origin: Origin) =>
  fc
    .tuple(star(origin), star({ ...origin, west: origin.west + 3 * origin.degrees }))
    .map(([a, b]): PolygonRings[] => [a, b]);

/** Valid shapes of every kind that a field can have. */
export function shapes(origin: Origin): fc.Arbitrary<MultiPolygon> {
  const single = fc.oneof(star(origin), withHole(origin), sliver(origin), gridSquare(origin), spike(origin));
  return fc
    .oneof({ weight: 5, arbitrary: single.map((rings) => [rings]) }, { weight: 1, arbitrary: islands(origin) })
    .map(multiPolygon);
}

/** Rings of random corners, which usually cross themselves. */
export function tangledShapes(origin: Origin): fc.Arbitrary<MultiPolygon> {
  return fc.array(fc.tuple(unit, unit), { minLength: 4, maxLength: 12 }).map((corners) => {
    const ring: Ring = corners.map(([x, y]) => [
      roundDegrees(origin.west + x * origin.degrees),
      roundDegrees(origin.south + y * origin.degrees),
    ]);
    return multiPolygon([[[...ring, ...ring.slice(0, 1)]]]);
  });
}

/** A ring with up to four holes side by side, in the first of which an island may lie. */
export function piercedShapes(origin: Origin): fc.Arbitrary<MultiPolygon> {
  const size = origin.degrees;
  return fc
    .record({
      x: unit,
      y: unit,
      side: fc.double({ min: 0.1, max: 1, noNaN: true }),
      holes: fc.integer({ min: 1, max: 4 }),
      island: fc.boolean(),
    })
    .map(({ x, y, side, holes, island }) => {
      const [west, south, length] = [origin.west + x * size, origin.south + y * size, side * size];
      const hole = (number: number) =>
        rectangle(west + length * (0.05 + 0.24 * number), south + length * 0.1, length * 0.2, length * 0.7);
      const rings = Array.from({ length: holes }, (_, number) => hole(number).toReversed());
      const within = rectangle(west + length * 0.1, south + length * 0.3, length * 0.1, length * 0.2);
      return multiPolygon([[rectangle(west, south, length, length), ...rings], ...(island ? [[within]] : [])]);
    });
}

/** Fields in a row, each of which shares a winding edge with the next. */
export function neighbours(origin: Origin): fc.Arbitrary<MultiPolygon[]> {
  const edge = fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 2, maxLength: 12 });
  return fc.array(edge, { minLength: 3, maxLength: 6 }).map((edges) => {
    const lines = edges.map(
      (turns, column): Ring =>
        turns.map((turn, row) => [
          roundDegrees(origin.west + (origin.degrees * (column + turn)) / 4),
          roundDegrees(origin.south + (origin.degrees * row) / (turns.length - 1)),
        ]),
    );
    return lines.slice(1).map((east, column) => {
      const ring: Ring = [...east, ...(lines[column] ?? []).toReversed()];
      return multiPolygon([[[...ring, ...ring.slice(0, 1)]]]);
    });
  });
}

function rectangle(west: number, south: number, width: number, height: number): Ring {
  const [a, b, c, d] = [west, south, west + width, south + height].map(roundDegrees) as [
    number,
    number,
    number,
    number,
  ];
  return [
    [a, b],
    [c, b],
    [c, d],
    [a, d],
    [a, b],
  ];
}
