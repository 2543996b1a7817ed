import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SoilRefused } from '../../domain/soil/reading-problems.ts';
import { accountLine, balanceOf, cellsCounted } from '../adapters/soil/accounts.ts';
import { readFiles, totalsOf } from '../adapters/soil/soil-samples.ts';

const folder = join(process.env.CORPUS_DIR ?? '', '../soil/oats-center+modus');

/** Reports with names of persons, which are not copied into the project; beside the folder of CORPUS_DIR. */
describe.skipIf(!process.env.CORPUS_DIR || !existsSync(folder))('real reports of soil', () => {
  const sample = (name: string) => readFileSync(join(folder, name));

  it('reads a table of 201 columns', async () => {
    const reading = await readFiles({ 'ward.csv': sample('TOKA2021-22C_RMN_Ward.csv') });
    expect(totalsOf(reading)).toMatchObject({
      pH: { n: 30, sum: 177.9 },
      OM: { n: 30, sum: 164.1 },
      K: { n: 30, sum: 6064 },
    });
    const depths = reading.events
      .flatMap(({ samples }) => samples)
      .map(({ depth }) => `${depth?.top}-${depth?.bottom}`);
    expect(new Set(depths)).toEqual(new Set(['0-4', '4-16']));
  });

  it('reads what a converter made of a workbook as the workbook', async () => {
    const reading = await readFiles({ 'lab1.json': sample('fixing-soil-health-2022_sourcedataLab1_1.json') });
    expect(totalsOf(reading)).toEqual({ TC: { n: 375, sum: 1018.667 } });
    expect(reading.events[0]?.samples.filter(({ geometry }) => geometry)).toHaveLength(375);
  });

  const folders = [folder, join(folder, '../../samples/oats-center+modus'), join(folder, '../../faults/soil')];
  const files = folders
    .filter((one) => existsSync(one))
    .flatMap((one) => readdirSync(one).map((name) => ({ name, path: join(one, name) })))
    .filter(({ name }) => /\.(?:csv|xlsx|xml|json)$/.test(name));

  it.each(files)('explains every cell of $name', async ({ name, path }) => {
    const content = readFileSync(path);
    try {
      const reading = await readFiles({ [name]: content });
      console.info(accountLine(name, reading.account));
      expect(balanceOf(reading)).toBe(0);
      const counted = await cellsCounted(name, content);
      if (counted !== undefined) expect(reading.account.cells).toBe(counted);
    } catch (error) {
      if (!(error instanceof SoilRefused)) throw error;
      console.info(`${name}: refused as ${error.refusal.key}`);
    }
  });
});
