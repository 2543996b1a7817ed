import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { dbfHeaderOf } from '../../../adapters/boundary-files/converters/dbf-header.ts';
import { zipOf } from './harvest-text.ts';
import { only, pointsOf } from './only-set.ts';
import { sprayRecords, sprayShapefile } from './spray-shapefile.ts';

const metresPerFoot = 0.3048;
const kilogramsPerPound = 0.45359237;
const hectaresPerAcre = 0.40468564224;
const litresPerGallon = 3.785411784;

const lengths = { DISTANCE: metresPerFoot, SWATHWIDTH: metresPerFoot, Elevation: metresPerFoot };
const litres = litresPerGallon / hectaresPerAcre;
const spraying = { ...lengths, AppliedRat: litres, TargetRate: litres, ControlRat: litres };
const kilograms = kilogramsPerPound / hectaresPerAcre;

/** Exports of John Deere that its developers published (see the licence beside them), here without their JSON. */
function withoutMetadata(sample: string, factors: Record<string, number> = {}): Uint8Array {
  const folder = join(import.meta.dirname, '../../../local/sandboxes/world/samples');
  const files = Object.entries(unzipSync(readFileSync(join(folder, sample))));
  const kept = files.filter(([name]) => !name.endsWith('.json'));
  return zipSync(
    Object.fromEntries(kept.map(([name, bytes]) => [name, name.endsWith('.dbf') ? converted(bytes, factors) : bytes])),
  );
}

/** A table whose numbers are in other units, in as many digits as fit. */
function converted(bytes: Uint8Array, factors: Record<string, number>): Uint8Array {
  const table = Buffer.from(bytes);
  const { columns, headerBytes, recordBytes, records } = dbfHeaderOf(table);
  for (const { name, offset, length } of columns) {
    const factor = Object.entries(factors).find(([column]) => name.startsWith(column))?.[1];
    if (factor === undefined) continue;
    for (let record = 0; record < records; record++) {
      const at = headerBytes + record * recordBytes + offset;
      const number = Number(table.toString('latin1', at, at + length)) * factor;
      table.write(String(number).slice(0, length).padStart(length), at, length, 'latin1');
    }
  }
  return table;
}

const settings = { unitMeasurement: 'METRIC', outOfStandardOperations: true } as const;

async function sumsOf(zip: Uint8Array) {
  const set = await only('export.zip', zip, settings);
  const points = pointsOf(set);
  const sum = (value: (point: Record<string, unknown>) => number) =>
    points.reduce((total, point) => total + (value(point) || 0), 0);
  return {
    points: points.length,
    squareMetres: sum(({ area }) => Number(area)),
    rate: sum(({ appliedRate }) => Number(appliedRate)) / points.length,
    mass: sum(({ wetMass }) => Number(wetMass)),
    notes: set.processed.steps?.normalizedGeojson?.message ?? '',
    codes: set.processed.problems.map(({ code }) => code),
  };
}

const application = 'application-of-tank-mix-rate.zip';
const harvest = 'harvest-of-jen-3.zip';

describe('an export of John Deere without its JSON', () => {
  test.each([
    [application, spraying],
    [harvest, { ...lengths, WetMass: kilograms }],
    [harvest, { ...lengths, WetMass: kilograms / 1000 }],
  ])(
    'is read in the units in which it was written: %s',
    async (sample, factors) => {
      const american = await sumsOf(withoutMetadata(sample));
      expect(american.notes).toContain('in US ones by DISTANCE, 3.');
      const metric = await sumsOf(withoutMetadata(sample, factors));
      expect(metric.notes).toContain('in metric ones by DISTANCE, 1.0');
      expect(metric.points).toBe(american.points);
      for (const figure of ['squareMetres', 'rate', 'mass'] as const) {
        if (american[figure]) expect(metric[figure] / american[figure]).toBeCloseTo(1, 2);
      }
      expect(american.codes).not.toContain('assumedUnits');
      expect(metric.codes).not.toContain('assumedUnits');
    },
    60_000,
  );
});

test('a file whose values decide nothing is read in US units, with a warning that has the figures', async () => {
  const records = sprayRecords(30, (record) => ({ DISTANCE: String(6 + (record % 2)) }));
  const { processed } = await only('spray.zip', zipOf(sprayShapefile('spray', records)), settings);
  const found = processed.problems.find(({ code }) => code === 'assumedUnits');
  expect(found?.severity).toBe('warning');
  expect(found?.message).toMatch(/"DISTANCE" is 2\.\d+ times what positions give in 29 rows/);
  expect(found?.message).toContain('"SWATHWIDTH" in ft (usually 30)');
});
