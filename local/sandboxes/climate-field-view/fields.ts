import * as z from 'zod';
import { jsonOf } from '../server/exchange.ts';
import { areasOf, extentOf } from '../world/outlines.ts';
import { type Call, type ClimateRoute, missing, polygonsSchema, refuse, route } from './call.ts';
import { list } from './lists.ts';
import type { Boundary, Field } from './world.ts';

const maxIds = 10;
const minPrefix = 3;
const querySchema = z.object({ ids: z.array(z.string()).min(1).max(maxIds) });
const geometrySchema = z.object({ geometry: polygonsSchema });

/** Fields, boundaries, and to whom fields belong. */
export const fieldRoutes: ClimateRoute[] = [
  route('GET', '/v4/fields', 'fields', ['fields:read', 'platform'], (call) => {
    const prefix = call.query.get('fieldName');
    if (prefix !== null && prefix.length < minPrefix)
      return refuse(400, 'bad_input', 'fieldName must have at least 3 characters.');
    const wanted = shared(call).filter(({ name }) => name.toLowerCase().startsWith(prefix?.toLowerCase() ?? ''));
    return list(call, wanted, fieldDocument);
  }),
  route('GET', '/v4/fields/{field}', 'field', ['fields:read', 'platform'], (call) => {
    const field = shared(call).find(({ id }) => id === call.parameters.field) ?? missing('field');
    return { status: 200, body: fieldDocument(field) };
  }),
  route('GET', '/v4/boundaries/{boundary}', 'boundary', ['fields:read', 'platform'], ({ world, parameters }) => {
    const boundary = world.boundaries.get(parameters.boundary ?? '') ?? missing('boundary');
    return { status: 200, body: boundaryDocument(boundary) };
  }),
  route('POST', '/v4/boundaries/query', 'boundaryQuery', ['fields:read', 'platform'], (call) => {
    const { data } = querySchema.safeParse(jsonOf(call));
    if (!data) return refuse(400, 'bad_input', `ids has 1 to ${maxIds} ids.`);
    const found = data.ids.flatMap((id) => call.world.boundaries.get(id) ?? []);
    if (found.length === 0) return missing('boundary');
    return { status: 200, body: { type: 'FeatureCollection', features: found.map(boundaryDocument) } };
  }),
  route('POST', '/v4/boundaries', 'createBoundary', ['boundaries:write', 'fields:write'], (call) => {
    const { data } = geometrySchema.safeParse(jsonOf(call));
    if (!data) return refuse(400, 'bad_input', 'geometry is a Polygon or MultiPolygon of closed rings.');
    const id = call.uuid(`boundary ${call.world.nextNumber()}`);
    call.world.boundaries.set(id, { id, ...data.geometry });
    return { status: 200, body: { id } };
  }),
  route(
    'GET',
    '/v4/farmOrganizations/{type}/{farm}',
    'farmOrganization',
    ['farmOrganizations:read'],
    ({ world, parameters }) => {
      const farm =
        (parameters.type === 'farm' ? world.farms.get(parameters.farm ?? '') : undefined) ??
        missing('farm organization');
      return { status: 200, body: { id: farm.id, name: farm.name, type: 'farm' } };
    },
  ),
  route(
    'GET',
    '/v4/resourceOwners/{owner}',
    'resourceOwner',
    ['resourceOwners:read', 'platform'],
    ({ world, parameters }) => ({
      status: 200,
      body: world.resourceOwners.get(parameters.owner ?? '') ?? missing('resource owner'),
    }),
  ),
];

const shared = ({ world }: Call): Field[] => (world.isNothingSelected ? [] : [...world.fields.values()]);

function fieldDocument({ id, name, boundaryId, resourceOwnerId, farmId }: Field): object {
  return { id, name, boundaryId, resourceOwnerId, parent: { id: farmId, type: 'farm' } };
}

/** A boundary as a feature. Its area is always in hectares, without holes. */
function boundaryDocument({ id, polygons }: Boundary): object {
  const [first] = polygons;
  const { west, south, east, north } = extentOf(polygons);
  const geometry =
    polygons.length === 1 ? { type: 'Polygon', coordinates: first } : { type: 'MultiPolygon', coordinates: polygons };
  return {
    ...{ id, type: 'Feature', geometry },
    properties: {
      area: { q: areasOf(polygons).workable / 10_000, u: 'hectare' },
      centroid: { type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2] },
    },
  };
}
