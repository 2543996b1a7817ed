import { classOf, imageStem, type PointImage, sheetName } from '../../../domain/machine-files/image.ts';
import type { ImageSink } from '../../../domain/machine-files/machine-file-engine.ts';
import { colourOf } from '../../../domain/machine-files/maps/class-colours.ts';
import { legendOf, untargeted } from '../../../domain/machine-files/maps/legend.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import { encodeGeoTiff } from '../../images/geotiff.ts';
import { encodePng, type Picture } from '../../images/png.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { countDeviations, deviationLayers } from './deviation-layers.ts';
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
  /** Whether to draw the deviations of properties from their targets too. */
  withDeviations?: boolean;
}

/**
 * Draws an image of each property of `presented`, with its georeference in a file beside it, and a second one with its
 * legend.
 *
 * @example const images = await drawImages({ properties, units }, sink, work);
 */
export async function drawImages(
  { properties, units, withNumbers = false, withDeviations = false }: Drawing,
  sink: ImageSink,
  work: WorkDatabase,
): Promise<PointImage[]> {
  const wanted = properties.filter((name) => units[name] !== undefined);
  const frame = wanted.length > 0 ? await frameOf(units, work) : undefined;
  if (!frame) return [];
  const deviations = withDeviations ? deviationLayers(wanted, units) : [];
  const own = wanted.map((property) => ({ name: property, sql: identifier(property) }));
  const raster = await rasterise([...own, ...deviations], units, frame, work);
  const { width, height } = frame;
  const place = { extent: extentOf(frame), width, height };
  const images: PointImage[] = [];
  for (const property of wanted) {
    const classes = await valueClasses(property, units, work);
    if (classes.length === 0) continue;
    const unit = units[property] ?? '';
    const values = await valuesOf(property, work);
    const geoTiff = withNumbers ? ({ geoTiff: true } as const) : {};
    const image = { property, unit, ...place, classes, ...geoTiff };
    await write(image, paint(raster, values, image), frame, sink);
    if (withNumbers) {
      await sink.image(`${property}.tif`, encodeRaster(raster, values, `${property}, ${unit}`), 'image/tiff');
    }
    images.push(image);
  }
  for (const layer of deviations) {
    const { property, deviation, unit, name } = layer;
    const counted = await countDeviations(layer, units, work);
    if (!counted) continue;
    const image = { property, deviation, unit, ...place, ...counted };
    const [values, own] = [await valuesOf(name, work), await valuesOf(property, work)];
    await write(image, paint(raster, values, image, own), frame, sink);
    images.push(image);
  }
  return images;
}

/** Writes an image, its georeference, and the image with its legend. */
async function write(image: PointImage, picture: Picture, frame: Frame, sink: ImageSink): Promise<void> {
  const stem = imageStem(image);
  await sink.image(`${stem}.png`, encodePng(picture), 'image/png');
  await sink.image(`${stem}.png.aux.xml`, Buffer.from(placement(frame)), 'application/xml');
  await sink.image(sheetName(stem), encodePng(mapSheet(picture, image, frame.pixelMetres)), 'image/png');
}

/**
 * Colour 1 is that of the lowest values.
 *
 * @param own the values of the property whose deviation is painted: where there is one alone, it has no target, and the last colour.
 */
function paint({ width, height, spots }: Raster, values: Float64Array, image: PointImage, own?: Float64Array): Picture {
  const { classes, withoutTarget } = image;
  const last = classes.length + 1;
  const colours = Uint8Array.from(values, (value, spot) => {
    if (!Number.isNaN(value)) return classOf(value, classes) + 1;
    return withoutTarget && own && !Number.isNaN(own[spot]) ? last : 0;
  });
  const pixels = Uint8Array.from(spots, (spot) => colours[spot] ?? 0);
  const palette = [...legendOf(image).colours, ...(withoutTarget ? [untargeted.colour] : [])];
  return { width, height, pixels, palette: palette.map(colourOf) };
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
