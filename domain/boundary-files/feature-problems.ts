import { agreeing, counted } from '../counted.ts';
import type { Validity } from '../geometry/validity.ts';
import { count, type ProblemRow, positionText } from './problem-row.ts';

interface Defective {
  validity: Validity;
  at?: [longitude: number, latitude: number] | undefined;
}

export const featureProblems = {
  emptyGeometry: {
    severity: 'error',
    message: () => 'The feature has no geometry.',
    hint: 'Draw its boundary, or leave the feature out of the export.',
  },
  notPolygon: {
    severity: 'error',
    message: ({ found }: { found: string }) => `A field boundary is a polygon, but this is a ${found}.`,
    hint: 'Export the boundaries as polygons. Points and lines, such as recorded passes or sampling locations, cannot become fields.',
  },
  malformedGeometry: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `The geometry ${reason}.`,
    hint: 'Export the feature again: coordinates are lists of [longitude, latitude] numbers.',
  },
  partsDropped: {
    severity: 'warning',
    message: ({ found }: { found: string }) => `Parts of the feature are not polygons (${found}) and were left out.`,
    hint: 'Nothing to do if only the polygons are the boundary.',
  },
  coordinatesOutOfRange: {
    severity: 'error',
    message: ({ longitude, latitude }: { longitude: number; latitude: number }) =>
      `The coordinates ${longitude}, ${latitude} are not a longitude (-180 to 180) and a latitude (-90 to 90).`,
    hint: 'Either the two are swapped, or the file uses another coordinate system than it says. Export it as WGS 84 (EPSG:4326).',
  },
  crossesAntimeridian: {
    severity: 'error',
    message: ({ west, east }: { west: number; east: number }) =>
      `The boundary reaches from longitude ${west} to ${east}, more than half the globe, and cannot be cut at the 180th meridian.`,
    hint: 'Cut it there into polygons of one feature, which end at longitude 180 and begin at -180.',
  },
  cutAtAntimeridian: {
    severity: 'warning',
    message: () =>
      'The boundary crosses the 180th meridian and was cut there into parts, whose longitudes end at 180 and begin at -180.',
    hint: 'No action is needed: the parts are one field.',
  },
  touchesPole: {
    severity: 'error',
    message: ({ latitude }: { latitude: number }) =>
      `The boundary touches the pole (latitude ${latitude}), where longitude has no meaning.`,
    hint: 'Check the coordinate system of the file.',
  },
  tooManyVertices: {
    severity: 'error',
    message: ({ vertices, limit }: { vertices: number; limit: number }) =>
      `The boundary has ${count(vertices)} vertices; the limit is ${count(limit)}.`,
    hint: 'Simplify it, to about 0.1 m for instance: a field rarely needs more than a few hundred vertices.',
  },
  invalidGeometry: {
    severity: 'error',
    message: ({ validity, at }: Defective) =>
      `The boundary is invalid (${said(validity)}${where(at)}) and no area is left after repairing it.`,
    hint: 'Draw the boundary again as a closed line around the field.',
  },
  tangledGeometry: {
    severity: 'error',
    message: ({ limit }: { limit: number }) =>
      `The boundary crosses itself in more than ${count(limit)} places, which is too many to repair.`,
    hint: 'It is probably a recorded track and not a boundary. Draw the boundary again as a closed line around the field.',
  },
  repairedGeometry: {
    severity: 'warning',
    message: ({ validity, at }: Defective) =>
      `The boundary was invalid (${said(validity)}${where(at)}) and has been repaired.`,
    hint: 'Compare the field with the original there; its area may have changed.',
  },
  duplicateFeature: {
    severity: 'warning',
    message: ({ original }: { original: string }) =>
      `The boundary is identical to that of ${original}, so no second field was created.`,
    hint: 'No action is needed. If they are two fields, give them different boundaries.',
  },
  nameShortened: {
    severity: 'warning',
    message: ({ length, limit }: { length: number; limit: number }) =>
      `The field's name has ${count(length)} characters and was truncated to ${limit}.`,
    hint: 'Rename the field if that matters.',
  },
  tooManyFields: {
    severity: 'error',
    message: ({ fields, limit }: { fields: number; limit: number }) =>
      `The upload contains at least ${count(fields)} fields; at most ${count(limit)} can be created at once, so none were.`,
    hint: ({ limit }: { fields: number; limit: number }) => `Split it into uploads of up to ${count(limit)} fields.`,
  },
  moreOfTheSame: {
    severity: 'error',
    message: ({ code, more }: { code: string; more: number }) =>
      `There ${agreeing(more, 'are')} ${counted(more, 'more problem')} of the kind ${code}.`,
    hint: 'The listed ones show what to correct.',
  },
} satisfies Record<string, ProblemRow>;

function said(validity: Validity): string {
  return validity.toLowerCase().replaceAll('_', ' ');
}

function where(at: [number, number] | undefined): string {
  return at ? ` at ${positionText(at)}` : '';
}
