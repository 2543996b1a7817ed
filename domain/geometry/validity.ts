import * as z from 'zod';

/** The validity of a geometry, with the names that boundary records use. */
export const validities = [
  'VALID',
  'REPEATED_POINT',
  'HOLE_OUTSIDE_SHELL',
  'NESTED_HOLES',
  'DISCONNECTED_INTERIOR',
  'SELF_INTERSECTION',
  'RING_SELF_INTERSECTION',
  'NESTED_SHELLS',
  'DUPLICATE_RINGS',
  'TOO_FEW_POINTS',
  'INVALID_COORDINATE',
  'RING_NOT_CLOSED',
  'NOT_ALLOWED_GEOMETRY_TYPE',
] as const;

export type Validity = (typeof validities)[number];

export const validitySchema = z.enum(validities);

/** The defect of a geometry and its position; `position` is missing if only the kind is known. */
export interface Defect {
  validity: Exclude<Validity, 'VALID'>;
  position?: [longitude: number, latitude: number];
}

/**
 * A defect in words, such as `SELF_INTERSECTION at longitude 10.5, latitude 50.5`.
 *
 * @example describeDefect({ validity: 'HOLE_OUTSIDE_SHELL', position: [10.5, 50.5] })
 */
export function describeDefect({ validity, position }: Defect): string {
  return position ? `${validity} at longitude ${position[0]}, latitude ${position[1]}` : validity;
}

/** Phrases of GEOS, which all releases since 3.0 share; a longer phrase precedes those that it contains. */
const geosPhrases: [phrase: string, validity: Defect['validity']][] = [
  ['Ring Self-intersection', 'RING_SELF_INTERSECTION'],
  ['Self-intersection', 'SELF_INTERSECTION'],
  ['Repeated Point', 'REPEATED_POINT'],
  ['Hole lies outside shell', 'HOLE_OUTSIDE_SHELL'],
  ['Holes are nested', 'NESTED_HOLES'],
  ['Interior is disconnected', 'DISCONNECTED_INTERIOR'],
  ['Nested shells', 'NESTED_SHELLS'],
  ['Duplicate Rings', 'DUPLICATE_RINGS'],
  ['Too few', 'TOO_FEW_POINTS'],
  ['Invalid Coordinate', 'INVALID_COORDINATE'],
  ['closed', 'RING_NOT_CLOSED'],
];

/**
 * Parses a GEOS message such as `Self-intersection at or near point 10.5 50.5`.
 *
 * @example defectOfMessage('Self-intersection at or near point 10.5 50.5') // { validity: 'SELF_INTERSECTION', position: [10.5, 50.5] }
 */
export function defectOfMessage(message: string): Defect {
  const validity = geosPhrases.find(([phrase]) => message.includes(phrase))?.[1] ?? 'SELF_INTERSECTION';
  const match = /at or near point (-?[\d.e+-]+) (-?[\d.e+-]+)/i.exec(message);
  if (!match) return { validity };
  return { validity, position: [Number(match[1]), Number(match[2])] };
}
