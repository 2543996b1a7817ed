import { counted } from '../counted.ts';
import { type InvalidMember, Problem } from '../errors.ts';
import { limits, limitText } from '../limits.ts';

/** What a GeoTIFF says of itself, before any of its pixels is read. */
export interface ImageFacts {
  width: number;
  height: number;
  /** GDAL's names of the types of values and colours of each band, such as `Byte` and `Red`. */
  bands: readonly { dataType: string; colour: string }[];
  /** The coordinate system in the notation of PROJ; absent where the file has none. */
  proj?: string | undefined;
  /** Entries of the tag GDAL_METADATA. */
  metadata: Readonly<Record<string, string>>;
}

/** An aerial image that Climate FieldView takes. */
export interface LayerImage {
  width: number;
  height: number;
  /** ISO 8601 dates. */
  acquisitionStartDate: string;
  acquisitionEndDate: string;
  isCalibrated: boolean;
}

const colours = ['Red', 'Green', 'Blue'];
const utm = /^\+proj=utm \+zone=\d{1,2}( \+south)? .*\+datum=WGS84/;
const isoDate = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * An aerial image by the rules of the interface specification, area O: three bands of 8 bits for red, green and blue, UTM on WGS 84, and dates in GDAL_METADATA.
 *
 * @throws Problem 400 `layerRefused` with every rule that the file breaks.
 */
export function layerImage({ width, height, bands, proj, metadata }: ImageFacts): LayerImage {
  const errors: InvalidMember[] = [];
  const refuse = (message: string) => errors.push({ pointer: '#/file', message });
  if (bands.length !== colours.length)
    refuse(`The image has ${counted(bands.length, 'band')}; it needs three: red, green and blue.`);
  const types = [...new Set(bands.map(({ dataType }) => dataType))].filter((type) => type !== 'Byte');
  if (types.length > 0)
    refuse(`Bands have values of type ${types.join(', ')}; each needs 8 bits without a sign (Byte).`);
  const isMixed = bands.length === colours.length && bands.some(({ colour }, at) => colour !== colours[at]);
  if (isMixed)
    refuse(
      `The bands are ${bands.map(({ colour }) => colour).join(', ')}; they must be red, green and blue, in this order.`,
    );
  if (proj === undefined) refuse('The image has no coordinate system; it needs UTM on WGS 84, such as EPSG:32615.');
  else if (!utm.test(proj)) refuse(`The coordinate system is ${proj}; it must be UTM on WGS 84, such as EPSG:32615.`);
  if (width * height > limits.layerPixels)
    refuse(`The image has ${width} × ${height} pixels; at most ${limitText.layerPixels} are allowed.`);

  const start = dateIn(metadata, 'acquisitionStartDate', refuse);
  const end = dateIn(metadata, 'acquisitionEndDate', refuse);
  if (start && end && Date.parse(end) < Date.parse(start))
    refuse(`acquisitionEndDate (${end}) is before acquisitionStartDate (${start}).`);
  const calibrated = metadata.isCalibrated?.toLowerCase();
  if (calibrated !== 'true' && calibrated !== 'false')
    refuse(missing('isCalibrated', metadata.isCalibrated, 'true or false'));

  if (errors.length > 0 || start === undefined || end === undefined) throw refusedLayer(errors);
  return { width, height, acquisitionStartDate: start, acquisitionEndDate: end, isCalibrated: calibrated === 'true' };
}

/** 400 for a file that is no such image. */
export function refusedLayer(errors: InvalidMember[]): Problem {
  const detail = `The file is not an aerial image as Climate FieldView takes them: ${errors.map(({ message }) => message).join(' ')}`;
  return new Problem('invalid', detail, { errorKey: 'layerRefused', errors });
}

function dateIn(metadata: ImageFacts['metadata'], name: string, refuse: (message: string) => void): string | undefined {
  const value = metadata[name];
  if (value !== undefined && isoDate.test(value) && !Number.isNaN(Date.parse(value))) return value;
  refuse(missing(name, value, 'a date such as 2026-05-21'));
  return undefined;
}

function missing(name: string, value: string | undefined, needed: string): string {
  return value === undefined
    ? `GDAL_METADATA lacks ${name}: ${needed}.`
    : `GDAL_METADATA has ${name} "${value.slice(0, 40)}"; it must be ${needed}.`;
}
