import type { ProblemRow } from './problem-row.ts';

const exportAsWgs84 = 'Export the boundaries as WGS 84 (EPSG:4326, longitude and latitude)';

/**
 * How exact coordinates are after the step from their datum to WGS 84, as a clause.
 *
 * @example shownShift({ datum: 'North American Datum 1927', metres: 7 }) // '… is exact to about 7 m'
 */
export function shownShift({ datum, metres }: { datum: string; metres: number | undefined }): string {
  return metres === undefined
    ? `The coordinates are of ${datum}, for which no step to WGS 84 is known at this place: they were taken as they are, and may be some hundred metres off`
    : `The coordinates were brought from ${datum} to WGS 84 without the grids of the survey, which is exact to about ${metres} m`;
}

export const projectionProblems = {
  missingProjection: {
    severity: 'error',
    message: ({ x, y }: { x: number; y: number }) =>
      `The file does not declare a known coordinate system, and coordinates such as ${x}, ${y} are not degrees.`,
    hint: `Add the .prj file that belongs to it (in GML, the srsName), or: ${exportAsWgs84}.`,
  },
  assumedWgs84: {
    severity: 'warning',
    message: () =>
      'The file does not say which coordinate system it uses; its coordinates look like degrees and were read as WGS 84.',
    hint: 'Check that the fields are in the right place; add a .prj file (in GML, a srsName) to be sure.',
  },
  unknownProjection: {
    severity: 'error',
    message: ({ name, reason }: { name: string; reason: string }) =>
      `The coordinate system "${name}" cannot be used: ${reason}.`,
    hint: `${exportAsWgs84}.`,
  },
  projectionMismatch: {
    severity: 'error',
    message: ({ name, x, y }: { name: string; x: number; y: number }) =>
      `The file says that it uses ${name}, in metres, but its coordinates look like degrees (such as ${x}, ${y}).`,
    hint: `Correct the .prj file or the coordinate system, or: ${exportAsWgs84}.`,
  },
  datumShift: {
    severity: 'warning',
    message: (shift: { datum: string; metres: number | undefined }) => `${shownShift(shift)}.`,
    hint: `Where that matters, bring the boundaries to WGS 84 in a program that has the grids of the survey: ${exportAsWgs84}.`,
  },
  reprojectionFailed: {
    severity: 'error',
    message: ({ name, x, y }: { name: string; x: number; y: number }) =>
      `The coordinates ${x}, ${y} are outside the range of the file's coordinate system (${name}).`,
    hint: `The coordinate system is probably the wrong one. ${exportAsWgs84}.`,
  },
} satisfies Record<string, ProblemRow>;
