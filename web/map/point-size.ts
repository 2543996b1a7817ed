import type { PointsAbout } from '../points/point-set.ts';

/** Smaller rectangles leave gaps when the whole field is shown. */
const minPixels = { machine: 1.6, pixels: 1, samples: 18 };
/** Rectangles overlap a little, so that rounding leaves no hairlines. */
const overlap = { machine: 1.15, pixels: 1.02, samples: 1 };

/** The metres across and along the direction of travel that a point is drawn with. */
export function pointSize(
  { of, ground }: Pick<PointsAbout, 'of' | 'ground'>,
  metresPerPixel: number,
): [wide: number, long: number] {
  const min = minPixels[of] * metresPerPixel;
  const [wide, long] = [ground.wide || ground.long, ground.long || ground.wide];
  return [Math.max(wide * overlap[of], min), Math.max(long * overlap[of], min)];
}
