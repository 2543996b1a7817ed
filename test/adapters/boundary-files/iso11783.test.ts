import { describe, expect, test } from 'vitest';
import { readUpload, square, zip } from './upload-fixture.ts';
import { xmlEncodings } from './xml-encodings.ts';

function ring(type: 1 | 2, positions: [number, number][]): string {
  return `<LSG A="${type}">${positions.map(([x, y]) => `<PNT A="2" C="${y}" D="${x}"/>`).join('')}</LSG>`;
}

function partfield(number: number, name: string, content: string): string {
  return `<PFD A="PFD${number}" C="${name}" D="0">${content}</PFD>`;
}

function taskData(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><ISO11783_TaskData VersionMajor="4" VersionMinor="0" ManagementSoftwareManufacturer="x" ManagementSoftwareVersion="1" DataTransferOrigin="1">${content}</ISO11783_TaskData>`;
}

const open = square(10, 52, 0.01).slice(0, -1);
const north = partfield(
  1,
  'North &amp; South',
  `<PLN A="1">${ring(1, open)}${ring(2, square(10.002, 52.002, 0.002))}</PLN><PLN A="6">${ring(1, square(10.005, 52.005, 0.001))}</PLN>`,
);

describe('ISO 11783 task data', () => {
  test('gives its partfields with designator, closed rings and holes, and without obstacles', async () => {
    const { sets, fields, problems } = await readUpload(
      'task.zip',
      zip({ 'TASKDATA/TASKDATA.XML': taskData(north), 'TASKDATA/TLG00001.bin': 'x' }),
    );
    expect(problems).toEqual([]);
    expect(sets).toMatchObject([{ format: 'ISO11783', file: 'task.zip/TASKDATA/TASKDATA.XML', fieldCount: 1 }]);
    expect(fields).toMatchObject([{ name: 'North & South', validity: 'VALID', repaired: false }]);
    expect(fields[0]?.geometry.coordinates.map((polygon) => polygon.length)).toEqual([2]);
  });

  test('is found under any name, in any letter case, and with lists in separate files', async () => {
    const files = {
      'a/taskdata.xml': taskData('<XFR A="PFD00001" B="1"/>'),
      'a/pfd00001.xml': `<?xml version="1.0"?><XFC>${north}</XFC>`,
    };
    expect((await readUpload('task.zip', zip(files))).fields).toMatchObject([{ name: 'North & South' }]);
    expect((await readUpload('renamed.dat', taskData(north))).fields).toHaveLength(1);
  });

  test.each(xmlEncodings)('is read in %s', async (_, encode) => {
    const { fields } = await readUpload(
      'TASKDATA.XML',
      encode(taskData(partfield(1, 'Grünland', `<PLN A="1">${ring(1, open)}</PLN>`))),
    );
    expect(fields).toMatchObject([{ name: 'Grünland' }]);
  });

  test('names the partfield without an outline', async () => {
    const { fields, problems } = await readUpload('TASKDATA.XML', taskData(north + partfield(2, 'Bare', '')));
    expect(fields).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'emptyGeometry', feature: 2 }]);
  });

  test('are read without the zones of a prescription, which is told', async () => {
    const zones = [1, 2].map(
      (code) => `<TZN A="${code}"><PDV A="0006" B="100"/><PLN A="2">${ring(1, open)}</PLN></TZN>`,
    );
    const task = `<TSK A="TSK1" G="1">${zones.join('')}</TSK>`;
    const { fields, problems } = await readUpload('TASKDATA.XML', taskData(north + task));
    expect(fields).toMatchObject([{ name: 'North & South' }]);
    expect(problems).toMatchObject([{ code: 'treatmentZones', severity: 'warning' }]);
    expect(problems[0]?.message).toContain('2 zones');
    const applied = taskData(north + task.replace('</TSK>', '<TLG A="TLG00001"/></TSK>'));
    expect((await readUpload('TASKDATA.XML', applied)).problems).toEqual([]);
  });

  test('reads on when a list of links is missing', async () => {
    const attached = '<AFE A="LINKLIST.XML" B="1" C="" D="1"/>';
    expect((await readUpload('TASKDATA.XML', taskData(attached + north))).fields).toHaveLength(1);
  });

  test('is refused with a document type, truncated, or empty', async () => {
    const hostile = taskData(north).replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>');
    expect((await readUpload('TASKDATA.XML', hostile)).codes).toEqual(['forbiddenXml']);
    expect((await readUpload('TASKDATA.XML', taskData(''))).codes).toEqual(['noFeatures']);
    expect((await readUpload('TASKDATA.XML', taskData(north).slice(0, 300))).fields).toEqual([]);
  });
});
