import type { CellPlace } from './reading-problems.ts';
import type { SoilGeometry, SoilLab, SoilOriginal, SoilResult } from './soil-reading.ts';

/** Samples as one file has them, before analytes, units and methods are looked up. */
export interface RawEvent {
  /** Key of the format of its file. */
  format: string;
  /** `YYYY-MM-DD`. */
  date?: string;
  grower?: string;
  farm?: string;
  field?: string;
  lab?: SoilLab;
  file: string;
  /** Tells tables of one file apart; absent where the file is no table. */
  table?: string;
  samples: RawSample[];
}

export interface RawSample {
  id: string;
  /** Other ids of the sample, by which a file of places may name it. */
  otherIds?: string[];
  geometry: SoilGeometry | null;
  depth?: RawDepth;
  results: RawResult[];
}

export interface RawDepth {
  top: number;
  bottom: number;
  unit?: string;
}

export interface RawResult {
  /** Its cell; absent where a file has no cells. */
  at?: CellPlace;
  original: SoilOriginal;
  /** The number in the original value; absent where it is text. */
  value?: number;
  qualifier?: NonNullable<SoilResult['qualifier']>;
  /** What the reader of a table has found out; without a code where the name says none. Absent where only the name is known. */
  understood?: {
    code?: string;
    share?: number;
    method?: string;
    isDoubtful?: true;
    /** The unit that the sender of the zip has given to its column. */
    unit?: string;
  };
}

/** Places of samples in a file without results. */
export interface RawPlaces {
  file: string;
  /** By each id that the file gives a place. */
  places: { ids: string[]; geometry: SoilGeometry }[];
}
