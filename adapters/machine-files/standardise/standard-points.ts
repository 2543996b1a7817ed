import type { CleanupRule, Operator } from '../../../domain/configuration/cleanup-rules.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import { leftOutMember } from '../../../domain/machine-files/points/left-out.ts';
import { type PointPropertyName, propertiesOf } from '../../../domain/machine-files/points/point-properties.ts';
import { presentedUnits } from '../../../domain/machine-files/points/presented-units.ts';
import { decimalsOf, factorOf } from '../../../domain/machine-files/points/units.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import type { RawSet } from '../raw-set.ts';
import type { WorkDatabase } from '../work-database.ts';
import { derivedProperties } from './derived-values.ts';
import { columnTypes, unsaidProperties } from './source-values.ts';

/** The units of a file's points, by property. */
export type PointUnits = Partial<Record<PointPropertyName, string>>;

/**
 * Creates the view `presented`: the rows of `derived` in displayed units, in `dropped` the rule that a row breaks,
 * null for a kept row, and in `leftOut` why a kept row does not count, null so far. The table under it lacks columns that cannot have a value, which are most of them and would take
 * as much memory as the others.
 *
 * @param required the properties without which a row is dropped.
 */
export async function presentPoints(
  raw: RawSet,
  settings: Settings,
  required: readonly string[],
  work: WorkDatabase,
): Promise<PointUnits> {
  const source = Object.fromEntries(raw.values.flatMap(({ property, unit }) => (unit ? [[property, unit]] : [])));
  const units = presentedUnits(raw.operationType, settings.unitMeasurement, source);
  const shown = Object.entries(units).map(([name, unit]) => {
    const column = identifier(name);
    return `round(${column} / ${factorOf(unit)}, ${decimalsOf(unit)}) as ${column}`;
  });
  const empty = unsaidProperties(raw).filter(([name]) => !derivedProperties.has(name));
  const left = ['standardMoisture', 'density', 'machine', ...empty.map(([name]) => identifier(name))];
  await work.run(`create table points as select * exclude (${left.join(', ')}) from (
    select *, ${droppedSql(raw, settings, required)} as dropped, null::varchar as ${leftOutMember}
    from (select * replace (${shown.join(', ')}) from derived))`);
  const nothing = empty.map(([name, { type }]) => `null::${columnTypes[type]} as ${identifier(name)}`);
  await work.run(`create view presented as select ${['*', ...nothing].join(', ')} from points`);
  return units;
}

const signs: Record<Operator, string> = { GT: '>', GTE: '>=', LT: '<', LTE: '<=', EQ: '=', NE: '<>' };

/**
 * The first rule that a row breaks, which begins with its property. A row without the property breaks no rule about it.
 */
function droppedSql(
  raw: RawSet,
  { cleanupStandardGeojson, cleanupRules }: Settings,
  required: readonly string[],
): string {
  const absent = required.map((name) => `when ${identifier(name)} is null then ${text(`${name} is missing`)}`);
  const own = new Set<string>(propertiesOf(raw.operationType).map(([name]) => name));
  const rules = cleanupStandardGeojson ? Object.entries(cleanupRules) : [];
  const broken = rules.flatMap(([property, list]) => {
    if (property === 'products')
      return list.map((rule) => `when ${productBreaks(rule)} then ${text(named(property, rule))}`);
    if (!own.has(property)) return [];
    return list.map((rule) => {
      const kept = `${identifier(property)} ${signs[rule.operator]} ${literal(rule.value)}`;
      return `when not (${kept}) then ${text(named(property, rule))}`;
    });
  });
  const cases = [...broken, ...absent];
  return cases.length > 0 ? `case ${cases.join(' ')} end` : 'null::varchar';
}

function named(property: string, { operator, value }: CleanupRule): string {
  return `${property} ${operator} ${value}`;
}

function productBreaks({ operator, value }: CleanupRule): string {
  const kept = `product.rate."value" ${signs[operator]} ${literal(value)}`;
  return `coalesce(len(list_filter(products, lambda product: not (${kept}))) > 0, false)`;
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : text(value);
}
