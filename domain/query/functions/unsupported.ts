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
};
const families = /^(NET|ML|KEYS|AEAD|HLL_COUNT|KLL_QUANTILES|S2|D3A|ERRORS|VECTOR)[._]|^S2_/;

/** The hint for a function that is known and not supported; `undefined` for any other name. */
export function unsupportedHint(name: string): string | undefined {
  if (Object.hasOwn(known, name)) return known[name];
  if (/^(ST_)?H3/.test(name)) {
    return 'Group by ST_SNAPTOGRID(geometry, degrees); /beta/analytics/user/{svcUserId}/zones has cells of H3.';
  }
  return families.test(name) ? '' : undefined;
}
