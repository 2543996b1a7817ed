import { describe, expect, test } from 'vitest';
import type { ContentKind } from '../../../domain/boundary-files/content-kind.ts';
import { isWork } from '../../../domain/machine-files/points/column-meanings.ts';
import type { MachineMember } from '../../../domain/machine-files/sets/machine-set.ts';
import { boundariesOf, type Ground, machineDataOf } from '../../../domain/uploads/route-sets.ts';

const csv = 'Longitude,Latitude,Yield Mass(t/ha)\n10,50,5\n';

function file(name: string, kind: ContentKind = 'other', more: Partial<MachineMember> = {}): MachineMember {
  return { name, path: `/on/disk/${name}`, bytes: 100, kind, ...more };
}

const shapefile = (stem: string) =>
  ['shp', 'shx', 'dbf'].map((ending) => file(`${stem}.${ending}`, ending === 'dbf' ? 'other' : 'shapefile'));

function routed(files: MachineMember[], grounds: Record<string, Ground> = {}) {
  const known = new Map(Object.entries(grounds));
  const { sets, hasMachineData } = boundariesOf(files, known, 'upload.zip');
  const machine = machineDataOf(files, known);
  expect(hasMachineData).toBe(machine.sets.length > 0);
  return {
    boundaries: sets.map(({ file: name }) => name),
    machine: machine.sets.map(({ file: name }) => name),
    neither: machine.problems.map(({ file: name }) => name),
  };
}

describe('a set of an upload of any kind', () => {
  test('is read as boundaries or machine data by its shapes', () => {
    const files = [
      ...shapefile('fields'),
      ...shapefile('harvest'),
      file('a.geojson', 'geojson'),
      file('b.geojson', 'geojson'),
    ];
    const grounds = {
      'fields.shp': 'outlines',
      'harvest.shp': 'work',
      'a.geojson': 'outlines',
      'b.geojson': 'work',
    } as const;
    expect(routed(files, grounds)).toEqual({
      boundaries: ['a.geojson', 'fields.shp'],
      machine: ['b.geojson', 'harvest.shp'],
      neither: [],
    });
  });

  test('with layers is machine data, and boundaries as well where it has outlines', () => {
    const files = [
      file('both.gpkg', 'geopackage', { hasWork: true }),
      file('work.gpkg', 'geopackage', { hasWork: true }),
      file('work.fgb', 'flatgeobuf', { hasWork: true }),
      file('fields.gpkg', 'geopackage'),
    ];
    const grounds = {
      'both.gpkg': 'outlines',
      'work.gpkg': 'work',
      'work.fgb': 'work',
      'fields.gpkg': 'outlines',
    } as const;
    expect(routed(files, grounds)).toEqual({
      boundaries: ['both.gpkg', 'fields.gpkg'],
      machine: ['both.gpkg', 'work.fgb', 'work.gpkg'],
      neither: [],
    });
  });

  test('is read as boundaries where its kind is unknown, since boundaries report what is wrong', () => {
    expect(routed([file('fields.shp', 'shapefile'), file('a.geojson', 'geojson')])).toEqual({
      boundaries: ['a.geojson', 'fields.shp'],
      machine: [],
      neither: [],
    });
  });

  test('with the description of an export is machine data, whatever its shapes', () => {
    const files = [...shapefile('Harvest'), file('Harvest-Deere-Metadata.json', 'json')];
    expect(routed(files, { 'Harvest.shp': 'outlines' })).toMatchObject({ boundaries: [], machine: ['Harvest.shp'] });
  });

  test('of task data is both where it has outlines and logs', () => {
    const [main, log] = [file('TASKDATA.XML', 'isoxml'), file('TLG00001.BIN')];
    const both = { boundaries: ['TASKDATA.XML'], machine: ['TASKDATA.XML'] };
    expect(routed([main, log], { 'TASKDATA.XML': 'outlines' })).toMatchObject(both);
    expect(routed([main, log])).toMatchObject({ ...both, boundaries: [] });
    expect(routed([main], { 'TASKDATA.XML': 'outlines' })).toMatchObject({ ...both, machine: [] });
    expect(routed([main])).toMatchObject({ ...both, machine: [] });
  });

  test('of an unambiguous format is read as such, and records of ADAPT are not boundaries', () => {
    const adapt = file('adapt.json', 'json', { records: ['Harvest.parquet'] });
    const files = [
      adapt,
      file('Harvest.parquet', 'parquet'),
      file('fields.parquet', 'parquet'),
      file('a.kml', 'kml'),
      file('b.csv', 'other', { head: csv }),
    ];
    expect(routed(files)).toEqual({
      boundaries: ['a.kml', 'fields.parquet'],
      machine: ['Harvest.parquet', 'b.csv'],
      neither: [],
    });
  });

  test('of neither kind is reported once: with machine data, or with the boundaries where there is none', () => {
    const [doc, log] = [file('letter.doc'), file('b.csv', 'other', { head: csv })];
    expect(routed([doc, log])).toEqual({ boundaries: [], machine: ['b.csv'], neither: ['letter.doc'] });
    expect(routed([doc]).boundaries).toEqual(['upload.zip']);
  });
});

describe('the columns of areas', () => {
  test('are those of work when several name what was done', () => {
    expect(isWork(['DISTANCE', 'SWATHWIDTH', 'AppliedRat', 'Heading'])).toBe(true);
    expect(isWork(['VRYIELDVOL', 'Moisture', 'WetMass'])).toBe(true);
  });

  test('are those of fields otherwise', () => {
    for (const columns of [[], ['NAME', 'AREA'], ['NAME', 'YIELD'], ['YieldGoal', 'CROP'], ['farm', 'depth']]) {
      expect(isWork(columns)).toBe(false);
    }
  });
});
