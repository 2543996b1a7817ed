import { basename } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { processUpload } from '../adapters/machine-files/process-upload.ts';
import { recordsOfDbf } from './independent/raw-shapefile.ts';
import { rawLog } from './independent/raw-time-log.ts';
import { corpus, entryOf, sample } from './independent/samples.ts';

/**
 * The way and the fuel of the machine of real files, compared with sums over their raw values that are computed here, without any of the
 * service's code. Run with CORPUS_DIR.
 */
const foot = 0.3048;
const deere = 'JohnDeere+SampleData';
const nowhere = [0, 0] as const;

async function used(name: string, content: Uint8Array) {
  const { sets } = await processUpload(name, content, { outOfStandardOperations: true });
  expect(sets).toHaveLength(1);
  return sets[0]?.processed.machineUse;
}

/** Feet that the machine went: what the sections that record at the same moment say, averaged. */
function feetIn(zip: Buffer): number {
  const moments = new Map<string, Map<string, number>>();
  for (const { IsoTime = '', SECTIONID = '', DISTANCE } of recordsOfDbf(entryOf(zip, /\.dbf$/))) {
    const sections = moments.get(IsoTime) ?? new Map<string, number>();
    moments.set(IsoTime, sections.set(SECTIONID, (sections.get(SECTIONID) ?? 0) + Number(DISTANCE)));
  }
  return [...moments.values()].reduce((sum, sections) => {
    const values = [...sections.values()];
    return sum + values.reduce((one, other) => one + other, 0) / values.length;
  }, 0);
}

describe.skipIf(!corpus)('what a machine did in a real file', () => {
  // The feet are those that Python found in the tables of the originals, too.
  test.each([
    ['Export From MyJohnDeere - Harvest.zip', 37_806.06],
    ['Gen4 - 4600 Application Data - Point - OneHertz.zip', 17_117.21],
    ['Gen4 - 4600 Application Data - Polygon - EachSensor.zip', 17_112.39],
    ['Gen4 - 4600 Harvest Data - Polygon - OneHertz.zip', 13_693.21],
  ])('is the way that %s says, once for all sections', async (name, feet) => {
    const zip = sample(`${deere}/${name}`);
    expect(feetIn(zip)).toBeCloseTo(feet, 1);
    expect((await used(basename(name), zip))?.distanceMetres).toBeCloseTo(feet * foot, 1);
  });

  test('is the fuel by which the counter of a baler grows, and the way between its positions', async () => {
    const zip = sample('dev4Agriculture+isoxml-dotnet/TotalsTests_TASKDATA.zip');
    const entries = unzipSync(zip);
    // It drove with an empty baler, which is no work: its width is passed off as a depth of tillage, and its state as something else.
    for (const name of ['TLG00001.xml', 'TLG00003.xml']) {
      const header = strFromU8(entries[name] ?? new Uint8Array());
      entries[name] = strToU8(header.replace('A="0043"', 'A="0034"').replace('A="008D"', 'A="DFFE"'));
    }
    let [millilitres, metres] = [0, 0];
    for (const log of ['TLG00001', 'TLG00003']) {
      const raw = rawLog(entryOf(zip, new RegExp(`${log}.xml`)).toString(), entryOf(zip, new RegExp(`${log}.bin`)));
      const counter = raw.values.get('148 DET-1') ?? [];
      millilitres += (counter.at(-1)?.[1] ?? 0) - (counter[0]?.[1] ?? 0);
      for (let record = 1; record < raw.times.length; record++) metres += step(raw, record);
    }
    const found = await used('totals.zip', zipSync(entries));
    expect(millilitres).toBe(35_000);
    expect(found?.fuelLitres).toBeCloseTo(millilitres / 1_000, 3);
    // Degrees are metres on a sphere here.
    expect(Math.abs((found?.distanceMetres ?? 0) / metres - 1)).toBeLessThan(0.003);
  });
});

function step({ times, positions }: ReturnType<typeof rawLog>, record: number): number {
  const [[fromEast, fromNorth], [toEast, toNorth]] = [positions[record - 1] ?? nowhere, positions[record] ?? nowhere];
  const radian = Math.PI / 180;
  const east = (toEast - fromEast) * Math.cos(toNorth * radian);
  const metres = Math.hypot(east, toNorth - fromNorth) * radian * 6_371_000;
  const isNext = (times[record] ?? 0) - (times[record - 1] ?? 0) <= 60_000 && metres <= 100;
  return isNext ? metres : 0;
}
