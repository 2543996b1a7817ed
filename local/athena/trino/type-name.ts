import { type Part, separated, TrinoProblem } from './parts.ts';

/** A point has only x and y, every other geometry only WKB; as the functions on geographies take them. */
export const geometryType = 'STRUCT(wkb BLOB, x DOUBLE, y DOUBLE)';

const types: Record<string, string> = {
  BOOLEAN: 'BOOLEAN',
  INTEGER: 'INTEGER',
  BIGINT: 'BIGINT',
  DOUBLE: 'DOUBLE',
  VARCHAR: 'VARCHAR',
  VARBINARY: 'BLOB',
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMP',
  TIME: 'TIME',
  JSON: 'JSON',
  GEOMETRY: geometryType,
};

/** The DuckDB type of a type of Trino. @throws TrinoProblem for an unknown type. */
export function duckDbType(parts: readonly Part[]): string {
  const [word, next] = parts;
  if (word?.kind !== 'word') throw unknown('of no name');
  const name = word.text.toUpperCase();
  const group = next?.kind === 'group' ? next.parts : undefined;
  if (name === 'ARRAY' && group) return `${duckDbType(group)}[]`;
  if (name === 'ROW' && group) return `STRUCT(${separated(group).map(field).join(', ')})`;
  if (name === 'DECIMAL' && group) return `DECIMAL(${group.map((part) => ('text' in part ? part.text : '')).join('')})`;
  if (name === 'TIMESTAMP' && parts.some((part) => part.kind === 'word' && part.text.toUpperCase() === 'ZONE'))
    return 'TIMESTAMPTZ';
  return types[name] ?? fail(name);
}

function field([name, , ...type]: readonly Part[]): string {
  if (name?.kind !== 'name' && name?.kind !== 'word') throw unknown('ROW without names');
  return `${name.text} ${duckDbType(type)}`;
}

function fail(name: string): never {
  throw unknown(name);
}

const unknown = (name: string) => new TrinoProblem('TYPE_NOT_FOUND', `line 1:1: Unknown type: ${name}`);
