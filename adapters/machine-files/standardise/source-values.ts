import { type Crop, cropName, cropNamed } from '../../../domain/machine-files/crop.ts';
import {
  type PointProperty,
  type PointPropertyName,
  propertiesOf,
} from '../../../domain/machine-files/point-properties.ts';
import { parseUnit } from '../../../domain/machine-files/units.ts';
import type { RawSet } from '../raw-set.ts';
import { identifier, text, type WorkDatabase } from '../work-database.ts';
import { productsSql } from './products.ts';

/** The column types of standard points by the type of a property. */
export const columnTypes: Record<PointProperty['type'], string> = {
  number: 'DOUBLE',
  integer: 'BIGINT',
  text: 'VARCHAR',
  list: 'VARCHAR[]',
};

/**
 * Makes the view `mapped`: a row for each place and time of `raw`, with every property of the operation in base units, null
 * where the source says nothing. Also the table `crops`, which turns the source's names of crops into ours.
 */
export async function mapSourceValues(raw: RawSet, work: WorkDatabase): Promise<void> {
  await nameCrops(raw, work);
  const values = propertiesOf(raw.operationType).map(
    ([name, property]) => `${sourceValue(name, property, raw)} as ${identifier(name)}`,
  );
  const time = raw.time ? timeSql(raw.time) : 'null::timestamp';
  await work.run(`create view mapped as
    select "row"::bigint as "row", lon, lat, ${time} as "timestamp", ${values.join(', ')},
      ${productsSql(raw)} as products, crops.standardMoisture, crops.density
    from raw left join crops on crops.source = ${cropSource(raw)}
    where abs(lon) <= 180 and abs(lat) <= 90 and not (lon = 0 and lat = 0)`);
}

/** Without a zone, time is that of the meridian: no border of a state moves it by more than an hour or two. */
function timeSql({ sql, zone }: NonNullable<RawSet['time']>): string {
  return zone === 'utc' ? sql : `(${sql}) - to_hours(round(lon / 15)::bigint)`;
}

function sourceValue(name: PointPropertyName, property: PointProperty, raw: RawSet): string {
  const type = columnTypes[property.type];
  if (name === 'crop') return 'crops.name';
  if (name === 'machinery' && raw.machinery.length > 0) {
    return `[${raw.machinery.map((machine) => text(machine.name)).join(', ')}]`;
  }
  const value = raw.values.find((candidate) => candidate.property === name);
  if (!value) return name === 'variety' && raw.variety ? text(raw.variety) : `null::${type}`;
  if (!property.dimensions) return `try_cast(${value.sql} as ${type})`;
  const unit = parseUnit(value.unit ?? '');
  const fits = unit && property.dimensions.includes(unit.dimension);
  return fits ? `try_cast(${value.sql} as double) * ${unit.factor}` : `null::${type}`;
}

/** What names the crop of a row in the source. */
function cropSource({ crop, values }: RawSet): string {
  if (crop !== undefined) return text(crop);
  const value = values.find(({ property }) => property === 'crop');
  return value ? `(${value.sql})::varchar` : 'null';
}

async function nameCrops(raw: RawSet, work: WorkDatabase): Promise<void> {
  await work.run('create table crops (source varchar, name varchar, standardMoisture double, density double)');
  const sources = await work.rows<{ source: string | null }>(
    `select distinct ${cropSource(raw)} as source from raw limit ${mostCrops}`,
  );
  const rows = sources.flatMap(({ source }) => (source === null ? [] : [cropRow(source, cropNamed(cropName(source)))]));
  if (rows.length > 0) await work.run(`insert into crops values ${rows.join(', ')}`);
}

/** A column with more names than this holds something else. */
const mostCrops = 1_000;

function cropRow(source: string, { name, standardMoisture, kilogramsPerLitre }: Crop): string {
  return `(${text(source)}, ${text(name)}, ${standardMoisture ?? 'null'}, ${kilogramsPerLitre ?? 'null'})`;
}
