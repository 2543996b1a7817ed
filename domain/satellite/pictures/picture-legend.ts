import { classAt, divisionOf, finestIndex } from '../../machine-files/maps/division.ts';
import { divisionTexts } from '../../machine-files/maps/map-classes.ts';
import { sceneClassNames } from '../scenes/scene-bands.ts';

/** One line of the legend of a picture. */
export interface LegendLine {
  /** The colour's number in the palette of the picture. */
  number: number;
  text: string;
  hectares: number;
}

/**
 * The legend of a picture of an index, in the classes of all maps. The colour of a class is that of its middle pixel. From the highest values down,
 * without classes that have no pixels; empty for a picture without any.
 *
 * @param counts pixels by the number of their colour, from the lowest values to the highest; those of number 0 are transparent.
 * @param valueAt the value that a number stands for.
 * @param pixelSquareMetres the ground of a pixel.
 */
export function indexLegend(
  counts: ArrayLike<number>,
  valueAt: (number: number) => number,
  pixelSquareMetres: number,
): LegendLine[] {
  const shown = Array.from(counts, (count, number) => ({ number, count })).filter(
    ({ number, count }) => number > 0 && count > 0,
  );
  if (shown.length === 0) return [];
  const layer = shown.map(({ number, count }) => ({ value: valueAt(number), weight: count }));
  const division = divisionOf(layer, { finest: finestIndex });
  return divisionTexts(division)
    .flatMap((text, index): LegendLine[] => {
      const own = shown.filter(({ number }) => classAt(valueAt(number), division.bounds) === index);
      if (own.length === 0) return [];
      return [{ number: numberAt(own, 0.5), text, hectares: (sumOf(own) * pixelSquareMetres) / 10_000 }];
    })
    .toReversed();
}

/** The legend of a picture of scene classes: those that it shows, in their order. Parameters as of `indexLegend`. */
export function classesLegend(counts: ArrayLike<number>, pixelSquareMetres: number): LegendLine[] {
  return sceneClassNames.flatMap((text, index): LegendLine[] => {
    const [number, count] = [index + 1, counts[index + 1] ?? 0];
    return count === 0 ? [] : [{ number, text, hectares: (count * pixelSquareMetres) / 10_000 }];
  });
}

type Counted = readonly { number: number; count: number }[];

const sumOf = (numbers: Counted) => numbers.reduce((sum, { count }) => sum + count, 0);

/** The number that a share of the pixels does not exceed. */
function numberAt(numbers: Counted, share: number): number {
  let rest = share * sumOf(numbers);
  for (const { number, count } of numbers) {
    rest -= count;
    if (rest <= 0) return number;
  }
  return numbers.at(-1)?.number ?? 0;
}
