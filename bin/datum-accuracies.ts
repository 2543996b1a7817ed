import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadGdal } from '../adapters/gdal/gdal.ts';

/**
 * Writes `adapters/gdal/datum-accuracies.json` from PROJ's database, which has the EPSG registry: for each datum by its EPSG code, the
 * transformations to WGS 84 without grids, each with its stated accuracy in metres, whether it moves anything, and the area in which it holds.
 *
 * Run it with the path of the database: `node --import tsx bin/datum-accuracies.ts node_modules/gdal-async/deps/libproj/proj/data/proj.db`.
 */
const [path = ''] = process.argv.slice(2);
const gdal = loadGdal();
if (!gdal) throw new Error('GDAL is not installed');

const query = `select c.datum_code as datum, o.accuracy as accuracy,
    (abs(o.tx) + abs(o.ty) + abs(o.tz) + abs(coalesce(o.rx, 0)) + abs(coalesce(o.ry, 0)) + abs(coalesce(o.rz, 0))
      + abs(coalesce(o.scale_difference, 0))) > 0 as shifts,
    e.west_lon as west, e.south_lat as south, e.east_lon as east, e.north_lat as north
  from helmert_transformation_table o
    join geodetic_crs c on c.auth_name = o.source_crs_auth_name and c.code = o.source_crs_code
    join usage u on u.object_table_name = 'helmert_transformation' and u.object_auth_name = o.auth_name and u.object_code = o.code
    join extent e on e.auth_name = u.extent_auth_name and e.code = u.extent_code
  where o.auth_name = 'EPSG' and o.target_crs_auth_name = 'EPSG' and o.target_crs_code = '4326' and o.deprecated = 0
    and o.accuracy is not null and c.datum_auth_name = 'EPSG'
  order by c.datum_code + 0, o.accuracy, o.code + 0`;

const found: Record<string, number[][]> = {};
const rows = gdal.open(path, 'r', ['SQLite']).executeSQL(query);
rows.features.forEach((feature) => {
  const { datum, accuracy, shifts, west, south, east, north } = feature.fields.toObject() as Record<string, number>;
  found[String(datum)] = [...(found[String(datum)] ?? []), [accuracy, shifts, west, south, east, north].map(Number)];
});

const lines = Object.entries(found).map(([datum, shifts]) => `  "${datum}": ${JSON.stringify(shifts)}`);
writeFileSync(join(import.meta.dirname, '../adapters/gdal/datum-accuracies.json'), `{\n${lines.join(',\n')}\n}\n`);
