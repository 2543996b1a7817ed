import tzLookup from '@photostructure/tz-lookup';

/**
 * The IANA name of the time zone at a position, such as `America/Chicago`. Borders are exact within a kilometre or so.
 *
 * @example zoneAt({ longitude: -93.6, latitude: 42 }) // 'America/Chicago'
 */
export function zoneAt({ longitude, latitude }: { longitude: number; latitude: number }): string {
  return tzLookup(latitude, longitude);
}
