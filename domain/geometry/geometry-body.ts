import * as z from 'zod';
import { limitText } from '../limits.ts';

const position = { type: 'array', items: { type: 'number' }, minItems: 2, example: [10.5, 50.5] };
const rings = { type: 'array', minItems: 1, items: { type: 'array', minItems: 4, items: position } };

const description = 'The type of the geometry.';
const ofRings =
  'of rings, the outline first and then the holes. The last position of a ring is its first; a position is longitude, then latitude, in degrees.';

/**
 * A geometry in a request. Here it only has to be an object, since a schema would report each of a hundred thousand
 * positions; `givenGeometry` checks its shape, and names the defect and its position.
 */
export const givenGeometrySchema = z
  .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'must be a GeoJSON MultiPolygon or Polygon',
  })
  .meta({
    id: 'GivenGeometry',
    description: `GeoJSON on WGS 84, at most ${limitText.vertices} vertices. A Polygon is converted to a MultiPolygon. Rings must be closed and must not cross.`,
    oneOf: [
      {
        type: 'object',
        required: ['type', 'coordinates'],
        properties: {
          type: { const: 'MultiPolygon', description },
          coordinates: { type: 'array', minItems: 1, items: rings, description: `Polygons, each of them ${ofRings}` },
        },
      },
      {
        type: 'object',
        required: ['type', 'coordinates'],
        properties: {
          type: { const: 'Polygon', description },
          coordinates: { ...rings, description: `A list ${ofRings}` },
        },
      },
    ],
  });

/** Geometry for examples of requests. */
export const exampleGeometry = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [10.5, 50.5],
        [10.51, 50.5],
        [10.51, 50.51],
        [10.5, 50.51],
        [10.5, 50.5],
      ],
    ],
  ],
};
