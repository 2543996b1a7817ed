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
  /** The sheet of a workbook. */
  sheet?: string;
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
  original: SoilOriginal;
  /** The number in the original value; absent where it is text. */
  value?: number;
  qualifier?: NonNullable<SoilResult['qualifier']>;
  /** What the reader has found out from a heading of more than a name. */
  understood?: { code?: string; method?: string };
}

/** Places of samples in a file without results. */
export interface RawPlaces {
  file: string;
  /** By each id that the file gives a place. */
  places: { ids: string[]; geometry: SoilGeometry }[];
}
