import { fail } from '../fault.ts';
import { isComparable } from '../types/sql-type.ts';
import { call, choices, endedByQuery } from './build.ts';
import { equalText } from './equality.ts';
import { type Expand, each, type FunctionRow, groupOf, signature, writes } from './row.ts';

const scalar = groupOf('Conditions', 'scalar');
const ordered = ['INT64', 'NUMERIC', 'FLOAT64', 'STRING', 'DATE', 'TIMESTAMP', 'DATETIME', 'TIME', 'BYTES', 'BOOL'];
/** NULL if an argument is NULL. */
const extreme = (type: string, name: string) =>
  writes(`${type}... -> ${type}`, `CASE WHEN $? THEN NULL ELSE ${name}($*) END`, `${name}($*)`);

/** Trino requires at least two values. */
const coalesced: Expand = (args, { at, type }) => {
  const [only] = args;
  return only && args.length === 1 ? only : call(at, type, choices.ofMany, args);
};

const nullWhereEqual: Expand = (args, { at, type, name }) => {
  if (!isComparable(type)) fail('type_error', at, `${name} is not defined for arguments of type ${type.kind}.`);
  const duckdb =
    type.kind === 'STRUCT' ? `CASE WHEN ${equalText(type).duckdb} THEN NULL ELSE $1 END` : 'nullif($1, $2)';
  const trino = 'nullif($1, $2)';
  const withNaN = { duckdb: `CASE WHEN ${equalText(type, true).duckdb} THEN NULL ELSE $1 END`, trino };
  return { ...call(at, type, { duckdb, trino }, args), withNaN };
};

export const conditionRows: FunctionRow[] = [
  scalar(
    'IF',
    'The second where the first is true, the third otherwise.',
    "IF(1 < 2, 'yes', 'no')",
    'yes',
    signature('BOOL, T, T -> T', choices.condition),
  ),
  scalar(
    'IFNULL',
    'The second where the first is NULL.',
    "IFNULL(NULL, 'none')",
    'none',
    signature('T, T -> T', choices.ofTwo),
  ),
  scalar('COALESCE', 'The first that is not NULL.', 'COALESCE(NULL, 3, 4)', 3, signature('T... -> T', coalesced)),
  scalar('NULLIF', 'NULL where both are equal.', "NULLIF('a', 'a')", null, signature('T, T -> T', nullWhereEqual)),
  scalar(
    'GREATEST',
    'The greatest, or NULL where one is NULL.',
    'GREATEST(1, 3, 2)',
    3,
    ...each(ordered, (type) => extreme(type, 'greatest')),
  ),
  scalar(
    'LEAST',
    'The least, or NULL where one is NULL.',
    "LEAST('b', 'a')",
    'a',
    ...each(ordered, (type) => extreme(type, 'least')),
  ),
  scalar(
    'ERROR',
    'Ends the query. The answer does not repeat the message, which may hold data.',
    "IF(FALSE, ERROR('no'), 'fine')",
    'fine',
    writes('STRING -> NULL', `error('${endedByQuery}: ' || $1)`, `CAST('${endedByQuery}: ' || $1 AS BIGINT)`),
  ),
];
