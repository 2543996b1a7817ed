import { ApiProblem } from '../../api/client.ts';
import type { Land } from '../../api/uploads.ts';
import type { SeasonEvent } from '../season/layer-choice.ts';
import type { Scene, SeasonField, Watched } from '../season/season.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { dateOf, dayText } from '../text/dates.ts';
import { allPages } from './all-pages.ts';

const satellite = '/services/satellite/api/fields';

interface SatelliteField {
  id: string;
  externalId: string;
  createdAt: string;
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

/** So long after its registration past scenes of a field may still be arriving. */
const freshMilliseconds = 10 * 60_000;

/**
 * The scenes of a field between two days, and what else is fetched of it: all that it is registered for is read, so that a page knows in which years
 * there is something to see.
 *
 * @throws ApiProblem
 */
export async function readScenes(
  api: ConsoleApi,
  field: SeasonField,
  { from, to }: { from: string; to: string },
): Promise<{ watched: Watched; scenes: Scene[] }> {
  const registered = await satelliteFieldsOf(api, field, to.slice(0, 4));
  const series = await Promise.all(registered.map(({ id }) => readSeries(api, id)));
  const all = [
    ...new Map(
      series
        .flat()
        .toReversed()
        .map((scene) => [scene.date, scene]),
    ).values(),
  ].toSorted((one, other) => (one.date < other.date ? -1 : 1));
  const isShown = ({ date }: Scene) => dateOf(date) >= from && dateOf(date) <= to;
  const years = sceneEvents(all).map(({ start }) => Number(start.slice(0, 4)));
  const isFresh = registered.some(({ createdAt }) => Date.now() - Date.parse(createdAt) < freshMilliseconds);
  return {
    watched: { isRegistered: registered.length > 0, years: [...new Set(years)], isFresh },
    scenes: all.filter(isShown),
  };
}

/** All scenes of a registered field. @throws ApiProblem */
async function readSeries(api: ConsoleApi, satelliteFieldId: string): Promise<Scene[]> {
  const series = await api.get<SeriesPoint[]>(`${satellite}/${satelliteFieldId}/timeseries?index=NDVI`);
  return series.map(({ date, processId, upstream, clearMean, clearPercent }) => ({
    ...{ satelliteFieldId, processId, date },
    ndvi: clearMean,
    clear: clearPercent,
    isSynthetic: upstream === 'stand-in',
  }));
}

/**
 * Has the scenes of a season fetched.
 *
 * @param range days of the season, `YYYY-MM-DD`.
 * @throws ApiProblem
 */
export async function fetchScenes(
  api: ConsoleApi,
  { id, boundary }: SeasonField,
  year: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const body = { externalId: `${id}-${year}`, geometry: boundary, startDate: from, endDate: to };
  await api.post(satellite, body).catch((error: unknown) => {
    // They are being fetched already.
    if (!(error instanceof ApiProblem && error.status === 409)) throw error;
  });
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

/** As many registrations of one field are read. */
const maxRegistrations = 6;

/**
 * Satellite fields are registered apart from fields: by the id of the field and the year as `externalId` for one season, by the id alone, or by an
 * outline of the same ground. The one of the season comes first.
 */
async function satelliteFieldsOf(
  api: ConsoleApi,
  { id, boundary }: SeasonField,
  year: string,
): Promise<SatelliteField[]> {
  const ground = boundary && extentOf(boundary);
  const rank = ({ externalId, geometry }: SatelliteField): number | undefined => {
    if (externalId === `${id}-${year}`) return 0;
    if (externalId === id) return 1;
    const ofYear = externalId.startsWith(`${id}-`) && /^\d{4}$/.test(externalId.slice(id.length + 1));
    if (ofYear) return 2;
    return ground && shared(extentOf(geometry), ground) >= minShared ? 3 : undefined;
  };
  return (await allPages<SatelliteField>(api, satellite))
    .flatMap((one) => {
      const place = rank(one);
      return place === undefined ? [] : [{ one, place }];
    })
    .toSorted((first, second) => first.place - second.place)
    .slice(0, maxRegistrations)
    .map(({ one }) => one);
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
