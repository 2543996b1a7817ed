import { describe, expect, test } from 'vitest';
import { areaHectares } from '../../../domain/geometry/area.ts';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { type ShapefileOptions, type ShapeRecord, writeShapefile } from '../../../local/demo/write-shapefile.ts';
import { readUpload, square, zip } from './upload-fixture.ts';

const utm32 =
  'PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,298.257222101]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],' +
  'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

function record(x: number, y: number, side: number, attributes: Record<string, string> = {}): ShapeRecord {
  return { rings: [square(x, y, side).reverse()], attributes };
}

function zipped(
  records: ShapeRecord[],
  options: ShapefileOptions = {},
  change: (parts: Record<string, Buffer>) => void = () => {},
): Uint8Array {
  const parts = writeShapefile(records, options);
  change(parts);
  return zip(Object.fromEntries(Object.entries(parts).map(([extension, bytes]) => [`fields.${extension}`, bytes])));
}

describe('the sample of the first start', () => {
  test('has six named fields in Iowa, with the same bytes every time', async () => {
    const bytes = sampleFieldsZip();
    expect(sampleFieldsZip().equals(bytes)).toBe(true);
    const { fields, problems } = await readUpload('sample-fields.zip', bytes);
    expect(problems).toEqual([]);
    expect(fields.map(({ name }) => name)).toEqual([
      'Home Quarter',
      'North Forty',
      'Creek Bend',
      'River Bottom',
      'Pivot 3',
      'Windbreak Eighty',
    ]);
    expect(fields.every(({ validity, repaired }) => validity === 'VALID' && !repaired)).toBe(true);
    for (const { geometry } of fields) {
      const [[[position = [0, 0]] = []] = []] = geometry.coordinates;
      expect(position[0]).toBeCloseTo(-93.59, 1);
      expect(position[1]).toBeCloseTo(42, 1);
      expect(areaHectares(geometry)).toBeGreaterThan(9);
    }
    expect(fields[5]?.geometry.coordinates[0]).toHaveLength(2);
  });
});

describe('the coordinate system of a shapefile', () => {
  test('is converted to WGS 84, longitude first', async () => {
    const { fields } = await readUpload('farm.zip', zipped([record(500_000, 5_761_038, 200)], { projection: utm32 }));
    const [[[position = [0, 0]] = []] = []] = fields[0]?.geometry.coordinates ?? [];
    expect(position[0]).toBeCloseTo(9, 6);
    expect(position[1]).toBeCloseTo(52, 4);
    expect(areaHectares(fields[0]?.geometry ?? { type: 'MultiPolygon', coordinates: [] })).toBeCloseTo(4.003, 2);
  });

  test('is assumed to be WGS 84 when it is missing and the numbers look like degrees', async () => {
    const { fields, problems } = await readUpload('farm.zip', zipped([record(9, 52, 0.002)]));
    expect(fields).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'assumedWgs84', severity: 'warning' }]);
  });

  test('is required when it is missing and the numbers do not look like degrees', async () => {
    const { fields, problems } = await readUpload('farm.zip', zipped([record(500_000, 5_761_038, 200)]));
    expect(fields).toEqual([]);
    expect(problems).toMatchObject([{ code: 'missingProjection', severity: 'error' }]);
    expect(problems[0]?.message).toContain('500000, 5761038');
    expect(problems[0]?.hint).toContain('.prj');
  });

  test('is reported as wrong when it says degrees and the numbers are metres', async () => {
    const { problems } = await readUpload('farm.zip', zipped([record(500_000, 5_761_038, 200)], { projection: wgs84 }));
    expect(problems).toMatchObject([{ code: 'coordinatesOutOfRange', feature: 1 }]);
    expect(problems[0]?.message).toContain('500000, 5761038');
  });

  test('is reported as wrong when it says metres and the numbers are degrees', async () => {
    const { problems } = await readUpload('farm.zip', zipped([record(9, 52, 0.002)], { projection: utm32 }));
    expect(problems).toMatchObject([{ code: 'projectionMismatch', feature: 1 }]);
  });

  test('that is unreadable is treated as missing', async () => {
    const far = zipped([record(500_000, 5_761_038, 200)], { projection: 'no projection at all' });
    expect((await readUpload('farm.zip', far)).codes).toEqual(['missingProjection']);
  });
});

