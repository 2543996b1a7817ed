import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContainedReaders, containedReaders } from '../../../adapters/containment/contained-readers.ts';
import { prescriptionReader } from '../../../adapters/prescriptions/prescription-reader.ts';
import type { CheckOrder } from '../../../domain/prescriptions/prescription-check.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { containedProgram } from '../containment/contained-program.ts';
import { noEnds, requested } from '../containment/requested.ts';
import { prescriptionZip, squares, withCell } from './prescription-zip.ts';

const folder = temporaryFolder('prescriptions');
let readers: ContainedReaders;
beforeAll(async () => {
  const program = await containedProgram('functions/areas/prescriptions/read-prescription.ts', folder);
  readers = containedReaders(program, () => {});
});
afterAll(() => readers.end());

const check = (zip: Uint8Array, order: Partial<CheckOrder> = {}) =>
  prescriptionReader(readers, noEnds).check(requested(zip), {
    target: 'climateFieldView',
    fileName: 'north.zip',
    ...order,
  });
const found = async (zip: Uint8Array, order: Partial<CheckOrder> = {}) =>
  (await check(zip, order)).findings.map(({ code, entry, column, row }) =>
    [code, entry, column, row].filter((part) => part !== undefined).join(' '),
  );

const good = squares([10, 20.5, 0]);
const noise = {
  '__MACOSX/._north.shp': Buffer.from('x'),
  '.DS_Store': Buffer.from('x'),
  'north.cpg': Buffer.from('UTF-8'),
};

describe('a good zip', () => {
  it('passes, with what macOS and other programs add', async () => {
    const { findings, facts } = await check(prescriptionZip(good, { others: noise }));
    expect(findings).toEqual([]);
    expect(facts).toEqual({
      entry: 'north.shp',
      polygons: 3,
      columns: ['rate'],
      rates: [{ column: 'rate', min: 0, max: 20.5, rows: 3 }],
      bounds: [10, 50, 10.003, 50.001],
    });
  });

  it('is in the folder Rx for John Deere alone, and nothing is deeper', async () => {
    const inRx = prescriptionZip(good, { base: 'Rx/north' });
    expect(await found(inRx, { target: 'johnDeere' })).toEqual([]);
    expect(await found(inRx)).toEqual([
      'entryInFolder Rx/north.shp',
      'entryInFolder Rx/north.shx',
      'entryInFolder Rx/north.dbf',
      'entryInFolder Rx/north.prj',
    ]);
    const outside = await found(prescriptionZip(good, { base: 'Rx/deep/north' }), { target: 'johnDeere' });
    expect(outside).toContain('entryOutsideRx Rx/deep/north.shp');
  });
});

describe('what keeps a zip from being sent', () => {
  it('is a part that is missing, doubled, of another name, or no part at all', async () => {
    const { shx, ...without } = good;
    expect(await found(prescriptionZip(without))).toEqual(['partMissing']);
    const twice = prescriptionZip(good, { others: { 'south.shp': good.shp, 'south.shx': shx, 'south.dbf': good.dbf } });
    expect(await found(twice)).toEqual(['partRepeated', 'partRepeated', 'partRepeated']);
    expect(await found(prescriptionZip(without, { others: { 'North.shx': shx } }))).toEqual(['namesDiffer']);
    expect(await found(prescriptionZip(good, { others: { 'setup.fds': shx } }))).toEqual(['entryUnexpected setup.fds']);
    expect(await found(Buffer.from('no zip'))).toEqual(['notZip']);
    expect(await found(Buffer.from(prescriptionZip(squares([1]))).subarray(0, 200))).toContain('zipUnreadable');
  });

  it('is a rate that is missing, text, 1E+38, NaN or negative, by its row', async () => {
    const faults = ['', 'high', '1.000000e+38', '-nan', '-1'].map((text, row) => [text, row] as const);
    const five = squares([1, 2, 3, 4, 5]);
    const dbf = faults.reduce((table, [text, row]) => withCell(table, row, text), five.dbf);
    const at = (code: string, row: number) => `${code} north.dbf rate ${row}`;
    expect(await found(prescriptionZip({ ...five, dbf }), { rateColumn: 'rate' })).toEqual([
      at('rateMissing', 1),
      at('rateNotNumber', 2),
      at('rateImpossible', 3),
      at('rateNegative', 5),
      'ratesAllZero north.dbf rate',
    ]);
  });

  it('is a column that is not there, or no rate above 0', async () => {
    expect(await found(prescriptionZip(good), { target: 'trimble', rateColumn: 'Rate' })).toEqual([
      'columnMissing north.dbf Rate',
    ]);
    expect(await found(prescriptionZip(squares([0, 0])))).toEqual(['ratesAllZero north.dbf rate']);
  });

  it('is another coordinate system, with or without a .prj', async () => {
    const metres = Buffer.from(good.shp);
    metres.writeDoubleLE(500_000, 100 + 8 + 44 + 4);
    const { prj: _, ...bare } = good;
    expect(await found(prescriptionZip(bare))).toEqual(['projectionMissing north.shp']);
    expect(await found(prescriptionZip({ ...bare, shp: metres }))).toContain('notDegrees north.shp');
    const utm = Buffer.from('PROJCS["NAD_1983_UTM_Zone_15N",GEOGCS["GCS_North_American_1983"]]');
    const { findings } = await check(prescriptionZip({ ...good, prj: utm }));
    expect(findings).toMatchObject([{ code: 'projected', severity: 'error' }]);
    expect(findings[0]?.message).toContain('NAD_1983_UTM_Zone_15N');
  });

  it('is a shape that is no polygon, open, cut off, or without a row', async () => {
    const points = Buffer.from(good.shp);
    points.writeInt32LE(1, 32);
    expect(await found(prescriptionZip({ ...good, shp: points }))).toContain('notPolygons north.shp');
    const open = Buffer.from(good.shp);
    open.writeDoubleLE(10.0001, 100 + 8 + 44 + 4);
    expect(await found(prescriptionZip({ ...good, shp: open }))).toEqual(['shapeDamaged north.shp 1']);
    const short = good.shp.subarray(0, good.shp.length - 30);
    expect(await found(prescriptionZip({ ...good, shp: short }))).toEqual([
      'countsDiffer north.shp',
      'shapefileDamaged north.shp',
    ]);
    expect(await found(prescriptionZip({ ...good, dbf: squares([1, 2]).dbf }))).toEqual(['countsDiffer north.shp']);
  });

  it('is a name that John Deere refuses', async () => {
    const zip = prescriptionZip(good, { base: 'Rx/north' });
    const asked = { target: 'johnDeere' } as const;
    expect(await found(zip, { ...asked, fileName: 'a.zip' })).toEqual([]);
    expect(await found(zip, { ...asked, fileName: '.zip' })).toEqual(['fileNameUnfit']);
    expect(await found(zip, { ...asked, fileName: 'north field.zip' })).toEqual(['fileNameUnfit']);
    expect(await found(zip, { ...asked, fileName: `${'n'.repeat(66)}.zip` })).toEqual(['fileNameUnfit']);
  });
});
