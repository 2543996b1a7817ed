import { identifier, text } from '../../adapters/duckdb/sql-text.ts';
import type { LakeTablePlan } from '../template/plan-lake.ts';

/** The hidden column with each row's file. */
const path = { name: '$path', type: 'string' };

/** The rows of some files of a table: its columns, the partition columns and the file of each row. */
export function lakeViewSql(
  { columns, injected }: LakeTablePlan,
  folders: ReadonlyMap<string, string>,
  paths: readonly string[],
): string {
  const none = [...columns, path]
    .map(({ name, type }) => `null::${duckDbType(type)} as ${identifier(name)}`)
    .join(', ');
  const files = `select * from read_parquet([${paths.map(text).join(', ')}], hive_partitioning = false, union_by_name = true, filename = '$path')`;
  const values = columns.map(
    ({ name, type }) => `cast(${identifier(name)} as ${duckDbType(type)}) as ${identifier(name)}`,
  );
  const constants = injected.map((name) => `${text(folders.get(name) ?? '')} as ${identifier(name)}`);
  const rows = `select ${none} where false${paths.length > 0 ? ` union all by name ${files}` : ''}`;
  return `select ${[...values, ...constants, identifier(path.name)].join(', ')} from (${rows})`;
}

const types: Record<string, string> = {
  boolean: 'boolean',
  bigint: 'bigint',
  int: 'integer',
  double: 'double',
  string: 'varchar',
  binary: 'blob',
  date: 'date',
  timestamp: 'timestamp',
};

/** A type of Hive. */
function duckDbType(type: string): string {
  const element = /^array<(.*)>$/.exec(type)?.[1];
  if (element !== undefined) return `${duckDbType(element)}[]`;
  const fields = /^struct<(.*)>$/.exec(type)?.[1];
  if (fields !== undefined) return `struct(${membersOf(fields).map(memberType).join(', ')})`;
  if (/^decimal\(\d+,\d+\)$/.test(type)) return type;
  const known = types[type];
  if (!known) throw new Error(`The embedded Athena does not know the type ${type} of Hive.`);
  return known;
}

/** Parts between the commas outside brackets. */
function membersOf(fields: string): string[] {
  const members: string[] = [''];
  let depth = 0;
  for (const sign of fields) {
    if ('<('.includes(sign)) depth += 1;
    if ('>)'.includes(sign)) depth -= 1;
    if (sign === ',' && depth === 0) members.push('');
    else members[members.length - 1] += sign;
  }
  return members;
}

function memberType(member: string): string {
  const colon = member.indexOf(':');
  return `${identifier(member.slice(0, colon))} ${duckDbType(member.slice(colon + 1))}`;
}
