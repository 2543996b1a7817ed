import type { LeftOut } from '../../../../domain/query/query-engine.ts';
import type { FirstRows } from '../../../../sql/first-rows.ts';
import type { Zone } from './zone.ts';

/**
 * The instant beyond which none of the requested rows can be, since the zones up to it contain enough; undefined if the
 * zones do not suffice.
 *
 * @param zones of all files of the table.
 */
export function lastInstant(
  { descending, rows, values }: Pick<FirstRows, 'descending' | 'rows' | 'values'>,
  zones: Iterable<Zone>,
  { ingestIds, svcUserIds }: LeftOut,
): string | undefined {
  const isSeen = (zone: Zone, column: string, hidden: readonly string[]) => {
    const value = zone.values.get(column);
    return hidden.length === 0 || (value !== undefined && !hidden.includes(value));
  };
  const sure = [...zones].filter(
    (zone) =>
      values.every(([column, value]) => zone.values.get(column) === value) &&
      isSeen(zone, 'ingestId', ingestIds) &&
      isSeen(zone, 'svcUserId', svcUserIds),
  );
  const end = ({ first, last }: Zone) => (descending ? first : last);
  const sign = descending ? -1 : 1;
  sure.sort((a, b) => sign * (end(a) < end(b) ? -1 : 1));
  let found = 0;
  for (const zone of sure) {
    found += zone.rows;
    if (found >= rows) return end(zone);
  }
  return undefined;
}