describe('the names in a shapefile', () => {
  const name = 'Großer Schlag';
  const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const win1251 = (text: string) =>
    Uint8Array.from(text, (character) => {
      const code = character.charCodeAt(0);
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    });

  async function namesOf(bytes: Uint8Array) {
    const { fields, codes } = await readUpload('farm.zip', bytes);
    return { names: fields.map((field) => field.name), codes };
  }

  test('are read as UTF-8 with or without a .cpg', async () => {
    const encode = (text: string) => Buffer.from(text);
    expect(await namesOf(zipped([record(9, 52, 0.002, { Name: name })], { projection: wgs84 }))).toEqual({
      names: [name],
      codes: [],
    });
    expect(await namesOf(zipped([record(9, 52, 0.002, { Name: name })], { projection: wgs84, encode }))).toEqual({
      names: [name],
      codes: [],
    });
  });

  test.each(['1252', 'ISO-8859-1', 'ANSI 1252', '88591'])(
    'are read in the code page of a .cpg that says %s',
    async (page) => {
      const upload = zipped([record(9, 52, 0.002, { NAME: name })], { projection: wgs84, encode: latin }, (parts) => {
        parts.cpg = Buffer.from(page);
      });
      expect(await namesOf(upload)).toEqual({ names: [name], codes: [] });
    },
  );

  test.each([
    [0x57, name, latin],
    [0xc9, 'Поле', win1251],
    [0x64, 'Łąka', (text: string) => Buffer.from(text.replace('Ł', '\x9d').replace('ą', '\xa5'), 'latin1')],
    [0x17, 'Øst', (text: string) => Buffer.from(text.replace('Ø', '\x9d'), 'latin1')],
    [0x58, 'Prés', latin],
  ])('are read by the language mark %i of the table', async (mark, text, encode) => {
    const upload = zipped([record(9, 52, 0.002, { NAME: text })], { projection: wgs84, encode }, (parts) => {
      parts.dbf?.writeUInt8(mark, 29);
    });
    expect(await namesOf(upload)).toEqual({ names: [text], codes: [] });
  });

  test('are guessed, with a warning, when nothing names their encoding', async () => {
    const german = zipped([record(9, 52, 0.002, { NAME: name })], { projection: wgs84, encode: latin });
    expect(await namesOf(german)).toEqual({ names: [name], codes: ['assumedEncoding'] });
    const russian = zipped([record(9, 52, 0.002, { NAME: 'Поле' })], { projection: wgs84, encode: win1251 });
    expect(await namesOf(russian)).toEqual({ names: ['Поле'], codes: ['assumedEncoding'] });
  });

  test('come from the best attribute, in any encoding', async () => {
    const attributes = { Größe: '4', Field: '12', FIELD_NAME: 'Second best', nAmE: '' };
    const upload = zipped(
      [record(9, 52, 0.002, attributes), record(10, 52, 0.002, { ...attributes, nAmE: ' Best ' })],
      {
        projection: wgs84,
        encode: latin,
      },
    );
    expect((await namesOf(upload)).names).toEqual(['Second best', 'Best']);
  });

  test('are left out, with a warning, when the table is damaged', async () => {
    const upload = zipped([record(9, 52, 0.002, { NAME: name })], { projection: wgs84 }, (parts) => {
      parts.dbf = Buffer.from('garbage');
    });
    expect(await namesOf(upload)).toEqual({ names: [undefined], codes: ['attributesUnreadable'] });
  });
});

