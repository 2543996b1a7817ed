import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkZip } from '../../adapters/prescriptions/check-zip.ts';
import { inspect } from '../../adapters/prescriptions/inspect.ts';
import { readPrescription } from '../../adapters/prescriptions/read-prescription.ts';
import { isUnfit } from '../../domain/prescriptions/prescription-check.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const samples = join(process.env.CORPUS_DIR ?? '', '../prescriptions');
const folder = temporaryFolder('corpus-prescriptions');
let read = 0;

/** A folder for the files of one zip. */
function ownFolder(): string {
  read += 1;
  const own = join(folder, String(read));
  mkdirSync(own);
  return own;
}

const inspected = async (name: string, rateColumn?: string) => {
  const prescription = await readPrescription(join(samples, name), ownFolder(), {
    fileName: basename(name),
    rateColumn,
  });
  return { ...inspect(prescription, undefined), rates: prescription.grounds.map(({ rate }) => rate) };
};
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Real prescriptions, beside the folder of CORPUS_DIR; their sums are those that pyshp and Python's standard library found. */
describe.skipIf(!process.env.CORPUS_DIR || !existsSync(samples))('real prescriptions', () => {
  it('have the rates of their polygons, beside a boundary, and in a system without a name', async () => {
    const zones = await inspected('kunzhoudk+isoxml-py/Rx_big.zip', 'rate');
    expect(zones.rates.sort((a, b) => a - b)).toEqual([0, 120, 140, 160, 170, 180]);
    expect(zones.entry).toBe('shp/Rx.shp');
    const applied = await inspected('paulhegedus+OFPEDATA2/FarmerI_AA16_AA_N_2016_henrys.zip', 'rt_apd_ms_');
    expect(applied.polygons).toBe(2_360);
    expect(sum(applied.rates)).toBeCloseTo(359_504.067, 3);
    expect(applied.findings.map(({ code }) => code)).toContain('reprojected');
    const mass = await inspected('paulhegedus+OFPEDATA2/FarmerI_AA16_AA_N_2016_henrys.zip', 'rate__mass');
    expect(sum(mass.rates)).toBeCloseTo(165_371.8694, 4);
  });

  it('have the polygons and rates of task data, and those without a position', async () => {
    const { levels, otherwise, polygons } = await inspected('kunzhoudk+isoxml-py/v4_farmdoc_fertilizer_map_1.zip');
    expect(polygons).toBe(32);
    expect(levels?.map(({ rate }) => rate)).toEqual([137.1, 146.86, 160, 173.67, 198.08]);
    expect(otherwise).toEqual({ initial: 148.15, positionLost: 148.15, outOfField: 0 });
  });

  it('have the cells of grids of both types, by the scale of their presentation', async () => {
    const liquid = await inspected('Josephinum-Research+isoxml-py/v3_grid_type_2.zip');
    expect(liquid.rateUnit).toBe('l/ha');
    const ofCell = sum(liquid.levels?.map(({ area }) => area) ?? []) / 42_008;
    const cells = liquid.levels?.map(({ rate, area }) => [rate, Math.round(area / ofCell)]);
    // A cell in the south is wider by less than a ten thousandth.
    expect(cells).toEqual([
      [0, expect.closeTo(25_021, -1)],
      [49, expect.closeTo(16_454, -1)],
      [300, expect.closeTo(533, -1)],
    ]);
    const solid = await inspected('dev4Agriculture+isoxml-dotnet/grid_type2_readvalue.zip');
    expect(solid.rate?.mean).toBeCloseTo((252_500 * 0.1) / 400, 2);
    expect(solid.findings.map(({ code }) => code)).toEqual(['scalesDiffer']);
    const codes = await inspected('dev4Agriculture+isoxml-dotnet/grid_type1.zip');
    expect(codes.findings.map(({ code }) => code)).toEqual(['gridLengthDiffers', 'zonesUnnamed', 'ratesAllZero']);
  });

  it.each([
    'JohnDeere+SampleData/Gen4 - 4600 Setup With Variety Locator.zip',
    'paulhegedus+OFPEDATA2/FarmerC Hill Farms-FarmerC Hill Farms-Millview-Wheat (Hrd Rd Spr) seeding.zip',
    'kunzhoudk+isoxml-py/Rx_big.zip',
    'Josephinum-Research+isoxml-py/v3_grid_type_2.zip',
  ])('refuses %s, which is no prescription for a provider', async (name) => {
    expect(readFileSync(join(samples, name)).length).toBeGreaterThan(0);
    for (const target of ['johnDeere', 'climateFieldView', 'trimble'] as const) {
      const check = await checkZip(join(samples, name), ownFolder(), { target, fileName: 'setup.zip' });
      expect(isUnfit(check)).toBe(true);
    }
  });
});
