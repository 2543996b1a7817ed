import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processDelivery } from '../../../adapters/satellite/planet/engine/process-delivery.ts';
import type { MultiPolygon, Ring } from '../../../domain/geometry/multi-polygon.ts';
import { fileOf } from '../../../local/stand-ins/planet/files.ts';
import { scenesIn } from '../../../local/stand-ins/planet/scenes.ts';

const script = join(import.meta.dirname, 'planet.py');
const wanted = ['ortho_analytic_8b_sr', 'ortho_udm2'] as const;
const june = [Date.UTC(2026, 5, 1), Date.UTC(2026, 5, 30)] as [number, number];

const field = (...rings: Ring[]): MultiPolygon => ({ type: 'MultiPolygon', coordinates: [rings] });

/** Fields of about 10 ha. Scenes of the stand-in end at 15.75 degrees. */
const fields: Record<string, MultiPolygon> = {
  'within, with a hole': field(
    [
      [15.6, 45.51],
      [15.604, 45.5105],
      [15.6035, 45.513],
      [15.601, 45.5125],
      [15.6, 45.51],
    ],
    [
      [15.6015, 45.511],
      [15.603, 45.5112],
      [15.602, 45.512],
      [15.6015, 45.511],
    ],
  ),
  'across the edge': field([
    [15.748, 45.6],
    [15.752, 45.6005],
    [15.7515, 45.603],
    [15.7475, 45.602],
    [15.748, 45.6],
  ]),
};

/**
 * Compares the images of scenes of the stand-in for Planet, whose pixels are those of real scenes of Sentinel-2, with numpy and rasterio on the
 * same files: every pixel of all bands and both indices, clouds, coverage and statistics. The files of every other scene are packed by LZW,
 * in tiles, as differences.
 */
export async function comparePlanet(folder: string, python: string): Promise<void> {
  for (const [name, ground] of Object.entries(fields)) {
    const [west = 0, south = 0] = ground.coordinates[0]?.[0]?.[0] ?? [];
    for (const [index, scene] of scenesIn([west, south, west, south], june, june[1] + 1e9)
      .slice(0, 4)
      .entries()) {
      const at = join(folder, `planet-${index}-${name.replaceAll(' ', '-')}`);
      mkdirSync(at);
      const files = wanted.map((asset) => {
        const path = join(at, `delivered-${asset}.tif`);
        writeFileSync(path, fileOf(scene, asset, ground));
        if (index % 2 === 0) return path;
        const packed = join(at, `packed-${asset}.tif`);
        execFileSync(python, [script, 'repack', path, packed, 'lzw'], { stdio: 'inherit' });
        return packed;
      });
      const delivered = Object.fromEntries(
        wanted.map((asset, number) => {
          const file = readFileSync(files[number] ?? '');
          return [asset, { bytes: file.length, read: async (from: number, to: number) => file.subarray(from, to) }];
        }),
      );
      const { coverage, clouds, statistics } = await processDelivery(delivered, wanted, ground, async (file, content) =>
        writeFileSync(join(at, file), content),
      );
      const [analytic, mask] = files;
      const result = { name: `${scene.id}, ${name}`, ground, coverage, clouds, statistics, analytic, mask };
      writeFileSync(join(at, 'case.json'), JSON.stringify(result));
    }
  }
  execFileSync(python, [script, 'compare', folder], { stdio: 'inherit' });
}
