import type { MapTexts } from '../map/map-texts.ts';

/** A class of values, open at the end that is absent. */
export interface ValueRange {
  /** The one value of the class. */
  value?: number | undefined;
  above?: number | undefined;
  upTo?: number | undefined;
  /** In English. */
  text: string;
}

/** What a map of work and its legend say, in the reader's language. */
export interface WorkTexts {
  map: MapTexts;
  /** The heads of the legend's columns. */
  classes: string;
  ground: string;
  property(property: string): string;
  unit(unit: string): string;
  range(range: ValueRange): string;
  number(value: number, digits?: number): string;
  /** Ground in the unit of the legend, with two decimals. */
  area(value: number): string;
  /** Of the map, for screen readers. @param what it shows. */
  label(what: string): string;
  /** Points that are not shown, for abnormal work, and why. */
  hidden(hidden: number, all: number, states: readonly { name: string; points: number }[]): string;
  /** A layer that has only some of the points. */
  thinned(count: number, points: number): string;
  close: string;
}
