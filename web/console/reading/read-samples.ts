import type { LayerChoice, SeasonEvent } from '../season/layer-choice.ts';
import type { SamplePoint, SeasonField } from '../season/season.ts';
import type { ConsoleApi } from '../session/console-api.ts';

/** The soil samples of a field between two days, the latest value of each analyte at each place. @throws ApiProblem */
export async function readSamples(
  api: ConsoleApi,
  { id, svcUserId }: SeasonField,
  { from, to }: { from: string; to: string },
): Promise<SamplePoint[]> {
  const path = `/services/fields/api/users/${svcUserId}/fields/${encodeURIComponent(id)}/soil?from=${from}&to=${to}`;
  return (await api.get<{ points: SamplePoint[] }>(path)).points;
}

/** One event for each day of sampling, with a layer for each analyte, method, unit and depth. */
export function sampleEvents(points: readonly SamplePoint[]): SeasonEvent[] {
  const days = new Map<string, Map<string, LayerChoice>>();
  for (const { depth, values } of points) {
    for (const { analyte, unit, method, date } of values) {
      if (date === null) continue;
      const layers = days.get(date) ?? new Map<string, LayerChoice>();
      days.set(date, layers);
      const id = JSON.stringify(['samples', date, analyte, unit, method, depth]);
      layers.set(id, {
        id,
        source: { kind: 'samples', analyte, unit, method, depth },
        title: [method === null ? analyte : `${analyte} (${methodText(method)})`, depth].filter(Boolean).join(', '),
        // The unit of a pH is called as its analyte.
        ...(unit !== null && unit !== 'pH' && { unit }),
        date,
      });
    }
  }
  return [...days].map(([date, layers]) => ({
    kind: 'samples',
    id: `samples ${date}`,
    title: 'Soil samples',
    start: `${date}T00:00:00Z`,
    layers: [...layers.values()],
  }));
}

/**
 * A method's key in words.
 *
 * @example methodText('mehlich3') // 'Mehlich 3'
 * @example methodText('water1to1') // 'Water 1:1'
 */
function methodText(method: string): string {
  const words = method.replaceAll(/[A-Z]|\d+to\d+|\d+/g, (part) => ` ${part.toLowerCase().replace('to', ':')}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
