import type { Settings } from '../../../domain/configuration/configuration.ts';
import { type Crop, cropName, cropNamed } from '../../../domain/machine-files/points/crop.ts';
import {
  type PointProperty,
  type PointPropertyName,
  propertiesOf,
} from '../../../domain/machine-files/points/point-properties.ts';
import { parseUnit, readingsOf } from '../../../domain/machine-files/points/units.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import { type RawSet, rawColumn } from '../raw-set.ts';
import type { WorkDatabase } from '../work-database.ts';
import { localClock } from './local-clock.ts';
import { productsSql } from './products.ts';

/** The column types of standard points by the type of a property. */
export const columnTypes: Record<PointProperty['type'], string> = {
  number: 'DOUBLE',
  integer: 'BIGINT',
  text: 'VARCHAR',
  list: 'VARCHAR[]',
};

/**
 * Creates the view `mapped`: a row for each position and time of `said`, in its order, with every property of the
 * operation in base units, null if the source has none. Products are in displayed units.
 *
 * @returns whether GPS ever set the clock of the source, and what was taken for granted about its time.
 */
export async function mapSourceValues(
  raw: RawSet,
  measurement: Settings['unitMeasurement'],
  work: WorkDatabase,
): Promise<{ clockWasSet: boolean; notes: string[] }> {
  const crops = await cropsOf(raw, work);
  const values = propertiesOf(raw.operationType).map(([name, property]) => {
    const value = name === 'crop' ? `${cropValue(crops, raw, (crop) => text(crop.name))}::varchar` : undefined;
    return `${value ?? sourceValue(name, property, raw)}${byCrop(name, raw, crops)} as ${identifier(name)}`;
  });
  const ofCrop = (figure: 'standardMoisture' | 'kilogramsPerLitre') =>
    `${cropValue(crops, raw, (crop) => String(crop[figure] ?? 'null'))}::double`;
  const clockWasSet = await wasClockSet(raw, work);
  const clock = raw.time?.zone === 'local' ? await localClock(raw.time.sql, isPosition, work) : undefined;
  const time = raw.time ? timeSql(raw.time, clockWasSet, clock?.sql ?? raw.time.sql) : 'null::timestamp';
  await work.run(`create view mapped as
    select "row"::bigint as "row", lon, lat, ${time} as "timestamp", ${values.join(', ')},
      ${productsSql(raw, measurement)} as products, ${ofCrop('standardMoisture')} as standardMoisture,
      ${ofCrop('kilogramsPerLitre')} as density, ${raw.machineColumn ?? 'null'}::varchar as machine
    from said
    where ${isPosition}`);
  return { clockWasSet, notes: clock?.notes ?? [] };
}

const isPosition = 'abs(lon) <= 180 and abs(lat) <= 90 and not (lon = 0 and lat = 0)';

/** The properties that the source does not have at all. */
export function unsaidProperties(raw: RawSet): [PointPropertyName, PointProperty][] {
  return propertiesOf(raw.operationType).filter(
    ([name, property]) => name !== 'crop' && sourceValue(name, property, raw) === nothing(property),
  );
}

function nothing({ type }: PointProperty): string {
  return `null::${columnTypes[type]}`;
}

/**
 * A time of the source in UTC. Until GPS sets it, a clock counts from its manufacturer's epoch, mostly 1970 or 1980,
 * before positions were ever recorded: such times are dropped, unless the source has no others. Then they still give
 * the order of the points and the duration of the work.
 */
function timeSql({ sql }: NonNullable<RawSet['time']>, clockWasSet: boolean, inUtc: string): string {
  return clockWasSet ? `case when (${sql}) >= ${firstDay} then ${inUtc} end` : inUtc;
}

const firstDay = "timestamp '1990-01-01'";

/** False if all times are before the first valid day; each query ends with the first row that it finds. */
async function wasClockSet({ time }: RawSet, work: WorkDatabase): Promise<boolean> {
  if (!time) return true;
  const any = (comparison: string) => `exists(select 1 from said where (${time.sql}) ${comparison} ${firstDay})`;
  const [found] = await work.rows<{ later: boolean; earlier: boolean }>(
    `select ${any('>=')} as later, ${any('<')} as earlier`,
  );
  return found?.later === true || found?.earlier !== true;
}

function sourceValue(name: PointPropertyName, property: PointProperty, raw: RawSet): string {
  if (name === 'machinery' && raw.machinery.length > 0) {
    return `[${raw.machinery.map((machine) => text(machine.name)).join(', ')}]`;
  }
  if (name === 'machinery' && raw.machineColumn && isNamed(raw)) {
    return `case when ${raw.machineColumn} is not null then [${raw.machineColumn}::varchar] end`;
  }
  const value = raw.values.find((candidate) => candidate.property === name);
  if (!value) return name === 'variety' && raw.variety ? text(raw.variety) : nothing(property);
  // A source has one string for each point, which becomes a list of one.
  if (property.type === 'list') return `case when ${value.sql} is not null then [${value.sql}::varchar] end`;
  if (!property.dimensions) return `try_cast(${value.sql} as ${columnTypes[property.type]})`;
  const unit = parseUnit(value.unit ?? '');
  const fits = unit && property.dimensions.includes(unit.dimension);
  return fits ? `try_cast(${value.sql} as double) * ${unit.factor}` : nothing(property);
}

/** Whether the source's machines have names, and not only the numbers of a table that is not there. */
function isNamed({ columns, machineColumn }: RawSet): boolean {
  return columns.some(({ type }, index) => type === 'VARCHAR' && rawColumn(index) === machineColumn);
}

/** The expression for the crop's name in a row of the source. */
function cropSource({ crop, values }: RawSet): string {
  if (crop !== undefined) return text(crop);
  const value = values.find(({ property }) => property === 'crop');
  return value ? `(${value.sql})::varchar` : 'null';
}

/** The crops of a file by their names in the source. */
async function cropsOf(raw: RawSet, work: WorkDatabase): Promise<[source: string, crop: Crop][]> {
  const sources = await work.rows<{ source: string | null }>(
    `select distinct ${cropSource(raw)} as source from raw limit ${maxCrops}`,
  );
  return sources.flatMap(({ source }) =>
    source === null ? [] : [[source, cropNamed(cropName(source))] satisfies [string, Crop]],
  );
}

/** What corrects values whose unit weighs otherwise for some crops, such as a sack of rice; empty for other units. */
function byCrop(name: PointPropertyName, raw: RawSet, crops: [source: string, crop: Crop][]): string {
  const { unit = '' } = raw.values.find(({ property }) => property === name) ?? {};
  const [reading] = readingsOf(unit);
  if (!reading?.ofCrops) return '';
  const { ofCrops, factor } = reading;
  return ` * coalesce(${cropValue(crops, raw, (crop) => String((ofCrops[crop.name] ?? factor) / factor))}::double, 1)`;
}

/** Maximum distinct names; a column with more contains something else. */
const maxCrops = 1_000;

/** A constant of the crop of a row; as CASE, since a join would not keep the order of the rows. */
function cropValue(crops: [source: string, crop: Crop][], raw: RawSet, expression: (crop: Crop) => string): string {
  const cases = crops.map(([source, crop]) => `when ${text(source)} then ${expression(crop)}`);
  return cases.length > 0 ? `case ${cropSource(raw)} ${cases.join(' ')} end` : 'null';
}
