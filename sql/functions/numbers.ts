import { quotient } from './numeric.ts';
import { roundsHalves, truncates } from './round.ts';
import { each, type FunctionRow, groupOf, signature, writes } from './row.ts';

const scalar = groupOf('Numbers', 'scalar');
const raise = (message: string) => `error('${message}')`;
/** On Trino a failing cast raises its text in the message, but only if it is evaluated. */
const raiseTrino = (message: string) => `CAST('${message}' AS DOUBLE)`;

const same = (types: string[], text: string) => each(types, (type) => writes(`${type} -> ${type}`, text));
const unary = (text: string, trino = text) => writes('FLOAT64 -> FLOAT64', text, trino);
/**
 * A function with a limited domain: outside of it BigQuery raises an error where the engines return NaN or infinity.
 */
const guarded = (outside: string, text: string, message: string) =>
  unary(
    `CASE WHEN ${outside} THEN ${raise(message)} ELSE ${text} END`,
    `IF(${outside}, ${raiseTrino(message)}, ${text})`,
  );
/** A call that fails if its value is not finite although its arguments are. */
const finite = (parameters: 'FLOAT64' | 'FLOAT64, FLOAT64', text: string, message: string) => {
  const given = (test: string) => (parameters === 'FLOAT64' ? `${test}($1)` : `${test}($1) AND ${test}($2)`);
  const outside = (test: string) => `NOT ${test}(${text}) AND ${given(test)}`;
  return writes(
    `${parameters} -> FLOAT64`,
    `CASE WHEN ${outside('isfinite')} THEN ${raise(message)} ELSE ${text} END`,
    `IF(${outside('is_finite')}, ${raiseTrino(message)}, ${text})`,
  );
};
/** NULL if the value of finite arguments is not finite. */
const finiteOrNull = (text: string) => [
  writes(
    'FLOAT64, FLOAT64 -> FLOAT64',
    `CASE WHEN NOT isfinite(${text}) AND isfinite($1) AND isfinite($2) THEN NULL ELSE ${text} END`,
    `IF(NOT is_finite(${text}) AND is_finite($1) AND is_finite($2), NULL, ${text})`,
  ),
];
const asNumeric = (sign: string) => `CAST($1 ${sign} $2 AS DECIMAL(38, 9))`;
const rounded = (duckdb: string, trino = duckdb) => [
  unary(duckdb, trino),
  writes('NUMERIC -> NUMERIC', `CAST(${duckdb} AS DECIMAL(38, 9))`, `CAST(${trino} AS DECIMAL(38, 9))`),
];

/** Limits the number of digits: more digits than a number has change nothing, and engines accept few. */
const digits = (max: number) =>
  `CAST(CASE WHEN $2 > ${max} THEN ${max} WHEN $2 < -${max} THEN -${max} ELSE $2 END AS INTEGER)`;

/** Both engines round halves away from zero, as BigQuery does. */
const roundTo = (name: 'round' | 'trunc', trino: string) => [
  signature('FLOAT64, INT64 -> FLOAT64', name === 'round' ? roundsHalves : truncates),
  writes(
    'NUMERIC, INT64 -> NUMERIC',
    `CAST(${name}($1, ${digits(38)}) AS DECIMAL(38, 9))`,
    `CAST(${trino.replace('$N', digits(28))} AS DECIMAL(38, 9))`,
  ),
];

const notPositive = 'LOG of a number that is not positive, or to the base of one that is not or is 1';

