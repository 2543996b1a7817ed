import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Land } from '../../api/uploads.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import type { LayerChoice, SeasonEvent } from './layer-choice.ts';
import { type Part, part } from './part.ts';

/** The field whose season is shown. */
export interface SeasonField {
  id: string;
  svcUserId: string;
  name: string;
  /** Its active boundary; absent until the field has one. */
  boundary?: Land;
  /** In the owner's system of units. */
  area?: { value: number; unit: string };
}

/** A day of weather; amounts are in the unit that `weatherUnits` names, growing degree days since the axis begins. */
export interface WeatherDay {
  /** `YYYY-MM-DD`. */
  date: string;
  rain: number | null;
  growingDegreeDays: number;
}

/** A scene of a satellite over the field. */
export interface Scene {
  satelliteFieldId: string;
  processId: string;
  /** An instant in ISO 8601. */
  date: string;
  /** Mean of the index over pixels without cloud; null if none of them is clear. */
  ndvi: number | null;
  /** Percentage of the field's pixels that are clear. */
  clear: number | null;
}

/** A value of soil samples at a place of the field. */
export interface SamplePoint {
  location: GeoJSON.Point | GeoJSON.Polygon | GeoJSON.MultiPolygon;
  depth: string | null;
  values: {
    analyte: string;
    unit: string | null;
    method: string | null;
    value: number;
    qualifier: '<' | '>' | null;
    date: string | null;
  }[];
}

/** One field's season: what was loaded, and what the screen shows of it. All components of the screen share it. */
export interface Season {
  api: ConsoleApi;
  field: SeasonField;
  /** The year that names the season. */
  year: number;
  /** What the time axis spans: days, `YYYY-MM-DD`, both included. */
  range: ReadonlySignal<{ from: string; to: string }>;
  operations: Part<SeasonEvent[]>;
  weather: Part<WeatherDay[]>;
  scenes: Part<Scene[]>;
  samples: Part<SamplePoint[]>;
  irrigation: Part<SeasonEvent[]>;
  /** All events in the order of time. */
  events: ReadonlySignal<SeasonEvent[]>;
  /** The clearest scene of the season: the map's backdrop. */
  clearest: ReadonlySignal<Scene | undefined>;
  chosen: Signal<LayerChoice | undefined>;
  /** The layer that swipes across the chosen one. */
  second: Signal<LayerChoice | undefined>;
  /** Ground that was drawn or clicked. */
  zone: Signal<GeoJSON.Polygon | GeoJSON.MultiPolygon | undefined>;
  /** Whether a zone is being drawn. */
  drawing: Signal<boolean>;
  /** Whether points that the cleanup hides are shown. */
  showHidden: Signal<boolean>;
}

export interface SeasonReaders {
  operations(): Promise<SeasonEvent[]>;
  weather(): Promise<WeatherDay[]>;
  scenes(): Promise<Scene[]>;
  samples(): Promise<SamplePoint[]>;
  irrigation(): Promise<SeasonEvent[]>;
  sceneEvents(scenes: readonly Scene[]): SeasonEvent[];
  sampleEvents(samples: readonly SamplePoint[]): SeasonEvent[];
}

/** A season that has not loaded anything yet. */
export function newSeason(api: ConsoleApi, field: SeasonField, year: number, read: SeasonReaders): Season {
  const operations = part<SeasonEvent[]>([], read.operations);
  const scenes = part<Scene[]>([], read.scenes);
  const samples = part<SamplePoint[]>([], read.samples);
  const irrigation = part<SeasonEvent[]>([], read.irrigation);
  return {
    api,
    field,
    year,
    range: computed(() => {
      const [first = ''] = operations.value.value.map(({ start }) => start.slice(0, 10)).toSorted();
      const begin = `${year}-01-01`;
      return { from: first !== '' && first < begin ? first : begin, to: `${year}-12-31` };
    }),
    operations,
    weather: part<WeatherDay[]>([], read.weather),
    scenes,
    samples,
    irrigation,
    events: computed(() =>
      [
        ...operations.value.value,
        ...irrigation.value.value,
        ...read.sceneEvents(scenes.value.value),
        ...read.sampleEvents(samples.value.value),
      ].toSorted((one, other) => (one.start < other.start ? -1 : 1)),
    ),
    clearest: computed(() => scenes.value.value.toSorted((one, other) => (other.clear ?? 0) - (one.clear ?? 0))[0]),
    chosen: signal(),
    second: signal(),
    zone: signal(),
    drawing: signal(false),
    showHidden: signal(false),
  };
}
