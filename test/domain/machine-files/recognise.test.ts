import { describe, expect, test } from 'vitest';
import type { ContentKind } from '../../../domain/boundary-files/content-kind.ts';
import type { MachineMember } from '../../../domain/machine-files/sets/machine-set.ts';
import { recogniseMachineSets } from '../../../domain/machine-files/sets/recognise-machine-sets.ts';

function file(name: string, more: Partial<MachineMember> = {}): MachineMember {
  return { name: `upload.zip/${name}`, path: name, bytes: 100, kind: 'other', ...more };
}

function recognise(...files: (string | MachineMember)[]) {
  const members = files.map((given) => (typeof given === 'string' ? file(given) : given));
  const { sets, problems } = recogniseMachineSets(members);
  return { sets, problems, formats: sets.map(({ format }) => format) };
}

const kind = (name: string, as: ContentKind) => file(name, { kind: as });

describe('unreadable formats of displays are named, with what to export instead', () => {
  test.each([
    ['GEN4', ['JD-Data/log/2024_Farm/a.jdl', 'JD-Data/setup.bin'], /Operations Center.*shapefile/],
    ['GEN4', ['Ada/jd-data/LOG/a.JDL'], /Operations Center/],
    ['GEN4', ['moved/a.jdl'], /Operations Center/],
    ['GS3', ['GS3_2630/farm/RCD/EIC/global.bin', 'GS3_2630/farm/RCD/a.fdd'], /Operations Center/],
    ['GS2', ['RCD/a.fdd', 'RCD/a.fdl', 'RCD/other.bin'], /Operations Center/],
    ['GS2', ['loose/a.fdl'], /Operations Center/],
    ['DAT', ['harvest_2024.dat'], /FieldView.*shapefile/],
    ['DAT', ['a/field_map_1.dat', 'a/liquid_map_1.dat'], /FieldView/],
    ['PP2020', ['a.2020'], /FieldView/],
    ['CN1', ['Farm.cn1/index.vy1', 'Farm.cn1/a.dat'], /CNH.*(shapefile|ISO)/],
    ['CN1', ['flat/index.vy1'], /CNH/],
    ['YLD', ['a.yld'], /SMS/],
    ['ILF', ['a.ilf'], /SMS/],
    ['AGDATA', ['a.agdata', 'a.agsetup'], /SMS/],
    ['TRIMBLE_AGDATA', ['AgData/Fields/a.agf', 'AgData/Tasks/a.agt', 'AgData/other.xml'], /Trimble/],
    ['AGGPS', ['AgGPS/Data/Farm/Field/task.bin', 'AgGPS/summary.txt'], /Trimble.*(shapefile|ISO)/],
    ['RAVEN_FMIS', ['job.xml', 'job.tab'], /Slingshot/],
    ['RAVEN_JDP', ['job.jdp'], /Slingshot/],
  ] as const)('%s: %s', (format, names, instead) => {
    const { sets, problems, formats } = recognise(...names);
    expect([formats, problems]).toEqual([[format], []]);
    expect(sets[0]?.problems).toMatchObject([
      { code: 'proprietaryFormat', severity: 'error', hint: expect.stringMatching(instead) },
    ]);
    expect(Object.keys(sets[0]?.members ?? {})).toHaveLength(names.length);
  });

  test('readable files among them are still read', () => {
    const head = 'Longitude,Latitude,Yield\n1,2,3';
    const shape = ['shp', 'shx', 'dbf'].map((part) => `AgGPS/Data/Ada/Home/North/a.${part}`);
    const { formats, problems } = recognise(
      ...shape,
      'AgGPS/Data/Ada/Home/North/a.bin',
      file('JD-Data/notes.csv', { head }),
    );
    expect(formats).toEqual(['AGGPS', 'CSV']);
    expect(problems).toMatchObject([{ code: 'unrecognisedFile', file: 'upload.zip/AgGPS/Data/Ada/Home/North/a.bin' }]);
  });

  test('any other file is named by its apparent kind', () => {
    const { sets, problems } = recognise('letter.docx', 'map.tab', kind('nothing.csv', 'empty'), kind('a.xml', 'xml'));
    expect(sets.map(({ format }) => format)).toEqual(['RAVEN_FMIS']);
    expect(problems.map(({ message }) => message)).toEqual([
      'The file was left out: it looks like a .docx file.',
      'The file was left out: it looks like an empty file.',
    ]);
  });
});

describe('rearranged folders', () => {
  test('may contain the logs of task data elsewhere', () => {
    const { sets, problems } = recognise(
      kind('TASKDATA.XML', 'isoxml'),
      kind('logs/TLG00001.xml', 'xml'),
      'logs/TLG00001.bin',
      'GRD00001.BIN',
    );
    expect(problems).toEqual([]);
    expect(Object.keys(sets[0]?.members ?? {}).sort()).toEqual([
      'GRD00001.BIN',
      'TASKDATA.XML',
      'TLG00001.BIN',
      'TLG00001.XML',
    ]);
  });

  test('separate the logs of several task data', () => {
    const { sets, problems } = recognise(
      ...['a', 'b'].flatMap((folder) => [
        kind(`${folder}/TASKDATA.XML`, 'isoxml'),
        file(`${folder}/TLG00001.bin`, { path: folder }),
      ]),
    );
    expect(problems).toEqual([]);
    expect(sets.map(({ members }) => members['TLG00001.BIN']?.path)).toEqual(['a', 'b']);
  });

  test('may sort the parts of shapefiles by their kind, and the descriptions of John Deere', () => {
    const parts = ['north', 'south'].flatMap((name) => ['shp', 'shx', 'dbf'].map((part) => `${part}/${name}.${part}`));
    const { sets, problems } = recognise(...parts, kind('json/north-Deere-Metadata.json', 'json'));
    expect(problems).toEqual([]);
    expect(sets.map(({ file: main, problems: own }) => [main, own])).toEqual([
      ['upload.zip/shp/north.shp', []],
      ['upload.zip/shp/south.shp', []],
    ]);
    expect(sets.map(({ members }) => members.metadata?.name)).toEqual([
      'upload.zip/json/north-Deere-Metadata.json',
      undefined,
    ]);
  });

  test('do not mix parts that occur twice', () => {
    const { sets } = recognise('a/x.shp', 'a/x.shx', 'b/x.shp', 'b/x.dbf');
    expect(sets.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ['incompleteSet'],
      ['incompleteSet'],
    ]);
  });
});

describe('other geodata', () => {
  test.each([
    ['fields.kml', 'kml', 'KML'],
    ['fields.gml', 'gml', 'GML'],
    ['fields.gpkg', 'geopackage', 'a GeoPackage'],
    ['fields.fgb', 'flatgeobuf', 'FlatGeobuf'],
    ['points.parquet', 'parquet', 'Parquet'],
  ] as const)('%s is called by its name', (name, is, what) => {
    const { sets, problems } = recognise(kind(name, is));
    expect(sets).toEqual([]);
    expect(problems).toMatchObject([
      { code: 'otherGeodata', message: expect.stringContaining(`it is ${what}, which`) },
    ]);
  });

  test('is not recognised by the name of a file alone', () => {
    const { problems } = recognise(kind('fields.kml', 'other'));
    expect(problems).toMatchObject([{ code: 'unrecognisedFile', message: expect.stringContaining('is not KML') }]);
  });
});
