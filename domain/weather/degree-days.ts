/** The temperatures between which a crop grows, in °C. */
export interface GrowingRange {
  base: number;
  /** Higher temperatures do not add growth; absent for crops without a usual cap. */
  cap?: number | undefined;
}

/**
 * The usual ranges. Sources: the crop models of the North Dakota Agricultural Weather Network (corn and soybean 50 to 86 °F, wheat and barley 32 to
 * 95 °F, sunflower 44 °F, canola 41 °F, sugar beet 34 to 86 °F, potato 45 to 86 °F); cotton: "DD60", 60 °F, of the cotton belt's extension services.
 */
export const growingRanges = {
  corn: { base: 10, cap: 30 },
  soybean: { base: 10, cap: 30 },
  wheat: { base: 0, cap: 35 },
  barley: { base: 0, cap: 35 },
  canola: { base: 5 },
  sunflower: { base: 6.7 },
  sugarBeet: { base: 1.1, cap: 30 },
  potato: { base: 7.2, cap: 30 },
  cotton: { base: 15.6 },
} as const satisfies Record<string, GrowingRange>;

export type GrowingCrop = keyof typeof growingRanges;
export const growingCrops = Object.keys(growingRanges) as [GrowingCrop, ...GrowingCrop[]];

/**
 * Growing degree days of one day, in °C·d, never negative.
 *
 * Formula: (Tmax + Tmin) / 2 - base, where both temperatures are first limited to the range from base to cap: method 2 of McMaster, G. S. and Wilhelm, W. W.
 * (1997), Growing degree-days: one equation, two interpretations. Agricultural and Forest Meteorology 87, 291-300.
 */
export function growingDegreeDays(lowest: number, highest: number, { base, cap }: GrowingRange): number {
  const between = (celsius: number) => Math.max(base, Math.min(cap ?? Number.POSITIVE_INFINITY, celsius));
  return (between(highest) + between(lowest)) / 2 - base;
}

export const frostRisks = ['none', 'ground', 'light', 'moderate', 'severe'] as const;
export type FrostRisk = (typeof frostRisks)[number];

/**
 * The risk of frost in a night by the lowest temperature at 2 m, in °C: `ground` up to 4, where the air at the plants may freeze on clear nights;
 * `light` up to 0, `moderate` up to -2.2 (28 °F), `severe` up to -4.4 (24 °F).
 *
 * Sources: the classes of freezes of the US National Weather Service; Snyder, R. L. and de Melo-Abreu, J. P. (2005), Frost protection: fundamentals,
 * practice and economics, FAO, for the difference between 2 m and the ground.
 */
export function frostRisk(lowest: number): FrostRisk {
  if (lowest <= -4.4) return 'severe';
  if (lowest <= -2.2) return 'moderate';
  if (lowest <= 0) return 'light';
  return lowest <= 4 ? 'ground' : 'none';
}