describe('the records of a shapefile', () => {
  test('that were deleted from the table are ignored', async () => {
    const records = [
      record(9, 52, 0.002, { NAME: 'kept' }),
      record(10, 52, 0.002, { NAME: 'gone' }),
      record(11, 52, 0.002, { NAME: 'too' }),
    ];
    const upload = zipped(records, { projection: wgs84 }, ({ dbf }) => {
      if (dbf) dbf[dbf.readUInt16LE(8) + dbf.readUInt16LE(10)] = 0x2a;
    });
    const { fields } = await readUpload('farm.zip', upload);
    expect(fields).toMatchObject([
      { name: 'kept', feature: 1, index: 0 },
      { name: 'too', feature: 3, index: 1 },
    ]);
  });

  test('keep their holes and islands', async () => {
    const rings = [square(9, 52, 0.01).reverse(), square(9.002, 52.002, 0.002), square(9.02, 52, 0.01).reverse()];
    const { fields } = await readUpload('farm.zip', zipped([{ rings, attributes: {} }], { projection: wgs84 }));
    expect(fields[0]?.geometry.coordinates.map((polygon) => polygon.length)).toEqual([2, 1]);
  });

  test('that are garbled cause a problem, never an exception', async () => {
    const whole = zipped([record(9, 52, 0.002, { NAME: 'x' })], { projection: wgs84 }, ({ shp }) =>
      shp?.fill(0xff, 108),
    );
    expect((await readUpload('farm.zip', whole)).fields).toEqual([]);
    const short = zipped([record(9, 52, 0.002)], { projection: wgs84 }, (parts) => {
      parts.shp = Buffer.from('x');
    });
    expect((await readUpload('farm.zip', short)).codes).toEqual(['unreadableFile']);
  });
});

describe('rings of a shapefile', () => {
  const clockwise = (x: number, y: number, side: number) => square(x, y, side).reverse();
  const hectares = (rings: ShapeRecord['rings']) =>
    readUpload('farm.zip', zipped([{ rings, attributes: { NAME: 'Home' } }], { projection: utm32 })).then(
      ({ fields, problems }) => ({
        shape: fields[0]?.geometry.coordinates.map((polygon) => polygon.length),
        area: areaHectares(fields[0]?.geometry ?? { type: 'MultiPolygon', coordinates: [] }),
        problems: problems.map(({ code }) => code),
      }),
    );
  const [x, y] = [500_000, 5_761_038];
  // Hectares on the ellipsoid for a hectare of the projection: its scale is 0.9996 on the central meridian.
  const scale = 1 / 0.9996 ** 2;

  test.each([
    ['holes run as they should', square],
    ['holes run like their shell', clockwise],
  ])('are holes where they lie inside another ring: %s', async (_, hole) => {
    const read = await hectares([clockwise(x, y, 1000), hole(x + 100, y + 100, 300), hole(x + 500, y + 500, 400)]);
    expect(read).toEqual({ shape: [3], area: expect.closeTo(75 * scale, 1), problems: [] });
  });

  test('are sorted with an island in the hole and another part beside them', async () => {
    const read = await hectares([
      clockwise(x + 2000, y, 1000),
      clockwise(x, y, 1000),
      clockwise(x + 100, y + 100, 500),
      clockwise(x + 200, y + 200, 100),
      clockwise(x + 2100, y + 100, 100),
    ]);
    expect(read).toEqual({ shape: [2, 2, 1], area: expect.closeTo((99 + 75 + 1) * scale, 1), problems: [] });
  });

  test('a hole along the border of its shell is cut out of the field', async () => {
    const read = await hectares([clockwise(x, y, 1000), clockwise(x, y + 100, 300)]);
    expect(read.area).toBeCloseTo(91 * scale, 1);
  });

  test('overlapping parts are one area', async () => {
    const read = await hectares([clockwise(x, y, 1000), clockwise(x + 500, y, 1000)]);
    expect(read).toEqual({ shape: [1], area: expect.closeTo(150 * scale, 1), problems: ['repairedGeometry'] });
  });
});
