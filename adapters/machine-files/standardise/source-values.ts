import { type Crop, cropName, cropNamed } from '../../../domain/machine-files/crop.ts';
import {
  type PointProperty,
  type PointPropertyName,
  propertiesOf,
} from '../../../domain/machine-files/point-properties.ts';
import { parseUnit } from '../../../domain/machine-files/units.ts';
import { identifier, text } from '../../sql-text.ts';
import type { RawSet } from '../raw-set.ts';
import type { WorkDatabase } from '../work-database.ts';
import { productsSql } from './products.ts';

/** The column types of standard points by the type of a property. */
export const columnTypes: Record<PointProperty['type'], string> = {
  number: 'DOUBLE',
  integer: 'BIGINT',
  text: 'VARCHAR',
  list: 'VARCHAR[]',
};

/**
 * Makes the view `mapped`: a row for each place and time of `said`, in its order, with every property of the operation in base
 * units, null where the source says nothing.
 */
export async function mapSourceValues(raw: RawSet, work: WorkDatabase): Promise<void> {
  const crops = await cropsOf(raw, work);
  const values = propertiesOf(raw.operationType).map(([name, property]) => {
    const value = name === 'crop' ? `${cropValue(crops, raw, (crop) => text(crop.name))}::varchar` : undefined;
    return `${value ?? sourceValue(name, property, raw)} as ${identifier(name)}`;
  });
  const ofCrop = (figure: 'standardMoisture' | 'kilogramsPerLitre') =>
    `${cropValue(crops, raw, (crop) => String(crop[figure] ?? 'null'))}::double`;
  const time = raw.time ? timeSql(raw.time) : 'null::timestamp';
  await work.run(`create view mapped as
    select "row"::bigint as "row", lon, lat, ${time} as "timestamp", ${values.join(', ')},
      ${productsSql(raw)} as products, ${ofCrop('standardMoisture')} as standardMoisture,
      ${ofCrop('kilogramsPerLitre')} as density
    from said
    where abs(lon) <= 180 and abs(lat) <= 90 and not (lon = 0 and lat = 0)`);
}

/** The properties of which the source says nothing at all. */
export function unsaidProperties(raw: RawSet): [PointPropertyName, PointProperty][] {
  return propertiesOf(raw.operationType).filter(
    ([name, property]) => name !== 'crop' && sourceValue(name, property, raw) === nothing(property),
  );
}

function nothing({ type }: PointProperty): string {
  return `null::${columnTypes[type]}`;
}

/** Without a zone, time is that of the meridian: no border of a state moves it by more than an hour or two. */
function timeSql({ sql, zone }: NonNullable<RawSet['time']>): string {
  return zone === 'utc' ? sql : `(${sql}) - to_hours(round(lon / 15)::bigint)`;
}

function sourceValue(name: PointPropertyName, property: PointProperty, raw: RawSet): string {
  if (name === 'machinery' && raw.machinery.length > 0) {
    return `[${raw.machinery.map((machine) => text(machine.name)).join(', ')}]`;
  }
  const value = raw.values.find((candidate) => candidate.property === name);
  if (!value) return name === 'variety' && raw.variety ? text(raw.variety) : nothing(property);
  // A source has one text for each point, which is a list of one.
  if (property.type === 'list') return `case when ${value.sql} is not null then [${value.sql}::varchar] end`;
  if (!property.dimensions) return `try_cast(${value.sql} as ${columnTypes[property.type]})`;
  const unit = parseUnit(value.unit ?? '');
  const fits = unit && property.dimensions.includes(unit.dimension);
  return fits ? `try_cast(${value.sql} as double) * ${unit.factor}` : nothing(property);
}

/** What names the crop of a row in the source. */
function cropSource({ crop, values }: RawSet): string {
  if (crop !== undefined) return text(crop);
  const value = values.find(({ property }) => property === 'crop');
  return value ? `(${value.sql})::varchar` : 'null';
}

/** The crops of a file by what its source calls them. */
async function cropsOf(raw: RawSet, work: WorkDatabase): Promise<[source: string, crop: Crop][]> {
  const sources = await work.rows<{ source: string | null }>(
    `select distinct ${cropSource(raw)} as source from raw limit ${mostCrops}`,
  );
  return sources.flatMap(({ source }) =>
    source === null ? [] : [[source, cropNamed(cropName(source))] satisfies [string, Crop]],
  );
}

/** A column with more names than this holds something else. */
const mostCrops = 1_000;

/** Something of the crop of a row; a case and not a join, which would not keep the order of the rows. */
function cropValue(crops: [source: string, crop: Crop][], raw: RawSet, told: (crop: Crop) => string): string {
  const cases = crops.map(([source, crop]) => `when ${text(source)} then ${told(crop)}`);
  return cases.length > 0 ? `case ${cropSource(raw)} ${cases.join(' ')} end` : 'null';
}
