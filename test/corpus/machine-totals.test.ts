import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../domain/machine-files/points/delimited-text.ts';
import type { Total } from '../../domain/machine-files/summary.ts';
import { type ProcessedSet, processUpload } from '../adapters/machine-files/process-upload.ts';
import { areasOfShp, recordsOfDbf } from './independent/raw-shapefile.ts';
import { corpus, entryOf, sample } from './independent/samples.ts';

/**
 * Totals of real files, compared with sums over their raw values that are computed here, without any of the service's code, and with the
 * totals that their makers state. Run with CORPUS_DIR.
 */
const foot = 0.3048;
const acre = 4046.8564224;
const pound = 0.45359237;
const gallon = 3.785411784;

async function metric(path: string, settings = {}): Promise<ProcessedSet['processed']> {
  const { sets } = await processUpload(basename(path), sample(path), { unitMeasurement: 'METRIC', ...settings });
  expect(sets).toHaveLength(1);
  return (sets[0] as ProcessedSet).processed;
}

function total({ summary }: ProcessedSet['processed'], name: string): number {
  const found = summary?.properties[name] as Total | undefined;
  return found?.value ?? Number.NaN;
}

function sum(values: number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** Expects a value within 1 % of another. */
function expectNear(found: number, expected: number, what: string): void {
  expect(Math.abs(found / expected - 1), `${what}: ${found}, expected ${expected}`).toBeLessThan(0.01);
}

interface HarvestRecord {
  squareMetres: number;
  metres: number;
  kilograms: number;
  moisture: number;
}

/** Tonnes of points have ten digits: less than half of the last one is written as 0, and dropped as 0. */
const minKilograms = 0.00000005;

/** Number of records that the rules of a harvest drop, by the first rule that they break. */
function dropped(records: HarvestRecord[]): { [property: string]: number } {
  const empty = records.filter(({ kilograms }) => kilograms < minKilograms);
  const odd = records.filter(
    ({ kilograms, moisture }) => kilograms >= minKilograms && (moisture <= 0 || moisture >= 100),
  );
  return {
    ...(empty.length > 0 && { wetMass: empty.length }),
    ...(odd.length > 0 && { harvestMoisture: odd.length }),
  };
}

function isKept({ kilograms, moisture }: HarvestRecord): boolean {
  return kilograms >= minKilograms && moisture > 0 && moisture < 100;
}

describe.skipIf(!corpus)('a harvest exported by John Deere Operations Center', () => {
  const folder = 'JohnDeere+SampleData';

  test.each([
    ['Export From MyJohnDeere - Harvest.zip', 60, 13],
    ['Gen4 - 4600 Harvest Data - Polygon - OneHertz.zip', 56, 15],
  ])('%s adds up to its columns', async (file, poundsPerBushel, standardMoisture) => {
    const zip = sample(`${folder}/${file}`);
    const rows = recordsOfDbf(entryOf(zip, /\.dbf$/));
    const records = rows.map(({ DISTANCE, SWATHWIDTH, WetMass, Moisture }) => {
      const metres = Number(DISTANCE) * foot;
      const squareMetres = metres * Number(SWATHWIDTH) * foot;
      const kilograms = (Number(WetMass) * pound * squareMetres) / acre;
      return { metres, squareMetres, kilograms, moisture: Number(Moisture) };
    });
    const kept = records.filter(isKept);
    const processed = await metric(`${folder}/${file}`);
    expect(processed.pointCounts).toEqual({ read: rows.length, kept: kept.length, dropped: dropped(records) });
    expectNear(total(processed, 'totalArea'), sum(kept.map(({ squareMetres }) => squareMetres)) / 10_000, 'area');
    expectNear(total(processed, 'totalDistance'), sum(kept.map(({ metres }) => metres)), 'distance');
    expectNear(total(processed, 'totalWetMass'), sum(kept.map(({ kilograms }) => kilograms)) / 1000, 'wet mass');
    const dry = kept.map(
      ({ kilograms, moisture }) => kilograms * Math.min(1, (100 - moisture) / (100 - standardMoisture)),
    );
    expectNear(total(processed, 'totalDryMass'), sum(dry) / 1000, 'dry mass');
    // The maker's own volume, which is dry according to the mass.
    const bushels = rows.map(
      ({ VRYIELDVOL }, index) => (Number(VRYIELDVOL) * (records[index]?.squareMetres ?? 0)) / acre,
    );
    const keptBushels = sum(bushels.filter((_, index) => isKept(records[index] as HarvestRecord)));
    expectNear(total(processed, 'totalDryVolume'), keptBushels * 0.0352390702, 'dry volume');
    expectNear(sum(dry) / (poundsPerBushel * pound), keptBushels, "the maker's mass and volume");
  });

  test('has swaths whose shapes cover the same ground', async () => {
    const file = `${folder}/Gen4 - 4600 Harvest Data - Polygon - OneHertz.zip`;
    const processed = await metric(file, { cleanupStandardGeojson: false });
    expectNear(total(processed, 'totalArea'), sum(areasOfShp(entryOf(sample(file), /\.shp$/))) / 10_000, 'area');
  });
});

describe.skipIf(!corpus)('an application exported by John Deere Operations Center', () => {
  test.each([
    'Gen4 - 4600 Application Data - Point - OneHertz.zip',
    'Gen4 - 4600 Application Data - Polygon - EachSensor.zip',
  ])('%s adds up to its columns, and its parts to the mix that is described', async (file) => {
    const path = `JohnDeere+SampleData/${file}`;
    const rows = recordsOfDbf(entryOf(sample(path), /\.dbf$/));
    const areas = rows.map(({ DISTANCE, SWATHWIDTH }) => Number(DISTANCE) * Number(SWATHWIDTH) * foot ** 2);
    const litres = rows.map(({ AppliedRat, AppliedRate }, index) => {
      return ((Number(AppliedRat ?? AppliedRate) * (areas[index] ?? 0)) / acre) * gallon;
    });
    const processed = await metric(path);
    expect(processed.pointCounts).toEqual({ read: rows.length, kept: rows.length, dropped: {} });
    expectNear(total(processed, 'totalArea'), sum(areas) / 10_000, 'area');
    expectNear(total(processed, 'totalApplied'), sum(litres), 'applied');
    // 15 and 20 fluid ounces of 10 gallons are 1.17 % and 1.56 %.
    const parts = processed.summary?.properties.products ?? [];
    expect(parts.map(({ name }) => name)).toEqual(['AMS', 'Counter', 'Water']);
    const shares = { AMS: 15 / 1280, Counter: 20 / 1280, Water: 0.9727 };
    for (const { name, totalApplied } of parts) {
      const litresPer: Record<string, number> = { floz: gallon / 128, gal: gallon, L: 1 };
      const inLitres = (totalApplied?.value ?? 0) * (litresPer[totalApplied?.unit ?? 'L'] ?? Number.NaN);
      expectNear(inLitres, sum(litres) * shares[name as keyof typeof shares], name);
    }
  });

  test('covers the same ground as points and as swaths of each sensor', async () => {
    const swaths = 'JohnDeere+SampleData/Gen4 - 4600 Application Data - Polygon - EachSensor.zip';
    const points = await metric(swaths.replace('Polygon - EachSensor', 'Point - OneHertz'));
    expectNear(total(points, 'totalArea'), sum(areasOfShp(entryOf(sample(swaths), /\.shp$/))) / 10_000, 'area');
  });
});

describe.skipIf(!corpus)('Ag Leader text', () => {
  test.each(['sample1.txt', 'sample4.txt'])('%s adds up to flow times time', async (file) => {
    const path = `cedricbouffard+yieldcleanr/${file}`;
    const lines = sample(path).toString('latin1').trim().split(/\r?\n/);
    const rows = lines.map((line) => fieldsOf(line, ','));
    const worked = rows.filter(([, , flow, , , , , moisture, header]) => {
      return (header === '1' || header === '33') && Number(flow) > 0 && Number(moisture) > 0;
    });
    const processed = await metric(path);
    expect(processed.pointCounts).toMatchObject({ read: rows.length, kept: worked.length });
    const kilograms = worked.map((row) => Number(row[2]) * Number(row[4]) * pound);
    expectNear(total(processed, 'totalWetMass'), sum(kilograms) / 1000, 'wet mass');
    const areas = worked.map((row) => Number(row[5]) * Number(row[6]) * 0.0254 ** 2);
    expectNear(total(processed, 'totalArea'), sum(areas) / 10_000, 'area');
  });
});

describe.skipIf(!corpus)('a table of a yield monitor in an old encoding', () => {
  test('adds up to its columns, once it may lack a crop', async () => {
    const path = 'CSIRO-Precision-Agriculture+pyprecag/area2_yield_ISO-8859-1.csv';
    const [header = '', ...lines] = sample(path).toString('latin1').trim().split(/\r?\n/);
    const names = header.split(',');
    const column = (name: string) => lines.map((line) => Number(line.split(',')[names.indexOf(name)]));
    const [distances, widths] = [column('Distance(m)'), column('Swth Wdth(m)')];
    const areas = distances.map((distance, index) => distance * (widths[index] ?? 0));
    const processed = await metric(path, { outOfStandardOperations: true, cleanupStandardGeojson: false });
    expect(processed.pointCounts).toEqual({ read: lines.length, kept: lines.length, dropped: {} });
    expectNear(total(processed, 'totalArea'), sum(areas) / 10_000, 'area');
    const tonnes = column('Yld Mass(Dry)(tonne/ha)').map((rate, index) => (rate * (areas[index] ?? 0)) / 10_000);
    expectNear(total(processed, 'totalDryMass'), sum(tonnes), 'dry mass');
    const [flow, seconds] = [column('Crop Flw(M)(tonne/h)'), column('Duration(s)')];
    const flown = flow.map((rate, index) => (rate * (seconds[index] ?? 0)) / 3600);
    expectNear(total(processed, 'totalWetMass'), sum(flown), 'wet mass');
  });
});
