import {
  classOf,
  colourOf,
  coloursOf,
  type PointImage,
  sheetName,
  type ValueClass,
} from '../../../domain/machine-files/image.ts';
import type { ImageSink } from '../../../domain/machine-files/machine-file-engine.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { encodeGeoTiff } from '../../images/geotiff.ts';
import { encodePng, type Picture } from '../../images/png.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { type Frame, frameOf } from './frame.ts';
import { mapSheet } from './map-sheet.ts';
import { type Raster, rasterise, valuesOf } from './raster.ts';
import { valueClasses } from './value-classes.ts';

export interface Drawing {
  /** Properties to draw; those without a unit, or without values, are left out. */
  properties: readonly PointPropertyName[];
  units: PointUnits;
  /** Whether to write the numbers as GeoTIFF too. */
  withNumbers?: boolean;
}

/**
 * Draws an image of each property of `presented`, with its georeference in a file beside it, and a second one with its
 * legend.
 *
 * @example const images = await drawImages({ properties, units }, sink, work);
 */
export async function drawImages(
  { properties, units, withNumbers = false }: Drawing,
  sink: ImageSink,
  work: WorkDatabase,
): Promise<PointImage[]> {
  const wanted = properties.filter((name) => units[name] !== undefined);
  const frame = wanted.length > 0 ? await frameOf(units, work) : undefined;
  if (!frame) return [];
  const raster = await rasterise(wanted, units, frame, work);
  const images: PointImage[] = [];
  for (const property of wanted) {
    const classes = await valueClasses(property, units, work);
    if (classes.length === 0) continue;
    const unit = units[property] ?? '';
    const values = await valuesOf(property, work);
    const picture = paint(raster, values, classes);
    await sink.image(`${property}.png`, encodePng(picture), 'image/png');
    await sink.image(`${property}.png.aux.xml`, Buffer.from(placement(frame)), 'application/xml');
    const sheet = mapSheet(picture, { property, unit, classes, pixelMetres: frame.pixelMetres });
    await sink.image(sheetName(property), encodePng(sheet), 'image/png');
    if (withNumbers) {
      await sink.image(`${property}.tif`, encodeRaster(raster, values, `${property}, ${unit}`), 'image/tiff');
    }
    const { width, height } = frame;
    const geoTiff = withNumbers ? ({ geoTiff: true } as const) : {};
    images.push({ property, unit, extent: extentOf(frame), width, height, classes, ...geoTiff });
  }
  return images;
}

/** Colour 1 is that of the lowest values. */
function paint({ width, height, spots }: Raster, values: Float64Array, classes: ValueClass[]): Picture {
  const colours = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : classOf(value, classes) + 1));
  const pixels = Uint8Array.from(spots, (spot) => colours[spot] ?? 0);
  return { width, height, pixels, palette: coloursOf(classes.length).map(colourOf) };
}

function extentOf({ west, north, width, height, degreesPerPixel: [x, y] }: Frame): PointImage['extent'] {
  return { xmin: west, xmax: west + width * x, ymin: north - height * y, ymax: north };
}

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],' +
  'UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';

/** The georeference of an image, in the format that GDAL and programs based on it read beside a PNG. */
function placement({ west, north, degreesPerPixel: [x, y] }: Frame): string {
  const text = wgs84.replaceAll('"', '&quot;');
  return `<PAMDataset>
  <SRS dataAxisToSRSAxisMapping="2,1">${text}</SRS>
  <GeoTransform>${[west, x, 0, north, 0, -y].join(', ')}</GeoTransform>
</PAMDataset>
`;
}

/**
 * Encodes values of a raster as a GeoTIFF with one band.
 *
 * @param values by spot.
 * @param description meaning of the numbers, with their unit.
 */
export function encodeRaster(raster: Raster, values: Float64Array, description: string): Buffer {
  return encodeGeoTiff(raster, {
    kind: 'numbers',
    description,
    fill(content, firstLine, lines) {
      const first = firstLine * raster.width;
      for (let at = 0; at < lines * raster.width; at++) {
        content.writeFloatLE(values[raster.spots[first + at] ?? -1] ?? Number.NaN, at * 4);
      }
    },
  });
}
