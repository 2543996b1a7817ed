import type { StoredFieldIrrigation } from '../../../../domain/irrigation/irrigation.ts';
import type { IrrigationFilter, WateredField } from '../../../../domain/irrigation/irrigation-store.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { readKeys } from '../lists/index-range.ts';
import { passing, rangeStream } from '../lists/row-stream.ts';
import { streamPage } from '../lists/stream-page.ts';
import type { Item, Table } from '../table.ts';
import { meets, rangeOf, wateredName } from './irrigation-item.ts';

/** Records that are read at once of a field: the last one answers, unless a filter names a machine that did not water then. */
const recordsAtOnce = 5;

/** One page of the fields that got water, each with the last record that meets the filters. */
export function listWateredFields(
  irrigation: Table,
  pk: string,
  svcUserId: string,
  filter: IrrigationFilter,
  asked: PageRequest,
): Promise<Page<WateredField>> {
  const range = { ...rangeOf(pk, wateredName('')), descending: asked.sort[0]?.descending };
  const found = new Map<string, string>();
  return streamPage<WateredField>(
    {
      table: irrigation,
      name: [irrigation.name, range, JSON.stringify(filter)],
      open: (budget, first) =>
        passing(rangeStream(irrigation, range, { budget, first }), async ({ at }) => {
          if (found.has(at)) return true;
          const last = await lastWater(irrigation, pk, at, filter);
          if (last !== undefined) found.set(at, last);
          return last !== undefined;
        }),
      keyOf: undefined,
      read({ sk }) {
        const fieldId = String(sk).slice(wateredName('').length);
        return { fieldId, lastIrrigationTime: found.get(fieldId) ?? '' };
      },
      userIn: () => svcUserId,
      narrows: Object.values(filter).some((value) => value !== undefined),
      hint: 'Ask for the irrigation of one field.',
    },
    asked,
  );
}

/** When a field last got water that meets the filters; undefined if it never did. */
async function lastWater(
  irrigation: Table,
  pk: string,
  fieldId: string,
  filter: IrrigationFilter,
): Promise<string | undefined> {
  const range = { ...rangeOf(pk, `field#${fieldId}#`, filter), descending: true };
  let from: Item | undefined;
  do {
    const { keys, last } = await readKeys(irrigation, range, recordsAtOnce, from);
    const records = keys.map(({ value }) => value as StoredFieldIrrigation).filter((record) => meets(record, filter));
    // Several providers may have watered the last date.
    const [newest] = records
      .map(({ lastWaterTime }) => lastWaterTime)
      .sort()
      .reverse();
    if (newest !== undefined) return newest;
    from = last;
  } while (from);
  return undefined;
}
