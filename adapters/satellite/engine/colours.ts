import type { Colour } from '../../../domain/machine-files/maps/class-colours.ts';

type Stop = readonly [value: number, colour: Colour];

const brightRed: Colour = [255, 0, 0];

/** Steps of RdYlGn of ColorBrewer 2 (C. Brewer, Apache-2.0), from few plants to many. */
const steps: readonly Colour[] = [
  [165, 0, 38],
  [215, 48, 39],
  [244, 109, 67],
  [253, 174, 97],
  [254, 224, 139],
  [217, 239, 139],
  [166, 217, 106],
  [102, 189, 99],
  [26, 152, 80],
  [0, 104, 55],
];
const plants: readonly Stop[] = steps.map((colour, index) => [index / (steps.length - 1), colour]);

/** The colour of a value from -1 (red) through yellow to 1 (green). */
const whole: readonly Stop[] = [
  [-1, brightRed],
  [0, [255, 255, 0]],
  [1, [0, 255, 0]],
];

/** Colours of the scene classes 1 to 11 (https://custom-scripts.sentinel-hub.com/custom-scripts/sentinel-2/scene-classification/). */
export const classColours: readonly Colour[] = [
  [255, 0, 0],
  [47, 47, 47],
  [100, 50, 0],
  [0, 160, 0],
  [255, 230, 90],
  [0, 0, 255],
  [128, 128, 128],
  [192, 192, 192],
  [255, 255, 255],
  [100, 200, 255],
  [255, 150, 255],
];

/** Colours of an index by the numbers of a palette, 1 to 255; 0 is no value. */
export interface IndexColours {
  palette: Colour[];
  numberOf(value: number): number;
  /** The middle of the values that have a number; 0 for the number of all values below 0. */
  valueOf(number: number): number;
}

const last = 255;

/** Colours with bright red for all values below 0, and a ramp from few plants to many above. */
export function plantColours(): IndexColours {
  const rest = last - 2;
  const palette = [brightRed, ...Array.from({ length: rest + 1 }, (_, index) => at(plants, index / rest))];
  return {
    palette,
    numberOf: (value) => (value < 0 ? 1 : 2 + Math.round(Math.min(1, value) * rest)),
    valueOf: (number) => Math.max(0, (number - 2) / rest),
  };
}

/** Colours from bright red at -1 to bright green at 1. */
export const absoluteColours = (): IndexColours => stretched(whole, -1, 1);

/** Colours from few plants to many, between the lowest value and the highest. */
export function relativeColours(min: number, max: number): IndexColours {
  const { palette } = stretched(plants, 0, 1);
  const span = max - min || 1;
  return {
    palette,
    numberOf: (value) => 1 + Math.round(((Math.min(Math.max(value, min), max) - min) / span) * (last - 1)),
    valueOf: (number) => min + ((number - 1) / (last - 1)) * span,
  };
}

function stretched(stops: readonly Stop[], from: number, to: number): IndexColours {
  const palette = Array.from({ length: last }, (_, index) => at(stops, from + (index / (last - 1)) * (to - from)));
  return {
    palette,
    numberOf: (value) => 1 + Math.round(((value - from) / (to - from)) * (last - 1)),
    valueOf: (number) => from + ((number - 1) / (last - 1)) * (to - from),
  };
}

function at(stops: readonly Stop[], value: number): Colour {
  const above = stops.findIndex(([stop]) => stop >= value);
  const [high, upper] = stops[above < 0 ? stops.length - 1 : above] ?? [0, brightRed];
  const [low, lower] = stops[Math.max(0, above - 1)] ?? [high, upper];
  const share = high === low ? 0 : (value - low) / (high - low);
  const mixed = (part: 0 | 1 | 2) => Math.round(lower[part] + (upper[part] - lower[part]) * share);
  return [mixed(0), mixed(1), mixed(2)];
}
