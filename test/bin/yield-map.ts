import { readPng } from '../../adapters/images/read-png.ts';

/**
 * What the yield map of the sample harvest shows (dry mass, default settings): the acres of each class, by its colour, from the lowest to the
 * highest. Their sum is the area that an independent reader counted (`test/corpus/expected`, 101,673 m²); the classes are Furrow's own.
 */
const acres: Record<string, number> = {
  '440154': 2.17,
  '443A83': 1.51,
  '31688E': 2.97,
  '21908C': 6.42,
  '35B779': 5.92,
  '8FD744': 4.49,
  FDE725: 1.66,
};
/** The ground, from 93.15482° to 93.15025° W and from 41.66615° to 41.66948° N, is a little wider than high. */
const widthByHeight = 1.02;
/** Points overlap where the machine turned, so pixels are not quite acres. */
const tolerance = 0.02;

/**
 * Compares the picture with the harvest.
 *
 * @returns what differs; nothing if it is the harvest.
 */
export function yieldMapProblems(png: Buffer): string[] {
  const { width, height, colourAt } = readPng(png);
  const counts = new Map(Object.keys(acres).map((colour) => [colour, 0]));
  let [left, right, top, bottom] = [width, 0, height, 0];
  // The legend is to the right of the map, with a wide gap before it.
  for (let x = 0, empty = 0; x < width && empty < 20; x += 1) {
    const before = left < width ? right : -1;
    for (let y = 0; y < height; y += 1) {
      const colour = hex(colourAt(x, y));
      const count = counts.get(colour);
      if (count === undefined) continue;
      counts.set(colour, count + 1);
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
    empty = left < width && right === before ? empty + 1 : 0;
  }
  const drawn = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const total = Object.values(acres).reduce((sum, area) => sum + area, 0);
  const shape = (right - left + 1) / (bottom - top + 1);
  return [
    ...Object.entries(acres).flatMap(([colour, area]) => {
      const [wanted, found] = [area / total, (counts.get(colour) ?? 0) / Math.max(1, drawn)];
      return Math.abs(wanted - found) < tolerance ? [] : [`${colour} covers ${percent(found)}, not ${percent(wanted)}`];
    }),
    ...(Math.abs(shape - widthByHeight) < tolerance ? [] : [`it is ${shape.toFixed(2)} times as wide as high`]),
  ];
}

const hex = (colour: readonly number[]) =>
  colour
    .slice(0, 3)
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
