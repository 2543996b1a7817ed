import type { NumberCell, NumberRow } from '../numbers/number-row.ts';
import type { Ground } from '../numbers/work.ts';
import type { LayerChoice } from '../season/layer-choice.ts';
import type { Scene } from '../season/season.ts';
import type { ConsoleApi } from '../session/console-api.ts';

/** A scene, and the index of it whose numbers are shown. */
export interface SceneOfIndex {
  satelliteFieldId: string;
  processId: string;
  index: 'NDVI' | 'NDRE';
  /** An instant or a day in ISO 8601. */
  date: string;
}

type Statistics = { pixels: number; clearPixels?: number; mean?: number; clearMean?: number };
type Sides = Record<'inside' | 'outside', Statistics>;

/** The scene whose index is shown beside a zone: that of the map, or else the clearest one of the season. */
export function sceneOfIndex(chosen: LayerChoice | undefined, clearest: Scene | undefined): SceneOfIndex | undefined {
  if (chosen?.source.kind === 'scene') {
    const { satelliteFieldId, processId, index } = chosen.source;
    return { satelliteFieldId, processId, index, date: chosen.date };
  }
  return clearest && { ...clearest, index: 'NDVI' };
}

/** An index of a scene inside and outside of a zone: of clear pixels where it is known which are clear, else of all. @throws ApiProblem */
export async function readIndexNumbers(
  api: ConsoleApi,
  { satelliteFieldId, processId, index }: SceneOfIndex,
  zone: Ground,
  signal?: AbortSignal,
): Promise<NumberRow[]> {
  const path = `/services/satellite/api/fields/${satelliteFieldId}/processes/${processId}/statistics`;
  const body = { index, geometry: zone };
  const sides = await api.post<Sides>(path, body, signal);
  const row = (id: string, title: string, member: readonly string[]): NumberRow => {
    const cell = (side: keyof Sides): NumberCell => ({
      value: memberOf(sides[side], member),
      question: { kind: 'request', method: 'POST', path, body, member: [side, ...member] },
    });
    return { id, title, inside: cell('inside'), outside: cell('outside') };
  };
  // Either both sides have it or none does.
  const isKnown = sides.inside.clearPixels !== undefined;
  const [mean, quantiles] = isKnown ? ['clearMean', 'clearQuantiles'] : ['mean', 'quantiles'];
  return [
    row('pixels', 'Pixels', ['pixels']),
    ...(isKnown ? [row('clearPixels', 'Clear pixels', ['clearPixels'])] : []),
    row('ndviMean', `${index}, mean`, [mean]),
    row('ndviLow', `${index}, 10th percentile`, [quantiles, 'p10']),
    row('ndviMedian', `${index}, median`, [quantiles, 'p50']),
    row('ndviHigh', `${index}, 90th percentile`, [quantiles, 'p90']),
  ];
}

function memberOf(statistics: unknown, member: readonly string[]): number | null {
  const found = member.reduce<unknown>((one, name) => (one as Record<string, unknown> | undefined)?.[name], statistics);
  return typeof found === 'number' ? found : null;
}
