import type { FieldGrid } from '../../../domain/satellite/grid/field-grid.ts';
import type { BandName } from '../../../domain/satellite/scenes/scene-bands.ts';
import { bandNames } from '../../../domain/satellite/scenes/scene-bands.ts';
import type { SceneIndex } from '../../../domain/satellite/scenes/scene-image.ts';
import { encodeGeoTiff, type GeoReference } from '../../images/geotiff.ts';
import { encodeColours, encodePng } from '../../images/png.ts';
import { absoluteColours, classColours, type IndexColours, plantColours, relativeColours } from './colours.ts';
import type { OnGrid } from './on-grid.ts';

/** The reflectance that is shown as white. */
const brightest = 0.3;

const geoReferenceOf = ({ width, height, west, north, dx, dy }: FieldGrid): GeoReference => ({
  width,
  height,
  west,
  north,
  degreesPerPixel: [dx, dy],
});

/** Bands as numbers of reflectance. */
export function bandTiff({ grid, reflectance }: OnGrid, names: readonly BandName[], description: string): Buffer {
  const readers = names.map(reflectance);
  return encodeGeoTiff(geoReferenceOf(grid), {
    kind: 'numbers',
    description,
    bands: names,
    fill(content, firstLine, lines) {
      const numbers = new Float32Array(content.buffer, content.byteOffset, content.length / 4);
      const first = firstLine * grid.width;
      for (let pixel = 0; pixel < lines * grid.width; pixel++) {
        const isField = grid.mask[first + pixel] === 1;
        for (let band = 0; band < readers.length; band++) {
          numbers[pixel * readers.length + band] = isField ? (readers[band]?.(first + pixel) ?? 0) : Number.NaN;
        }
      }
    },
  });
}

/** A GeoTIFF of all bands of the scene, interleaved by pixel. */
export const multiBandTiff = (on: OnGrid) => bandTiff(on, bandNames, 'surface reflectance of Sentinel-2 bands, 0 to 1');

export function indexTiff({ grid }: OnGrid, name: SceneIndex, values: Float32Array): Buffer {
  return encodeGeoTiff(geoReferenceOf(grid), {
    kind: 'numbers',
    description: `${name}, -1 to 1`,
    fill(content, firstLine, lines) {
      const numbers = new Float32Array(content.buffer, content.byteOffset, content.length / 4);
      numbers.set(values.subarray(firstLine * grid.width, (firstLine + lines) * grid.width));
    },
  });
}

/** A GeoTIFF of an index in the colours of its picture. */
export function indexColourTiff({ grid }: OnGrid, name: SceneIndex, values: Float32Array): Buffer {
  const { palette, numberOf } = plantColours();
  return encodeGeoTiff(geoReferenceOf(grid), {
    kind: 'colours',
    description: `${name} in colours`,
    fill(content, firstLine, lines) {
      const first = firstLine * grid.width;
      for (let pixel = 0; pixel < lines * grid.width; pixel++) {
        const value = values[first + pixel] ?? Number.NaN;
        if (!Number.isNaN(value)) content.set([...(palette[numberOf(value) - 1] ?? []), 255], pixel * 4);
      }
    },
  });
}

/** The pictures of an index by the names of their files. */
export function indexPictures(
  { grid }: OnGrid,
  name: SceneIndex,
  values: Float32Array,
): [file: string, content: Buffer][] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const painted = (colours: IndexColours) => paint(grid, values, colours);
  return [
    [`${name}.png`, painted(plantColours())],
    [`${name}_relative.png`, painted(relativeColours(min, max))],
    [`${name}_absolute.png`, painted(absoluteColours())],
  ];
}

/** @param isShown whether a pixel is drawn; all are by default. */
function paint(
  { width, height }: FieldGrid,
  values: Float32Array,
  { palette, numberOf }: IndexColours,
  isShown: (at: number) => boolean = () => true,
): Buffer {
  const pixels = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (!Number.isNaN(value) && isShown(at)) pixels[at] = numberOf(value);
  }
  return encodePng({ width, height, pixels, palette });
}

/** The picture of an index, transparent where the ground is hidden. */
export const maskedIndexPicture = ({ grid }: OnGrid, values: Float32Array, isClear: (at: number) => boolean): Buffer =>
  paint(grid, values, plantColours(), isClear);

/** The classes of the scene as numbers, 1 to 11; none outside of the field and where there are no data. */
export function classesTiff({ grid }: OnGrid, classAt: (at: number) => number): Buffer {
  return encodeGeoTiff(geoReferenceOf(grid), {
    kind: 'numbers',
    description: 'scene classification of Sen2Cor, 1 to 11',
    fill(content, firstLine, lines) {
      const numbers = new Float32Array(content.buffer, content.byteOffset, content.length / 4);
      const first = firstLine * grid.width;
      for (let pixel = 0; pixel < lines * grid.width; pixel++) {
        const found = grid.mask[first + pixel] ? classAt(first + pixel) : 0;
        numbers[pixel] = found === 0 ? Number.NaN : found;
      }
    },
  });
}

/** The classes of the scene in the colours of ESA's products. */
export function classesPicture({ grid }: OnGrid, classAt: (at: number) => number): Buffer {
  const pixels = grid.mask.map((isField, at) => (isField ? Math.min(classAt(at), classColours.length) : 0));
  return encodePng({ width: grid.width, height: grid.height, pixels, palette: classColours });
}

/** Red, green, blue and opacity of the field's pixels. @param isShown whether a pixel is drawn; all are by default. */
function trueColours({ grid, reflectance }: OnGrid, isShown: (at: number) => boolean = () => true): Uint8Array {
  const [red, green, blue] = [reflectance('B04'), reflectance('B03'), reflectance('B02')];
  const colours = new Uint8Array(grid.mask.length * 4);
  const shade = (value: number) => Math.round(Math.min(1, Math.max(0, value / brightest)) * 255);
  for (let at = 0; at < grid.mask.length; at++) {
    if (!grid.mask[at] || !isShown(at)) continue;
    const [r, g, b] = [red(at), green(at), blue(at)];
    if (Number.isNaN(r + g + b)) continue;
    const index = at * 4;
    colours[index] = shade(r);
    colours[index + 1] = shade(g);
    colours[index + 2] = shade(b);
    colours[index + 3] = 255;
  }
  return colours;
}

export function trueColourTiff(on: OnGrid): Buffer {
  const colours = trueColours(on);
  return encodeGeoTiff(geoReferenceOf(on.grid), {
    kind: 'colours',
    description: 'true colour, reflectance of 0.3 as white',
    fill: (content, firstLine, lines) =>
      content.set(colours.subarray(firstLine * on.grid.width * 4, (firstLine + lines) * on.grid.width * 4)),
  });
}

export const trueColourPicture = (on: OnGrid, isShown?: (at: number) => boolean) =>
  encodeColours(on.grid.width, on.grid.height, trueColours(on, isShown));
