/** Where the values of a layer come from. */
export type LayerSource =
  | { kind: 'operation'; operationId: string; property: string }
  /** An index of a satellite scene. The ids are those of the satellite area. */
  | { kind: 'scene'; satelliteFieldId: string; processId: string; index: 'NDVI' | 'NDRE' }
  | { kind: 'samples'; analyte: string; unit: string | null; method: string | null; depth: string | null };

/** A layer that the map can show. */
export interface LayerChoice {
  /** Unique in a season. */
  id: string;
  source: LayerSource;
  /** For people, such as `Yield (dry mass)`. */
  title: string;
  /** In the owner's system of units, as the API returns it; absent for categories and indexes. */
  unit?: string;
  /** The day of the work, the scene or the samples: `YYYY-MM-DD`, in UTC. */
  date: string;
}

/** Something that happened on the field, as the time axis shows it. */
export interface SeasonEvent {
  kind: 'operation' | 'scene' | 'samples' | 'irrigation';
  id: string;
  /** For people, such as `Harvest`. */
  title: string;
  /** Instants in ISO 8601. */
  start: string;
  end?: string;
  /** The first is the one shown when the event is chosen. Empty if the event has nothing to show on the map. */
  layers: LayerChoice[];
}
