import { join } from 'node:path';
import type { Dataset } from 'gdal-async';
import type { ImageFacts } from '../../../domain/assets/layer-image.ts';
import { gdalInstall, loadGdal } from '../../gdal/gdal.ts';

/** Name of the file in the folder of the process that reads it. */
export const imageName = 'image.tif';

/** Rows that are decoded at once. */
const rowsAtOnce = 64;

/** The services of the process that reads GeoTIFFs, for its parent. */
export function geotiffServices(folder: string) {
  let opened: Dataset | undefined;
  return {
    /** What the file says of itself. Throws what GDAL says of a file that is no GeoTIFF. */
    async look(): Promise<ImageFacts> {
      const gdal = loadGdal();
      if (!gdal) throw new Error(`GDAL is missing: run ${gdalInstall}`);
      opened = gdal.open(join(folder, imageName), 'r', ['GTiff']);
      const { rasterSize, srs } = opened;
      const metadata = opened.getMetadata() as Record<string, unknown>;
      return {
        width: rasterSize.x,
        height: rasterSize.y,
        bands: opened.bands.map(({ dataType, colorInterpretation }) => ({
          dataType: dataType ?? 'unknown',
          colour: colorInterpretation ?? 'Undefined',
        })),
        ...(srs && { proj: srs.toProj4().trim() }),
        metadata: Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, String(value)])),
      };
    },

    /** Decodes every pixel, so that a file that ends early is noticed here and not at the provider. */
    async decode(): Promise<{ pixels: number }> {
      const dataset = opened as Dataset;
      const { x: width, y: height } = dataset.rasterSize;
      dataset.bands.forEach((band) => {
        for (let row = 0; row < height; row += rowsAtOnce) {
          band.pixels.read(0, row, width, Math.min(rowsAtOnce, height - row));
        }
      });
      return { pixels: width * height };
    },
  };
}
