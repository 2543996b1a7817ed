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
        title: depth === null ? analyte : `${analyte}, ${depth}`,
        ...(unit !== null && { unit }),
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
