/** Sums of one property over points. */
export interface Sum {
  count: number;
  total: number;
}

/** Sums of the points on a piece of ground. */
export interface Figures {
  points: number;
  /** The property by which zones are distinguished, in its unit. */
  value: Sum & { min: number; max: number };
  /** The values divided by their file's mean, which makes crops and years comparable. */
  share: Sum & { squares: number };
  moisture: Sum;
  elevation: Sum;
  speed: Sum;
}

export const noFigures: Figures = {
  points: 0,
  value: { count: 0, total: 0, min: Infinity, max: -Infinity },
  share: { count: 0, total: 0, squares: 0 },
  moisture: { count: 0, total: 0 },
  elevation: { count: 0, total: 0 },
  speed: { count: 0, total: 0 },
};

const added = (a: Sum, b: Sum): Sum => ({ count: a.count + b.count, total: a.total + b.total });

/**
 * The sums of the points on two pieces of ground together.
 *
 * @example const figures = found.reduce(addFigures, noFigures);
 */
export function addFigures(a: Figures, b: Figures): Figures {
  return {
    points: a.points + b.points,
    value: {
      ...added(a.value, b.value),
      min: Math.min(a.value.min, b.value.min),
      max: Math.max(a.value.max, b.value.max),
    },
    share: { ...added(a.share, b.share), squares: a.share.squares + b.share.squares },
    moisture: added(a.moisture, b.moisture),
    elevation: added(a.elevation, b.elevation),
    speed: added(a.speed, b.speed),
  };
}

export const meanOf = ({ count, total }: Sum): number | undefined => (count > 0 ? total / count : undefined);

/** The standard deviation as a share of the mean. */
export function variation({ count, total, squares }: Figures['share']): number | undefined {
  if (count < 2 || total === 0) return undefined;
  const mean = total / count;
  return Math.sqrt(Math.max(0, squares / count - mean * mean)) / Math.abs(mean);
}
