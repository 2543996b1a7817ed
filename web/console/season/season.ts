import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Land } from '../../api/uploads.ts';
import type { WorkReader } from '../numbers/season-work.ts';
import type { FieldOperation, OperationEvent } from '../reading/read-operations.ts';
import type { Units } from '../reading/read-settings.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import type { LayerChoice, SeasonEvent } from './layer-choice.ts';
import type { Part } from './part.ts';

/** The field whose season is shown. */
export interface SeasonField {
  id: string;
  svcUserId: string;
  name: string;
  /** Its active boundary; absent until the field has one. */
  boundary?: Land;
  /** As the API has it, in hectares. */
  area?: { value: number; unit: string };
}

/** A day of weather. */
export interface WeatherDay {
  /** `YYYY-MM-DD`. */
  date: string;
  /** Precipitation in `rainUnit`; null where it is not known. */
  rain: number | null;
  /** Growing degree days, summed over the days of `counted`. */
  growingDegreeDays: number;
}

/** From planting, or a usual day of planting where none was recorded, to harvest: days, `YYYY-MM-DD`, both included. */
export interface CountedDays {
  from: string;
  /** Absent before the harvest. */
  to?: string;
  isPlanted: boolean;
}

export interface SeasonWeather {
  days: WeatherDay[];
  /** Whether it was made up because no weather service could be reached. */
  isSynthetic: boolean;
  rainUnit: 'mm' | 'in';
  /** Growing degree days are sums of degrees of this scale. */
  degreeUnit: '°C' | '°F';
  /** The crop whose growing degree days are counted. */
  crop: string;
  /** The days whose growing degree days are counted. */
  counted: CountedDays;
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
  /** Whether it shows other ground, because no catalogue of scenes could be reached. */
  isSynthetic: boolean;
}

/** What is fetched of satellite images of a field. */
export interface Watched {
  /** Whether the field is registered for them. */
  isRegistered: boolean;
  /** Years that have clear scenes. */
  years: number[];
  /** Whether it was registered some minutes ago, so that its past scenes may still be arriving. */
  isFresh: boolean;
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

/** A zone that was saved. */
export interface SavedZone {
  id: string;
  name: string;
  note?: string;
  geometry: GeoJSON.Polygon | GeoJSON.MultiPolygon;
}

/** One field's season: what was loaded, and what the screen shows of it. All components of the screen share it. */
export interface Season {
  api: ConsoleApi;
  field: SeasonField;
  /** The year that names the season. */
  year: number;
  /** What the time axis spans: days, `YYYY-MM-DD`, both included. */
  range: ReadonlySignal<{ from: string; to: string }>;
  /** The operations of all seasons of the field, the oldest first. */
  work: Part<FieldOperation[]>;
  /** Years that have operations or clear scenes, the latest first, and the shown one. */
  seasons: ReadonlySignal<number[]>;
  /** Operations of this season. */
  operations: Part<OperationEvent[]>;
  /** The owner's system of units; metric until it is known. */
  units: Part<Units>;
  weather: Part<SeasonWeather | undefined>;
  scenes: Part<Scene[]>;
  /** What is fetched of satellite images of the field; undefined until that is known. */
  watched: ReadonlySignal<Watched | undefined>;
  samples: Part<SamplePoint[]>;
  irrigation: Part<SeasonEvent[]>;
  /** Reads work for its numbers. */
  works: WorkReader;
  /** Of the field, whatever the season. */
  saved: Part<SavedZone[]>;
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
