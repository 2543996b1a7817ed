import type { SeasonEvent } from '../season/layer-choice.ts';
import type { SeasonField } from '../season/season.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { allPages } from './all-pages.ts';

interface FieldIrrigation {
  id: string;
  startTime: string;
  endTime: string;
  summary: { properties: { depth: { avg: number; unit: string } } };
}

/** What the field was irrigated with between two days, in the owner's units. @throws ApiProblem */
export async function readIrrigation(
  api: ConsoleApi,
  { id, svcUserId }: SeasonField,
  { from, to }: { from: string; to: string },
): Promise<SeasonEvent[]> {
  const query = new URLSearchParams({ startTime: `${from}T00:00:00Z`, endTime: `${to}T23:59:59Z` });
  const path = `/services/irrigation/api/users/${svcUserId}/irrigation/fields/${encodeURIComponent(id)}?${query}`;
  return (await allPages<FieldIrrigation>(api, path)).map(({ id, startTime, endTime, summary }) => {
    const { avg, unit } = summary.properties.depth;
    return {
      kind: 'irrigation',
      id,
      title: `Irrigation, ${avg.toFixed(unit === 'in' ? 2 : 1)} ${unit}`,
      start: startTime,
      end: endTime,
      layers: [],
    };
  });
}
