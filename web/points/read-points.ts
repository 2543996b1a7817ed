import { type PointLayer, readPointLayer } from '../../domain/machine-files/points/point-layer.ts';
import type { GroundPicture } from '../map/drawing/drawn-frame.ts';
import { type Plane, toMetres } from '../map/plane.ts';
import { valuesAlong } from './companions.ts';
import { pixelArraysOf, readGeoTiff } from './geotiff.ts';
import { type PointArrays, pointArraysOf } from './point-arrays.ts';
import { pointGrid } from './point-grid.ts';
import type { PointsToRead } from './points-messages.ts';

const degreesToRadians = Math.PI / 180;
/** Metres of a cell of samples, of which there are few. */
const sampleCell = 5;

/** What is known of points only when other layers have come. */
type MoreOfPoints = Pick<PointArrays, 'area'> & Partial<Pick<PointArrays, 'heading'>>;

/** Reads points, and then their areas and directions; `more` is undefined where nothing is to come. @throws Error for a layer that is none, or that the storage has not. */
export async function readPoints(
  what: PointsToRead,
  plane: Plane,
): Promise<{ points: PointArrays; more?: Promise<MoreOfPoints> }> {
  if (what.kind === 'pixels') return { points: pixelArraysOf(await geoTiffAt(what.url), plane) };
  if (what.kind === 'given') {
    const { at, value, about } = what;
    const count = value.length;
    const points = { count, at, value, about, heading: new Float32Array(count), state: new Uint8Array(count) };
    return { points: { ...points, grid: pointGrid(at, sampleCell) } };
  }
  const { url, area, heading, shownIn } = what;
  const others = [area, heading].map((other) => (other ? layerAt(other.url).catch(() => undefined) : undefined));
  const read = await layerAt(url);
  const layer = shownIn ? inUnit(read, shownIn) : read;
  const points = pointArraysOf(layer, plane);
  const more = async () => {
    const [areas, headings] = await Promise.all(others);
    const along = (other: typeof areas, factor = 1) => {
      const values = other && valuesAlong(layer, other).map((value) => value * factor);
      return values?.some((value) => !Number.isNaN(value)) ? values : undefined;
    };
    const [ofArea, ofHeading] = [along(areas, area?.factor), along(headings, degreesToRadians)];
    return { ...(ofArea && { area: ofArea }), ...(ofHeading && { heading: ofHeading }) };
  };
  return { points, more: more() };
}

/** The true colours of a scene, with their edges on the plane. @throws Error for a picture that is none */
export async function readPicture(url: string, plane: Plane): Promise<GroundPicture> {
  const { width, height, west, north, degreesPerPixel, pixels } = await geoTiffAt(url);
  if (!(pixels instanceof Uint8Array)) throw new Error('the picture has no colours');
  const [xmin, ymax] = toMetres(plane, [west, north]);
  const [xmax, ymin] = toMetres(plane, [west + width * degreesPerPixel[0], north - height * degreesPerPixel[1]]);
  return { width, height, extent: { xmin, ymin, xmax, ymax }, colours: pixels };
}

/** A layer in another unit, in which its classes would not be round. */
function inUnit(
  { header, value, ...layer }: PointLayer,
  { unit, factor }: { unit: string; factor: number },
): PointLayer {
  const { division: _, ...rest } = header;
  return { ...layer, header: { ...rest, unit }, value: value.map((one) => one * factor) };
}

const geoTiffAt = async (url: string) => readGeoTiff(new Uint8Array(await (await answer(url)).arrayBuffer()));

async function layerAt(url: string) {
  const { body } = await answer(url);
  if (!body) throw new Error('the storage answered without a body');
  const unzipped = body.pipeThrough(new DecompressionStream('gzip'));
  return readPointLayer(new Uint8Array(await new Response(unzipped).arrayBuffer()));
}

async function answer(url: string): Promise<Response> {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new Error(`the storage answered ${response.status}`);
  return response;
}