export const numberRows: FunctionRow[] = [
  scalar('ABS', 'The value without its sign.', 'ABS(-5)', 5, ...same(['INT64', 'NUMERIC', 'FLOAT64'], 'abs($1)')),
  scalar(
    'SIGN',
    '-1, 0 or 1.',
    'SIGN(-2.5)',
    -1,
    writes('INT64 -> INT64', 'CAST(sign($1) AS BIGINT)'),
    writes('NUMERIC -> NUMERIC', 'CAST(sign($1) AS DECIMAL(38, 9))'),
    writes('FLOAT64 -> FLOAT64', 'CASE WHEN isnan($1) THEN $1 ELSE CAST(sign($1) AS DOUBLE) END', 'sign($1)'),
  ),
  scalar(
    'ROUND',
    'Rounded, halves away from zero.',
    'ROUND(2.345, 2)',
    2.35,
    ...rounded('round($1)'),
    ...roundTo('round', 'round($1, $N)'),
  ),
  scalar(
    'TRUNC',
    'Rounded towards zero.',
    'TRUNC(-2.78, 1)',
    -2.7,
    ...rounded('trunc($1)', 'truncate($1)'),
    ...roundTo('trunc', 'truncate($1, $N)'),
  ),
  scalar('CEIL', 'Rounded up to an integer.', 'CEIL(2.1)', 3, ...rounded('ceil($1)')),
  scalar('CEILING', 'Rounded up to an integer.', 'CEILING(2.1)', 3, ...rounded('ceil($1)')),
  scalar('FLOOR', 'Rounded down to an integer.', 'FLOOR(-2.1)', -3, ...rounded('floor($1)')),
  scalar(
    'DIV',
    'Integer division, rounded towards zero.',
    'DIV(-7, 2)',
    -3,
    writes('INT64, INT64 -> INT64', `CASE WHEN $2 = 0 THEN ${raise('division by zero')} ELSE $1 // $2 END`, '$1 / $2'),
  ),
  scalar(
    'MOD',
    'The remainder of a division, with the sign of the first.',
    'MOD(-7, 3)',
    -1,
    writes(
      'INT64, INT64 -> INT64',
      `CASE WHEN $2 = 0 THEN ${raise('division by zero')} WHEN $2 = -1 THEN $1 - $1 ELSE $1 % $2 END`,
      '$1 % $2',
    ),
    writes(
      'NUMERIC, NUMERIC -> NUMERIC',
      `CASE WHEN $2 = 0 THEN ${raise('division by zero')} ELSE CAST($1 % $2 AS DECIMAL(38, 9)) END`,
      'CAST($1 % $2 AS DECIMAL(38, 9))',
    ),
  ),
  scalar(
    'SAFE_DIVIDE',
    'Divided, or NULL where the divisor is 0.',
    'SAFE_DIVIDE(1, 0)',
    null,
    writes(
      'NUMERIC, NUMERIC -> NUMERIC',
      quotient('$1', 'nullif($2, 0)'),
      'CAST($1 / nullif($2, 0) AS DECIMAL(38, 9))',
    ),
    ...finiteOrNull('$1 / nullif($2, 0e0)'),
  ),
  scalar(
    'IEEE_DIVIDE',
    'Divided by the rules of floating point numbers.',
    'IEEE_DIVIDE(1, 0)',
    'Infinity',
    writes(
      'FLOAT64, FLOAT64 -> FLOAT64',
      `CASE WHEN $2 = 0 THEN CASE WHEN $1 = 0 OR isnan($1) THEN 'nan'::DOUBLE WHEN $1 > 0 THEN 'inf'::DOUBLE ELSE '-inf'::DOUBLE END ELSE $1 / $2 END`,
      '$1 / $2',
    ),
  ),
  ...(
    [
      ['SAFE_ADD', 'SAFE_ADD(9223372036854775807, 1)', null, '+'],
      ['SAFE_SUBTRACT', 'SAFE_SUBTRACT(5, 3)', 2, '-'],
      ['SAFE_MULTIPLY', 'SAFE_MULTIPLY(3, 4)', 12, '*'],
    ] as const
  ).map(([name, sql, value, sign]) =>
    scalar(
      name,
      'NULL where the result does not fit.',
      sql,
      value,
      writes('INT64, INT64 -> INT64', `TRY($1 ${sign} $2)`, `try($1 ${sign} $2)`),
      writes('NUMERIC, NUMERIC -> NUMERIC', `TRY(${asNumeric(sign)})`, `try(${asNumeric(sign)})`),
      ...finiteOrNull(`$1 ${sign} $2`),
    ),
  ),
  scalar(
    'SAFE_NEGATE',
    'NULL where the result does not fit.',
    'SAFE_NEGATE(4)',
    -4,
    ...each(['INT64', 'NUMERIC', 'FLOAT64'], (type) => writes(`${type} -> ${type}`, 'TRY(-($1))', 'try(-($1))')),
  ),
  scalar('SQRT', 'The square root.', 'SQRT(16)', 4, guarded('$1 < 0', 'sqrt($1)', 'SQRT of a negative number')),
  scalar('CBRT', 'The cube root.', 'CBRT(27)', 3, unary('cbrt($1)')),
  ...(['POW', 'POWER'] as const).map((name) =>
    scalar(
      name,
      'The first to the power of the second.',
      `${name}(2, 10)`,
      1024,
      finite('FLOAT64, FLOAT64', 'power($1, $2)', `${name} of these numbers is none, or too large`),
    ),
  ),
  scalar('EXP', 'e to a power.', 'EXP(0)', 1, finite('FLOAT64', 'exp($1)', 'EXP of a number that is too large')),
  scalar(
    'LN',
    'The natural logarithm.',
    'LN(1)',
    0,
    guarded('$1 <= 0', 'ln($1)', 'LN of a number that is not positive'),
  ),
  scalar(
    'LOG',
    'The natural logarithm, or the one to the base of the second.',
    'LOG(8, 2)',
    3,
    guarded('$1 <= 0', 'ln($1)', 'LOG of a number that is not positive'),
    writes(
      'FLOAT64, FLOAT64 -> FLOAT64',
      `CASE WHEN $1 <= 0 OR $2 <= 0 OR $2 = 1 THEN ${raise(notPositive)} ELSE ln($1) / ln($2) END`,
      `IF($1 <= 0 OR $2 <= 0 OR $2 = 1, ${raiseTrino(notPositive)}, ln($1) / ln($2))`,
    ),
  ),
  scalar(
    'LOG10',
    'The logarithm to the base of 10.',
    'LOG10(1000)',
    3,
    guarded('$1 <= 0', 'log10($1)', 'LOG10 of a number that is not positive'),
  ),
  ...(['SIN', 'COS', 'TAN', 'ATAN', 'SINH', 'COSH', 'TANH'] as const).map((name) => {
    const text = `${name.toLowerCase()}($1)`;
    const isBounded = !/^(SINH|COSH)$/.test(name);
    return scalar(
      name,
      'Of an angle in radians.',
      `${name}(0)`,
      name.startsWith('COS') ? 1 : 0,
      isBounded ? unary(text) : finite('FLOAT64', text, `${name} of a number that is too large`),
    );
  }),
  scalar(
    'COT',
    'The cotangent of an angle in radians.',
    'ROUND(COT(1), 6)',
    0.642093,
    guarded('$1 = 0', '1e0 / tan($1)', 'COT of 0'),
  ),
  scalar(
    'ASIN',
    'The angle in radians.',
    'ASIN(0)',
    0,
    guarded('abs($1) > 1', 'asin($1)', 'ASIN of a number outside of -1 to 1'),
  ),
  scalar(
    'ACOS',
    'The angle in radians.',
    'ACOS(1)',
    0,
    guarded('abs($1) > 1', 'acos($1)', 'ACOS of a number outside of -1 to 1'),
  ),
  scalar(
    'ATAN2',
    'The angle of y and x in radians.',
    'ATAN2(0, 1)',
    0,
    writes('FLOAT64, FLOAT64 -> FLOAT64', 'atan2($1, $2)'),
  ),
  scalar('PI', 'The number.', 'ROUND(PI(), 2)', 3.14, writes(' -> FLOAT64', 'pi()')),
  scalar(
    'IS_NAN',
    'Whether it is NaN.',
    "IS_NAN(CAST('nan' AS FLOAT64))",
    true,
    writes('FLOAT64 -> BOOL', 'isnan($1)', 'is_nan($1)'),
  ),
  scalar(
    'IS_INF',
    'Whether it is infinite.',
    "IS_INF(CAST('-inf' AS FLOAT64))",
    true,
    writes('FLOAT64 -> BOOL', 'isinf($1)', 'is_infinite($1)'),
  ),
  scalar(
    'BIT_COUNT',
    'How many bits are set.',
    'BIT_COUNT(7)',
    3,
    writes('INT64 -> INT64', 'CAST(bit_count($1) AS BIGINT)', 'bit_count($1, 64)'),
  ),
  scalar('RAND', 'A number from 0 to below 1.', 'RAND() < 2', true, writes(' -> FLOAT64', 'random()')),
  scalar(
    'RANGE_BUCKET',
    'In which bucket a value falls, by the buckets’ lower bounds in order.',
    'RANGE_BUCKET(20, [0, 10, 20, 30])',
    3,
    ...each(['INT64', 'FLOAT64', 'STRING', 'DATE'], (type) =>
      writes(
        `${type}, ARRAY<${type}> -> INT64`,
        'CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE CAST(len(list_filter($2, b -> b <= $1)) AS BIGINT) END',
        'IF($1 IS NULL OR $2 IS NULL, NULL, cardinality(filter($2, b -> b <= $1)))',
      ),
    ),
  ),
];
