import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { bandMetres } from '../../../domain/satellite/scenes/scene-bands.ts';
import { type BandTiff, bandTiff } from './band-tiff.ts';

/** A field of 600 by 400 m in the middle of a tile of 5 km. */
export const madeField: MultiPolygon = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [15.03, 45.13],
        [15.0376, 45.13],
        [15.0376, 45.1336],
        [15.03, 45.1336],
        [15.03, 45.13],
      ],
    ],
  ],
};

/** Pixels of a made-up scene. */
export interface Pixels {
  red?: number;
  near?: number;
  edge?: number;
  classOf?: (column: number, row: number) => number;
  offset?: number;
  files?: Record<string, Partial<BandTiff>>;
}

/** The files of a scene whose bands have one number each, and its assets; their URLs begin with `origin`. */
export function madeScene(
  { red = 500, near = 3_000, edge = 1_500, classOf = () => 4, offset = 0, files = {} }: Pixels = {},
  origin = '',
) {
  const numbers: Record<string, number> = { B04: red, B08: near, B05: edge };
  const metres: Record<string, number> = { ...bandMetres, SCL: 20 };
  const tiffOf = (band: string, size: number) => {
    const side = Math.round(5_000 / size);
    const isClasses = band === 'SCL';
    const valueAt = isClasses ? classOf : () => numbers[band] ?? 1_000;
    const bits = isClasses ? 8 : 16;
    return bandTiff({ width: side, height: side, block: 64, metres: size, bits, valueAt, ...files[band] });
  };
  const assetOf = (band: string, size: number) => ({
    href: `${origin}/${band}.tif`,
    scale: band === 'SCL' ? 1 : 0.0001,
    offset: band === 'SCL' ? 0 : offset,
    metres: size,
  });
  const each = <T>(of: (band: string, size: number) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(metres).map(([band, size]) => [band, of(band, size)]));
  return { tiffs: each(tiffOf), assets: each(assetOf) };
}
