import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContainedReaders, containedReaders } from '../../../adapters/containment/contained-readers.ts';
import { prescriptionReader } from '../../../adapters/prescriptions/prescription-reader.ts';
import { Problem } from '../../../domain/errors.ts';
import type { InspectionOrder } from '../../../domain/prescriptions/prescription-reader.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { containedProgram } from '../containment/contained-program.ts';
import { noEnds, requested } from '../containment/requested.ts';
import { prescriptionZip, square, squares } from './prescription-zip.ts';

const folder = temporaryFolder('impossible-prescriptions');
let readers: ContainedReaders;
beforeAll(async () => {
  const program = await containedProgram('functions/areas/prescriptions/read-prescription.ts', folder);
  readers = containedReaders(program, () => {});
});
afterAll(() => readers.end());

/** The codes of findings, whether they refuse the prescription or not, and the rates that were read. */
async function found(content: Uint8Array, order: Partial<InspectionOrder> = {}) {
  try {
    const { findings, levels, area } = await prescriptionReader(readers, noEnds).inspect(requested(content), {
      fileName: 'north.zip',
      ...order,
    });
    const messages = findings.map(({ message }) => message).join(' ');
    expect(messages).not.toMatch(/NaN|Infinity/);
    const read = levels?.map(({ rate }) => rate);
    return { codes: findings.map(({ code, severity }) => `${severity} ${code}`), rates: read, area: area.value };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const findings = error.members?.findings as { code: string; severity: string; message: string }[];
    expect(findings.map(({ message }) => message).join(' ')).not.toMatch(/NaN|Infinity/);
    return { codes: findings.map(({ code, severity }) => `${severity} ${code}`) };
  }
}

interface Grid {
  south?: string;
  width?: string;
  cells?: number[];
  ddi?: string;
}

function taskGrid({ south = '50', width = '0.001', cells = [100, 100, 250, 250], ddi = '0006' }: Grid): Uint8Array {
  const xml = `<ISO11783_TaskData VersionMajor="4"><TSK A="TSK1" G="1"><TZN A="1"><PDV A="${ddi}" B="0"/></TZN>
    <GRD A="${south}" B="10" C="0.001" D="${width}" E="2" F="2" G="GRD00001" H="16" I="2" J="1"/></TSK></ISO11783_TaskData>`;
  const grid = Buffer.from(Int32Array.from(cells).buffer);
  return zipSync({ 'TASKDATA/TASKDATA.XML': Buffer.from(xml), 'TASKDATA/GRD00001.bin': grid });
}

const corners = [
  [50, 10],
  [50, 10.001],
  [50.001, 10.001],
  [50, 10],
];

function taskZones(rate: string, north = '50.001'): Uint8Array {
  const points = corners.map(([y, x]) => `<PNT A="10" C="${y === 50.001 ? north : y}" D="${x}"/>`).join('');
  const zone = (code: number, value: string) =>
    `<TZN A="${code}"><PDV A="0006" B="${value}"/><PLN A="1"><LSG A="1">${points}</LSG></PLN></TZN>`;
  const xml = `<ISO11783_TaskData VersionMajor="4"><TSK A="TSK1" G="1">${zone(1, '10000')}${zone(2, rate)}</TSK></ISO11783_TaskData>`;
  return zipSync({ 'TASKDATA/TASKDATA.XML': Buffer.from(xml) });
}

describe('a grid of task data', () => {
  it('is somewhere, or is refused', async () => {
    expect((await found(taskGrid({}))).codes).toEqual([]);
    for (const south of ['NaN', '', 'abc', '95', 'Infinity']) {
      expect((await found(taskGrid({ south }))).codes, south).toEqual(['error gridMisplaced']);
    }
    for (const width of ['0', '-0.001', 'NaN']) {
      expect((await found(taskGrid({ width }))).codes, width).toEqual(['error gridMisplaced']);
    }
  });

  it('has no cells below zero, or says how many and leaves them out', async () => {
    const negative = await found(taskGrid({ cells: [100, -200, -200, 250] }));
    expect(negative).toMatchObject({ codes: ['error treatmentsImpossible'], rates: [1, 2.5] });
  });

  it('prescribes setpoints alone, of which actual, default, minimum and maximum rates are none', async () => {
    for (const ddi of ['0002', '0003', '0004', '0005', '0007', '000A', '000C', '000F']) {
      expect((await found(taskGrid({ ddi }))).codes, ddi).toEqual(['error quantityUnknown']);
    }
    for (const ddi of ['0001', '0006', '000B']) expect((await found(taskGrid({ ddi }))).codes, ddi).toEqual([]);
  });
});

describe('zones of task data', () => {
  it('have rates that a machine can apply', async () => {
    for (const rate of ['-100', 'high', '1e17']) {
      const { codes, rates } = await found(taskZones(rate));
      expect([codes, rates], rate).toEqual([['error treatmentsImpossible'], [100]]);
    }
  });

  it('have polygons in degrees', async () => {
    expect((await found(taskZones('0', 'NaN'))).codes).toContain('error shapeDamaged');
  });
});

const geoJson = (properties: object[]) =>
  Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: properties.map((one, index) => ({ type: 'Feature', properties: one, geometry: square(index) })),
    }),
  );

describe('a rate', () => {
  it('of 1e15 is no rate, in any unit and format', async () => {
    expect((await found(geoJson([{ rate: 100 }, { rate: 1e15 }]))).codes).toEqual(['error rateImpossible']);
    expect((await found(prescriptionZip(squares([100, 1e15])))).codes).toEqual(['error rateImpossible']);
    const { findings } = await prescriptionReader(readers, noEnds).check(
      requested(prescriptionZip(squares([100, 1e15]))),
      {
        target: 'trimble',
        fileName: 'north.zip',
        rateColumn: 'rate',
      },
    );
    expect(findings.map(({ code }) => code)).toContain('rateImpossible');
  });

  it('is judged by its unit, if it is known', async () => {
    const rates = geoJson([{ rate: 100 }, { rate: 200_000 }]);
    expect((await found(rates, { rateUnit: 'kg/ha' })).codes).toEqual(['error rateImpossible']);
    expect((await found(rates, { rateUnit: 'S/ha' })).codes).toEqual([]);
  });
});

describe('numbers that are no rates', () => {
  it.each(['id', 'OBJECTID', 'fid', 'Shape_Area', 'ZONE', 'hectares'])(
    'such as %s are not taken for them',
    async (name) => {
      const numbers = [{ [name]: 1 }, { [name]: 2 }];
      expect((await found(geoJson(numbers))).codes).toEqual(['error noRateColumn']);
      expect((await found(prescriptionZip(squares([1, 2], name)))).codes).toEqual(['error noRateColumn']);
      // Whoever names the column knows what is in it.
      expect((await found(geoJson(numbers), { rateColumn: name })).codes).toEqual([]);
      const { findings } = await prescriptionReader(readers, noEnds).check(
        requested(prescriptionZip(squares([1, 2], name))),
        {
          target: 'climateFieldView',
          fileName: 'north.zip',
        },
      );
      expect(findings.map(({ code }) => code)).toContain('noRateColumn');
    },
  );
});
