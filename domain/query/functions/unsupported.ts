/** What GoogleSQL has and Furrow has not, with what to use instead: told apart from names that do not exist. */
const known: Readonly<Record<string, string>> = {
  ST_CLUSTERDBSCAN: 'Group by ST_SNAPTOGRID instead.',
  ST_MAXDISTANCE: '',
  ST_HAUSDORFFDISTANCE: '',
  ST_HAUSDORFFDWITHIN: '',
  ST_GEOHASH: 'Group by ST_SNAPTOGRID instead.',
  ST_LINEINTERPOLATEPOINT: '',
  ST_LINELOCATEPOINT: '',
  ST_LINESUBSTRING: '',
  ST_ANGLE: '',
  ST_DUMP: '',
  ST_DUMPPOINTS: '',
  ST_REGIONSTATS: '',
  FARM_FINGERPRINT: 'Use SHA256.',
  SEARCH: 'Use CONTAINS_SUBSTR.',
  SESSION_USER: '',
  GENERATE_UUID: '',
  PARSE_JSON: 'Use JSON_VALUE on the text.',
  TO_JSON: 'Use TO_JSON_STRING.',
  ST_H3CELLIDS: '',
  ST_H3TOGEOM: '',
};
const families = /^(NET|ML|KEYS|AEAD|HLL_COUNT|KLL_QUANTILES|S2|D3A|ERRORS|VECTOR)[._]|^S2_/;

/** The hint for a function that is known and not supported; `undefined` for any other name. */
export const unsupportedHint = (name: string): string | undefined =>
  Object.hasOwn(known, name) ? known[name] : families.test(name) ? '' : undefined;
