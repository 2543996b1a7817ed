import type { FieldGrid } from '../../../../domain/satellite/grid/field-grid.ts';
import type { SceneIndex } from '../../../../domain/satellite/scenes/scene-image.ts';
import { encodeGeoTiff, type GeoReference } from '../../../images/geotiff.ts';
import { encodeColours, encodePng } from '../../../images/png.ts';
import { plantColours } from '../../engine/colours.ts';
import type { Analytic, PlanetBand } from './analytic.ts';

const geoReferenceOf = ({ system, width, height, west, north, dx, dy }: FieldGrid): GeoReference => ({
  ...{ width, height, west, north },
  metresPerPixel: [dx, dy],
  system: Number(system.slice('EPSG:'.length)),
});

/** A GeoTIFF with one number for each pixel of the field; NaN for pixels without data. */
function numbersTiff(grid: FieldGrid, description: string, valueAt: (at: number) => number): Buffer {
  return encodeGeoTiff(geoReferenceOf(grid), {
    kind: 'numbers',
    description,
    fill(content, firstLine, lines) {
      const numbers = new Float32Array(content.buffer, content.byteOffset, content.length / 4);
      const first = firstLine * grid.width;
      for (let pixel = 0; pixel < lines * grid.width; pixel++) numbers[pixel] = valueAt(first + pixel);
    },
  });
}

/** The unit of the numbers of a file. */
export interface Unit {
  scale: number;
  /** `surface reflectance, 0 to 1`. */
  name: string;
}

export function planetBandTiff({ grid, bands }: Analytic, band: PlanetBand, { scale, name }: Unit): Buffer {
  const numbers = bands[band];
  return numbersTiff(grid, `${band}, ${name}`, (at) =>
    grid.mask[at] && numbers[at] ? numbers[at] * scale : Number.NaN,
  );
}

export const planetIndexTiff = (grid: FieldGrid, name: SceneIndex, values: Float32Array, { name: of }: Unit): Buffer =>
  numbersTiff(grid, `${name} of ${of}`, (at) => values[at] as number);

/** A picture whose pixels each show the nearest pixel of a file. */
export interface Picture {
  grid: FieldGrid;
  /** For each pixel of the picture the index of the nearest pixel of the file; -1 outside of it. */
  nearest: Int32Array;
}

export function indexPicture({ grid, nearest }: Picture, values: Float32Array): Buffer {
  const { palette, numberOf } = plantColours();
  const pixels = new Uint8Array(nearest.length);
  for (let at = 0; at < pixels.length; at++) {
    const value = values[nearest[at] as number] ?? Number.NaN;
    if (!Number.isNaN(value)) pixels[at] = numberOf(value);
  }
  return encodePng({ width: grid.width, height: grid.height, pixels, palette });
}

/** A picture in true colour. @param brightest the number that is shown as white. */
export function coloursPicture({ grid, nearest }: Picture, { bands }: Analytic, brightest: number): Buffer {
  const colours = new Uint8Array(nearest.length * 4);
  const three = [bands.red, bands.green, bands.blue];
  for (let at = 0; at < nearest.length; at++) {
    const from = nearest[at] as number;
    if (from < 0 || three.some((band) => !band[from])) continue;
    for (const [index, band] of three.entries()) {
      colours[at * 4 + index] = Math.round(Math.min(1, (band[from] as number) / brightest) * 255);
    }
    colours[at * 4 + 3] = 255;
  }
  return encodeColours(grid.width, grid.height, colours);
}

const shownShare = 0.98;

/** The 98th percentile of the numbers of a field in the three colours. */
export function bright({ grid, bands }: Analytic): number {
  const counts = new Float64Array(65_536);
  let total = 0;
  for (const band of [bands.red, bands.green, bands.blue]) {
    for (let at = 0; at < band.length; at++) {
      const number = band[at] as number;
      if (!grid.mask[at] || number === 0) continue;
      counts[number] = (counts[number] as number) + 1;
      total += 1;
    }
  }
  let seen = 0;
  for (let number = 1; number < counts.length; number++) {
    seen += counts[number] as number;
    if (seen >= total * shownShare) return number;
  }
  return counts.length;
}
