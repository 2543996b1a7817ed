import { ApiProblem } from '../../api/client.ts';
import type { Land } from '../../api/uploads.ts';
import type { SeasonEvent } from '../season/layer-choice.ts';
import type { Scene, SeasonField } from '../season/season.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { dateOf, dayText } from '../text/dates.ts';
import { allPages } from './all-pages.ts';

const satellite = '/services/satellite/api/fields';

interface SatelliteField {
  id: string;
  externalId: string;
  geometry: Land;
}

interface SeriesPoint {
  date: string;
  processId: string;
  upstream: string;
  clearMean: number | null;
  clearPercent: number | null;
  coverage: number;
}

/** A scene with fewer clear pixels has no layer. */
const minClearPercent = 50;
/** Of two outlines that mean the same ground, the shared part of what both cover. */
const minShared = 0.8;

/**
 * The scenes of a field between two days. None, if it is not watched: registered for satellite images.
 *
 * @throws ApiProblem
 */
export async function readScenes(
  api: ConsoleApi,
  field: SeasonField,
  { from, to }: { from: string; to: string },
): Promise<{ isWatched: boolean; scenes: Scene[] }> {
  const registered = await satelliteFieldOf(api, field, to.slice(0, 4));
  if (!registered) return { isWatched: false, scenes: [] };
  const path = `${satellite}/${registered.id}/timeseries?index=NDVI&startDate=${from}&endDate=${to}`;
  const series = await api.get<SeriesPoint[]>(path);
  const scenes = series.map(({ date, processId, upstream, clearMean, clearPercent }) => ({
    satelliteFieldId: registered.id,
    processId,
    date,
    ndvi: clearMean,
    clear: clearPercent,
    isSynthetic: upstream === 'stand-in',
  }));
  return { isWatched: true, scenes };
}

/** Scenes that are clear enough to look at. */
export function sceneEvents(scenes: readonly Scene[]): SeasonEvent[] {
  return scenes
    .filter(({ ndvi, clear }) => ndvi !== null && (clear ?? 0) >= minClearPercent)
    .map(({ satelliteFieldId, processId, date }) => ({
      kind: 'scene',
      id: processId,
      title: 'Satellite scene',
      start: date,
      layers: [
        {
          id: `${processId} NDVI`,
          source: { kind: 'scene', satelliteFieldId, processId, index: 'NDVI' },
          title: `NDVI, ${dayText(date)}`,
          date: dateOf(date),
        },
      ],
    }));
}

/**
 * Satellite fields are registered apart from fields: by the id of the field and the year as `externalId` for one season, by the id alone, or by an
 * outline of the same ground.
 */
async function satelliteFieldOf(
  api: ConsoleApi,
  { id, boundary }: SeasonField,
  year: string,
): Promise<SatelliteField | undefined> {
  const called = (name: string) =>
    api.get<SatelliteField>(`${satellite}/${encodeURIComponent(name)}`).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status === 404) return undefined;
      throw error;
    });
  const named = (await called(`${id}-${year}`)) ?? (await called(id));
  if (named || !boundary) return named;
  const ground = extentOf(boundary);
  return (await allPages<SatelliteField>(api, satellite)).find(
    ({ geometry }) => shared(extentOf(geometry), ground) >= minShared,
  );
}

type Extent = readonly [west: number, south: number, east: number, north: number];

function extentOf({ coordinates }: Land): Extent {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of coordinates.flat(2)) {
    [west, south] = [Math.min(west, x), Math.min(south, y)];
    [east, north] = [Math.max(east, x), Math.max(north, y)];
  }
  return [west, south, east, north];
}

/** The shared area of two extents in that of both. */
function shared(one: Extent, other: Extent): number {
  const area = ([west, south, east, north]: Extent) => Math.max(0, east - west) * Math.max(0, north - south);
  const both = area([
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]);
  return both / (area(one) + area(other) - both);
}
