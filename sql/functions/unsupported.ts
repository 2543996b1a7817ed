/**
 * Functions of GoogleSQL that Furrow does not support, with alternatives; errors distinguish them from unknown names.
 */
export const unsupportedFunctions: Readonly<Record<string, string>> = {
  ST_CLUSTERDBSCAN: 'Group by ST_SNAPTOGRID instead.',
  ST_HAUSDORFFDISTANCE: '',
  ST_HAUSDORFFDWITHIN: '',
  ST_LINEINTERPOLATEPOINT: '',
  ST_LINELOCATEPOINT: '',
  ST_LINESUBSTRING: '',
  ST_ANGLE: '',
  ST_DUMP: '',
  ST_DUMPPOINTS: '',
  ST_REGIONSTATS: '',
  NORMALIZE_AND_CASEFOLD: 'Use LOWER(NORMALIZE(text)).',
  SEARCH: 'Use CONTAINS_SUBSTR.',
  SESSION_USER: '',
  GENERATE_UUID: '',
  PARSE_JSON: 'Use JSON_VALUE on the text.',
  TO_JSON: 'Use TO_JSON_STRING.',
};
/** Functions of other dialects, with their equivalents in GoogleSQL. */
const elsewhere: Readonly<Record<string, string>> = {
  DATE_FORMAT: 'FORMAT_TIMESTAMP or FORMAT_DATE',
  DATE_PART: 'EXTRACT(part FROM t)',
  DATEADD: 'DATE_ADD(d, INTERVAL n part) or TIMESTAMP_ADD',
  DATEDIFF: 'DATE_DIFF(later, earlier, part) or TIMESTAMP_DIFF',
  FROM_UNIXTIME: 'TIMESTAMP_SECONDS',
  GETDATE: 'CURRENT_TIMESTAMP',
  GROUP_CONCAT: 'STRING_AGG',
  ISNULL: 'IFNULL, or x IS NULL',
  JSON_OBJECT: 'STRUCT',
  LEN: 'LENGTH',
  LISTAGG: 'STRING_AGG',
  MEDIAN: 'APPROX_QUANTILES(x, 2)[OFFSET(1)], or PERCENTILE_CONT(x, 0.5) OVER ()',
  NOW: 'CURRENT_TIMESTAMP()',
  NVL: 'IFNULL',
  STRFTIME: 'FORMAT_TIMESTAMP or FORMAT_DATE',
  STRPTIME: 'PARSE_TIMESTAMP or PARSE_DATE',
  TO_CHAR: 'FORMAT_TIMESTAMP or FORMAT',
  TO_DATE: 'PARSE_DATE or DATE',
  TRY_CAST: 'SAFE_CAST',
};
const families = /^(NET|ML|KEYS|AEAD|HLL_COUNT|KLL_QUANTILES|S2|D3A|ERRORS|VECTOR)[._]|^S2_/;

/** The hint for a function of another dialect. */
export const hintFromElsewhere = (name: string): string | undefined =>
  Object.hasOwn(elsewhere, name) ? `Use ${elsewhere[name]}.` : undefined;

/** The hint for an unsupported function; `undefined` for any other name. */
export function unsupportedHint(name: string): string | undefined {
  if (Object.hasOwn(unsupportedFunctions, name)) return unsupportedFunctions[name];
  if (/^(ST_)?H3/.test(name)) return 'Use ST_H3CELLIDS and ST_H3TOGEOM of constants; group by ST_SNAPTOGRID otherwise.';
  return families.test(name) ? '' : undefined;
}
