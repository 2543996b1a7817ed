import { classBounds, classTexts, countedClasses, innerShares } from '../../machine-files/maps/map-classes.ts';
import { sceneClassNames } from '../scenes/scene-bands.ts';

/** One line of the legend of a picture. */
export interface LegendLine {
  /** The colour's number in the palette of the picture. */
  number: number;
  text: string;
  hectares: number;
}

/** Bounds are whole hundredths: neighbouring colours of a picture are 0.004 to 0.008 apart, so that finer ones would say more than it knows. */
const hundredths = 100;

/**
 * The legend of a picture of an index: rounded, equal steps from the 2nd to the 98th percentile of its pixels with an open class on either side, as
 * maps of machine data have. The colour of a class is that of its middle pixel. From the highest values down; empty for a picture without pixels.
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
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return [];
  const [low = 0, high = 0] = innerShares.map((share) => valueAt(numberAt(shown, share)));
  const bounds = [...new Set(classBounds(low, high).map((bound) => Math.round(bound * hundredths) / hundredths))];
  const members = new Map<number, typeof shown>();
  for (const one of shown) {
    const below = bounds.filter((bound) => bound < valueAt(one.number)).length;
    members.set(below, [...(members.get(below) ?? []), one]);
  }
  const counted = new Map(
    [...members].map(([below, numbers]) => {
      const count = sumOf(numbers);
      return [below, { count, squareMetres: count * pixelSquareMetres }];
    }),
  );
  const classes = countedClasses(bounds, counted, { min: valueAt(first.number), max: valueAt(last.number) }, '');
  const texts = classTexts(classes);
  // Both run from the lowest values to the highest, without classes that have no pixels.
  return [...members.values()]
    .map((numbers, index) => ({
      number: numberAt(numbers, 0.5),
      text: texts[index] ?? '',
      hectares: (sumOf(numbers) * pixelSquareMetres) / 10_000,
    }))
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
