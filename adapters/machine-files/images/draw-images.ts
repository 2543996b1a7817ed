import type { Settings } from '../../../domain/configuration/configuration.ts';
import {
  type Colour,
  legendColour,
  legendColours,
  type PointImage,
  rampColour,
} from '../../../domain/machine-files/image.ts';
import type { ImageSink } from '../../../domain/machine-files/machine-file-engine.ts';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { type PointPropertyName, propertiesOf } from '../../../domain/machine-files/point-properties.ts';
import { identifier } from '../../sql-text.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { encodeGeoTiff } from './geotiff.ts';
import { encodePng } from './png.ts';
import { type Raster, rasterise } from './raster.ts';

/** `ramp`: colours run through the range of the values; `quantiles`: each of seven has as many points. */
export type Colouring = 'ramp' | 'quantiles';

export interface Drawing {
  /** The images of all but the first stand in a folder with the name of their colouring. */
  colourings: readonly [Colouring, ...Colouring[]];
  /** Also the numbers themselves, as GeoTIFF, where the settings ask for it. */
  withNumbers?: true;
}

/** Draws an image of each property of `presented` that the settings ask for, each with a file that says where it lies. */
export async function drawImages(
  operationType: OperationType,
  units: PointUnits,
  { operationsImageCreation, operationsImageAsGeoTiff, operationsImageAttributeCreation }: Settings,
  { colourings, withNumbers }: Drawing,
  sink: ImageSink,
  work: WorkDatabase,
): Promise<PointImage[]> {
  const asked = operationsImageAttributeCreation[operationType] ?? {};
  const wanted = propertiesOf(operationType).flatMap(([name]) => (asked[name] && units[name] ? [name] : []));
  if (!operationsImageCreation || wanted.length === 0) return [];
  const hasNumbers = withNumbers === true && operationsImageAsGeoTiff;
  const raster = await rasterise(wanted, units, work);
  const images: PointImage[] = [];
  for (const property of wanted) {
    const bounds = await boundsOf(property, work);
    if (!bounds) continue;
    for (const [index, colouring] of colourings.entries()) {
      const name = `${index === 0 ? '' : `${colouring}/`}${property}.png`;
      await sink.image(name, paint(raster, property, colourOf(bounds, colouring)), 'image/png');
      await sink.image(`${name}.aux.xml`, Buffer.from(placement(raster)), 'application/xml');
    }
    if (hasNumbers) {
      const content = encodeGeoTiff(raster, property, `${property}, ${units[property]}`);
      await sink.image(`${property}.tif`, content, 'image/tiff');
    }
    images.push({
      property,
      extent: extentOf(raster),
      ...(colourings.includes('quantiles') && { bounds }),
      ...(hasNumbers && { geoTiff: true }),
    });
  }
  return images;
}

/** The bounds of the classes, the first being the smallest value and the last the largest; undefined when there is none. */
async function boundsOf(property: PointPropertyName, work: WorkDatabase): Promise<number[] | undefined> {
  const column = identifier(property);
  const classes = legendColours.length;
  const shares = Array.from({ length: classes + 1 }, (_, index) => index / classes);
  const [row] = await work.rows<{ bounds: (string | number)[] | null }>(
    `select quantile_cont(${column}, [${shares.join(', ')}]) as bounds from presented where dropped is null`,
  );
  return row?.bounds?.map(Number);
}

function colourOf(bounds: number[], colouring: Colouring): (value: number) => Colour {
  if (colouring === 'quantiles') return (value) => legendColour(value, bounds);
  const [smallest = 0, largest = 0] = [bounds[0], bounds.at(-1)];
  const range = largest - smallest;
  return (value) => rampColour(range > 0 ? (value - smallest) / range : 1);
}

function paint({ width, height, cells, values }: Raster, property: string, colour: (value: number) => Colour): Buffer {
  const rgba = new Uint8Array(width * height * 4);
  const colours = Array.from(values.get(property) ?? [], (value) => (Number.isNaN(value) ? undefined : colour(value)));
  for (const [pixel, cell] of cells.entries()) {
    const shown = colours[cell];
    if (shown) rgba.set([...shown, 255], pixel * 4);
  }
  return encodePng(width, height, rgba);
}

function extentOf({ west, north, width, height, degreesPerPixel: [x, y] }: Raster): PointImage['extent'] {
  return { xmin: west, xmax: west + width * x, ymin: north - height * y, ymax: north };
}

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],' +
  'UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';

/** Where the image lies, as GDAL and programs built on it read it beside a PNG. */
function placement({ west, north, degreesPerPixel: [x, y] }: Raster): string {
  const text = wgs84.replaceAll('"', '&quot;');
  return `<PAMDataset>
  <SRS dataAxisToSRSAxisMapping="2,1">${text}</SRS>
  <GeoTransform>${[west, x, 0, north, 0, -y].join(', ')}</GeoTransform>
</PAMDataset>
`;
}
