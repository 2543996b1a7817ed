import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BandName, bandMetres, bandNames } from '../../domain/satellite/scenes/scene-bands.ts';
import { runPeer } from '../missing-peer.ts';

/** Runs a command without `GDAL_SKIP`, which keeps GDAL from the format in which its commands name several files. */
const run = (command: string, options: string[]) =>
  runPeer(command, options, { packages: 'gdal-bin python3-gdal', env: { ...process.env, GDAL_SKIP: '' } });

const colours = '-1 255 0 0 255\n0 255 255 0 255\n1 0 255 0 255\nnv 0 0 0 0\n';

/**
 * The 25 images by GDAL's own commands: bands warped and cut, indices of `gdal_calc`, colours of `gdaldem`. Relative colours are not
 * stretched, and numbers stay as they are in the files.
 */
export async function imagesByHand(bands: Record<string, string>, field: string, folder: string): Promise<void> {
  const at = (name: string) => join(folder, name);
  const cut = ['-q', '-overwrite', '-cutline', field, '-crop_to_cutline', '-ot', 'Float32', '-dstnodata', 'nan'];
  const degrees = (metres: number) => ['-t_srs', 'EPSG:4326', '-tr', String(metres / 82_700), String(metres / 111_070)];
  const mercator = ['-t_srs', 'EPSG:3857', '-tr', '1.68', '1.68'];
  writeFileSync(at('colours.txt'), colours);
  const warp = (band: BandName, grid: string[], target: string) =>
    run('gdalwarp', [...cut, ...grid, bands[band] ?? '', at(target)]);

  for (const band of bandNames) await warp(band, degrees(bandMetres[band]), `${band}.tif`);
  for (const band of bandNames) {
    if (bandMetres[band] > 10) await warp(band, degrees(10), `${band}_10.tif`);
  }
  const fine = (band: BandName) => at(bandMetres[band] > 10 ? `${band}_10.tif` : `${band}.tif`);
  await run('gdalbuildvrt', ['-q', '-separate', at('all.vrt'), ...bandNames.map(fine)]);
  await run('gdal_translate', ['-q', '-co', 'COMPRESS=DEFLATE', at('all.vrt'), at('multi_band.tif')]);
  await run('gdalbuildvrt', ['-q', '-separate', at('rgb.vrt'), fine('B04'), fine('B03'), fine('B02')]);
  const bytes = ['-q', '-ot', 'Byte', '-scale', '0', '3000', '0', '255'];
  await run('gdal_translate', [...bytes, at('rgb.vrt'), at('RGB.tif')]);
  for (const band of ['B02', 'B03', 'B04', 'B05', 'B08'] as const) await warp(band, mercator, `${band}_large.tif`);
  const large = (band: string) => at(`${band}_large.tif`);
  await run('gdalbuildvrt', ['-q', '-separate', at('rgb_large.vrt'), large('B04'), large('B03'), large('B02')]);
  await run('gdal_translate', [...bytes, '-of', 'PNG', at('rgb_large.vrt'), at('RGB.png')]);
  for (const [name, colour] of [
    ['NDVI', 'B04'],
    ['NDRE', 'B05'],
  ] as const) {
    const calculated = (near: string, other: string, target: string) =>
      run('gdal_calc.py', ['--quiet', '-A', near, '-B', other, '--calc=(A-B)/(A+B)', `--outfile=${at(target)}`]);
    await calculated(fine('B08'), fine(colour), `${name}.tif`);
    await calculated(large('B08'), large(colour), `${name}_large.tif`);
    const relief = (source: string, target: string, format: string) =>
      run('gdaldem', ['color-relief', '-q', '-alpha', '-of', format, at(source), at('colours.txt'), at(target)]);
    await relief(`${name}.tif`, `${name}_color.tif`, 'GTiff');
    for (const kind of ['', '_relative', '_absolute']) await relief(`${name}_large.tif`, `${name}${kind}.png`, 'PNG');
  }
}
