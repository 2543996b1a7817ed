import { join } from 'node:path';
import { type Gdal, loadGdal } from '../../adapters/gdal/gdal.ts';
import { bandMetres } from '../../domain/satellite/scenes/scene-bands.ts';
import { MissingPeer } from '../missing-peer.ts';

/** Metres that a band covers to the east and to the south of a corner in Iowa, in UTM zone 15. */
const side = 40_960;
const [west, north] = [440_000, 4_660_000];
const blockPixels = 1_024;

/** The corner of the fields, in the middle of a block of every band, in metres. */
export const corner = { system: 32_615, west: west + 13_000, north: north - 13_000 };

/** Writes the files of a scene as Earth Search has them, of 41 km a side: blocks of 1,024 pixels, Deflate with predictor. Returns their paths by band. */
export function writeBands(folder: string): Record<string, string> {
  const gdal = requiredGdal();
  const options = [
    'TILED=YES',
    `BLOCKXSIZE=${blockPixels}`,
    `BLOCKYSIZE=${blockPixels}`,
    'COMPRESS=DEFLATE',
    'PREDICTOR=2',
  ];
  return Object.fromEntries(
    Object.entries({ ...bandMetres, SCL: 20 }).map(([band, metres], index) => {
      const path = join(folder, `${band}.tif`);
      const pixels = Math.floor(side / metres);
      const isClasses = band === 'SCL';
      const type = isClasses ? gdal.GDT_Byte : gdal.GDT_UInt16;
      const dataset = gdal.open(path, 'w', 'GTiff', pixels, pixels, 1, type, options);
      dataset.srs = gdal.SpatialReference.fromEPSG(corner.system);
      dataset.geoTransform = [west, metres, 0, north, 0, -metres];
      const written = dataset.bands.get(1);
      written.noDataValue = 0;
      const numbers = isClasses ? new Uint8Array(pixels * pixels).fill(4) : reflectances(pixels, metres, index);
      written.pixels.write(0, 0, pixels, pixels, numbers);
      dataset.flush();
      dataset.close();
      return [band, path];
    }),
  );
}

/** Fields of 400 m with a number of their own, differences in them and noise: as hard to compress as a real scene. */
function reflectances(pixels: number, metres: number, seed: number): Uint16Array {
  const numbers = new Uint16Array(pixels * pixels);
  let state = seed + 1;
  for (let at = 0; at < numbers.length; at++) {
    const [x, y] = [(at % pixels) * metres, Math.floor(at / pixels) * metres];
    const field = (Math.floor(x / 400) * 7_919 + Math.floor(y / 400) * 104_729 + seed * 31) % 2_000;
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    numbers[at] = 1_200 + field + Math.round(80 * Math.sin(x / 300) * Math.cos(y / 200)) + (state >>> 25);
  }
  return numbers;
}

export function requiredGdal(): Gdal {
  const gdal = loadGdal();
  if (!gdal) throw new MissingPeer('the files of this benchmark need GDAL, which npm start installs');
  return gdal;
}
