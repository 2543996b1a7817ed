import { fail } from '../fault.ts';
import { type SqlType, typeOf, typeText } from '../types/sql-type.ts';
import { call } from './build.ts';
import { castText } from './casts.ts';
import { fieldOf } from './equality.ts';
import { withoutCuts } from './geography/without-cuts.ts';
import { wkt } from './geography/wkt.ts';
import type { Expand } from './row.ts';

type Engine = 'duckdb' | 'trino';

/** Integers beyond 2^53 are written as strings, which JSON readers keep exact. */
const isExact = '$1 BETWEEN -9007199254740992 AND 9007199254740992';
const integer = `CASE WHEN ${isExact} THEN CAST($1 AS VARCHAR) ELSE '"' || CAST($1 AS VARCHAR) || '"' END`;

/** Numbers with a fraction that a double would change are written as strings, too. */
function decimal(engine: Engine): string {
  const text = castText(typeOf('NUMERIC'), typeOf('STRING'))?.[engine];
  return `CASE WHEN ${isExact} AND $1 % 1 = 0 THEN ${text} ELSE '"' || ${text} || '"' END`;
}

function number(engine: Engine): string {
  const text = castText(typeOf('FLOAT64'), typeOf('STRING'))?.[engine];
  const [isNumber, isNone] = engine === 'duckdb' ? ['isfinite($1)', 'isnan($1)'] : ['is_finite($1)', 'is_nan($1)'];
  return `CASE WHEN ${isNumber} THEN ${text} WHEN ${isNone} THEN '"NaN"' WHEN $1 > 0 THEN '"Infinity"' ELSE '"-Infinity"' END`;
}

/** Escapes U+2028 and U+2029, at which JavaScript once ended lines. */
const quotedText = (engine: Engine) => {
  const text = engine === 'duckdb' ? 'CAST(to_json($1) AS VARCHAR)' : 'json_format(CAST($1 AS JSON))';
  return `replace(replace(${text}, '\u2028', '\\u2028'), '\u2029', '\\u2029')`;
};
const inQuotes = (text: string) => `'"' || ${text} || '"'`;

/** A template for a value `$1` that is not NULL; times as ISO text, bytes in base64, geographies as WKT. */
function scalar(type: SqlType, engine: Engine): string | undefined {
  const text = castText(type, typeOf('STRING'))?.[engine];
  switch (type.kind) {
    case 'STRING':
      return quotedText(engine);
    case 'INT64':
      return integer;
    case 'FLOAT64':
      return number(engine);
    case 'BOOL':
      return 'CAST($1 AS VARCHAR)';
    case 'BYTES':
      return inQuotes('to_base64($1)');
    case 'NUMERIC':
      return decimal(engine);
    case 'DATE':
    case 'TIME':
      return text && inQuotes(`(${text})`);
    case 'DATETIME':
      return text && inQuotes(`replace(${text}, ' ', 'T')`);
    case 'TIMESTAMP':
      return text && inQuotes(`replace(replace(${text}, ' ', 'T'), '+00', 'Z')`);
    case 'GEOGRAPHY':
      return inQuotes(wkt[engine]);
    case 'NULL':
      return `'null'`;
    default:
      return undefined;
  }
}

/**
 * The JSON of `value`, which is a name or a field. Lambda variables are named by depth, so that inner ones do not hide
 * outer ones.
 */
function jsonText(type: SqlType, value: string, engine: Engine, at: number, depth = 0): string {
  const known = scalar(type, engine);
  if (known) {
    const text = known.replace(/\$\$|\$1/g, (sign) => (sign === '$1' ? value : sign));
    return `CASE WHEN ${value} IS NULL THEN 'null' ELSE ${text} END`;
  }
  if (type.kind === 'STRUCT') {
    const members = type.fields.map(({ name, column, type: field }, index) => {
      const label = JSON.stringify(name || `_field_${index + 1}`)
        .replaceAll("'", "''")
        .replaceAll('$', '$$$$');
      return `'${index ? ',' : ''}${label}:' || ${jsonText(field, fieldOf[engine](value, column), engine, at, depth)}`;
    });
    return `CASE WHEN ${value} IS NULL THEN 'null' ELSE '{' || ${members.join(' || ') || "''"} || '}' END`;
  }
  if (type.kind === 'ARRAY') {
    const element = `e${'e'.repeat(depth)}`;
    const each = jsonText(type.element, element, engine, at, depth + 1);
    const joined =
      engine === 'duckdb'
        ? `coalesce(array_to_string(list_transform(${value}, ${element} -> ${each}), ','), '')`
        : `array_join(transform(${value}, ${element} -> ${each}), ',')`;
    return `CASE WHEN ${value} IS NULL THEN 'null' ELSE '[' || ${joined} || ']' END`;
  }
  return fail('unsupported_function', at, `TO_JSON_STRING does not take ${typeText(type)}.`);
}

/** Values of any type as JSON without blanks, as in BigQuery. */
export const toJsonString: Expand = withoutCuts(([value], { at, type }) => {
  if (!value) throw new Error('an argument is missing');
  const text = (engine: Engine) => jsonText(value.type, '$1', engine, value.at);
  return call(at, type, { duckdb: text('duckdb'), trino: text('trino') }, [value]);
});
