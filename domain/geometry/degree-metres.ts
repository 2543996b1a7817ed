/*
 * Metres in a degree of a great circle, where rounding hides the shape of the ellipsoid; `metresPerDegree` of `local-plane.ts` has it. Each value belongs to the sphere of
 * its name, and what was computed with one is computed with it.
 */

/** On the sphere with the equatorial radius of WGS 84: sizes of pictures and outlines of single rows. */
export const degreeOnEquatorialSphere = 111_320;

/** On the sphere with the mean radius of the earth, as in SQL: cells of a grid, and distances of many kilometres. */
export const degreeOnMeanSphere = 111_195;
