import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { zipOf } from './harvest-text.ts';

const id = (referenceId: string) => ({ referenceId });
const variable = (column: string, definitionCode: string, productId?: string) => ({
  id: id(`variable-${column}`),
  name: column,
  definitionCode,
  geoParquetColumnName: column,
  ...(productId && { productId }),
});

/** A document as the standard's schema has it: a harvest with a combine, and a spraying with two products, on one field. */
export const adaptDocument = {
  rootSchemaVersion: '2.0.0',
  catalog: {
    growers: [{ id: id('grower'), name: 'Ada Grower' }],
    farms: [{ id: id('farm'), name: 'Home', growerId: 'grower' }],
    fields: [{ id: id('field'), name: 'North', farmId: 'farm' }],
    crops: [{ id: id('crop'), name: 'Corn' }],
    seasons: [{ id: id('season'), name: '2024', timeScopes: [] }],
    cropZones: [{ id: id('zone'), name: 'North corn', fieldId: 'field', cropId: 'crop', seasonIds: ['season'] }],
    devices: [{ id: id('header'), name: 'Header', serialNumber: '4711' }],
    products: ['Nitrogen', 'Agent'].map((name) => ({
      id: id(name),
      name,
      productTypeCode: 'HERBICIDE',
      productFormCode: 'LIQUID',
      productStatusCode: 'ACTIVE',
    })),
  },
  documents: {
    workRecords: [
      {
        id: id('work'),
        name: 'Work on North',
        fieldId: 'field',
        cropZoneId: 'zone',
        operations: [
          {
            id: id('harvest'),
            name: 'Harvest',
            operationTypeCode: 'HARVEST',
            spatialRecordsFile: 'Harvest.parquet',
            deviceConfigurations: [{ deviceId: 'header' }],
            variables: [
              variable('timestamp', 'Timestamp'),
              variable('YieldWetMassPerArea', 'YieldWetMassPerArea'),
              variable('CommodityMoisture', 'CommodityMoisture'),
              variable('Elevation', 'Elevation'),
            ],
          },
          {
            id: id('spraying'),
            name: 'Spraying',
            operationTypeCode: 'APPLICATION_CROP_PROTECTION',
            spatialRecordsFile: 'Spraying.parquet',
            productIds: ['Nitrogen', 'Agent'],
            variables: [
              variable('timestamp', 'Timestamp'),
              variable('AppliedVolumePerAreaActual_Nitrogen', 'AppliedVolumePerAreaActual', 'Nitrogen'),
              variable('AppliedVolumePerAreaActual_Agent', 'AppliedVolumePerAreaActual', 'Agent'),
            ],
          },
        ],
      },
    ],
  },
};

/** Metres in a degree at 50° north, as GeographicLib measures them on WGS 84. */
export const metresInDegree = { longitude: 71_695.754, latitude: 111_229.064 };

/** 40 steps of two metres to the north, in three sections of four metres: each row is the ground that a section covered in a second. */
const swaths = `select *, strftime(timestamp '2024-10-01 15:00:00' + to_seconds(record), '%Y-%m-%dT%H:%M:%S.0000000Z') as "timestamp",
    st_aswkb(format('POLYGON (({0} {1}, {2} {1}, {2} {3}, {0} {3}, {0} {1}))', w, s, e, n)::geometry) as geometry
  from (select record, section, 10 + section * 4 / m as w, 10 + (section + 1) * 4 / m as e,
      50 + record * 2 / ${metresInDegree.latitude} as s, 50 + (record + 1) * 2 / ${metresInDegree.latitude} as n
    from (select ${metresInDegree.longitude} as m), range(40) r(record), range(3) s(section))`;

/** GeoParquet 1.0 as the standard asks for: well-known binary in degrees. */
async function geoParquet(columns: string): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'furrow-adapt-'));
  try {
    const path = join(directory, 'records.parquet');
    const geo = {
      version: '1.0.0',
      primary_column: 'geometry',
      columns: { geometry: { encoding: 'WKB', geometry_types: ['Polygon'] } },
    };
    const instance = await DuckDBInstance.create(':memory:', duckDbCaps);
    const connection = await instance.connect();
    await connection.run(
      `copy (select "timestamp", ${columns}, geometry from (${swaths}) order by record, section)
      to '${path}' (format parquet, kv_metadata {geo: '${JSON.stringify(geo)}'})`,
    );
    connection.closeSync();
    instance.closeSync();
    return await readFile(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The document and its records in one zip. @param yields of a record and section, as SQL. */
export async function adaptZip(document: object = adaptDocument, yields = '8000.0::double'): Promise<Uint8Array> {
  const harvest = `${yields} as "YieldWetMassPerArea", 15.0::double as "CommodityMoisture", 300.0::double as "Elevation"`;
  const spraying = `case when section < 2 then 100.0 else 0 end::double as "AppliedVolumePerAreaActual_Nitrogen",
    case when section > 0 then 50.0 else 0 end::double as "AppliedVolumePerAreaActual_Agent"`;
  return zipOf({
    'export/adapt.json': `\uFEFF${JSON.stringify(document)}`,
    'export/Harvest.parquet': await geoParquet(harvest),
    'export/Spraying.parquet': await geoParquet(spraying),
  });
}
