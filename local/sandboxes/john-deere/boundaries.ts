import * as z from 'zod';
import { header, jsonOf } from '../server/exchange.ts';
import { areasOf, extentOf } from '../world/outlines.ts';
import { created, type DeereError, done, found, link, refuse, refuseValues } from './answers.ts';
import { type Call, type DeereRoute, isoTime, named, ofOrganization, route } from './call.ts';
import { list } from './lists.ts';
import type { Boundary } from './world.ts';

const base = '/organizations/{organization}/fields/{field}/boundaries';
const pointSchema = z.looseObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });
const ringSchema = z.looseObject({ points: z.array(pointSchema), type: z.enum(['exterior', 'interior']) });
const boundarySchema = z.looseObject({
  name: z.string(),
  multipolygons: z.array(z.looseObject({ rings: z.array(ringSchema) })),
  active: z.boolean().default(false),
  archived: z.boolean().default(false),
  irrigated: z.boolean().default(false),
  sourceType: z.string().default('External'),
  signalType: z.string().optional(),
});

export const boundaryRoutes: DeereRoute[] = [
  route('GET', '/organizations/{organization}/boundaries', 'boundaries', ['ag1'], (call) =>
    list(
      call,
      ofOrganization(call, 'boundaries')
        .filter((one) => isWanted(call, one))
        .map((one) => boundaryDocument(call, one)),
    ),
  ),
  route('GET', base, 'boundaries', ['ag1'], (call) =>
    list(
      call,
      ofField(call)
        .filter((one) => isWanted(call, one))
        .map((one) => boundaryDocument(call, one)),
    ),
  ),
  route('POST', base, 'createBoundary', ['ag3'], (call) => {
    const given = checked(call);
    const id = call.uuid(`boundary ${call.world.nextNumber()}`);
    const organizationId = call.parameters.organization ?? '';
    const fieldId = named(call, 'fields', 'field').id;
    store(call, { ...given, id, organizationId, fieldId, created: isoTime(call.now) });
    return created(`${call.platform}/organizations/${organizationId}/fields/${fieldId}/boundaries/${id}`);
  }),
  route('GET', `${base}/{boundary}`, 'boundary', ['ag1'], (call) =>
    found(boundaryDocument(call, named(call, 'boundaries', 'boundary'))),
  ),
  route('PUT', `${base}/{boundary}`, 'changeBoundary', ['ag3'], (call) => {
    const known = named(call, 'boundaries', 'boundary');
    store(call, { ...known, ...checked(call, known.id) });
    return { status: 200, headers: { 'content-type': 'application/vnd.deere.axiom.v3+json;charset=UTF-8' } };
  }),
  route('DELETE', `${base}/{boundary}`, 'deleteBoundary', ['ag3'], (call) => {
    call.world.boundaries.delete(named(call, 'boundaries', 'boundary').id);
    return done;
  }),
  route('GET', '/fieldOperations/{operation}/boundary', 'boundaryOfOperation', ['ag2'], (call) => {
    const { fieldId } = named(call, 'operations', 'operation');
    const own = [...call.world.boundaries.values()].filter((one) => one.fieldId === fieldId);
    const [first] = own;
    if (!first || own.some(({ active, archived }) => active && !archived)) {
      return refuse(400, { message: 'The field has an active boundary, or is merged.', field: 'operationId' });
    }
    return found({ ...boundaryDocument(call, first), sourceType: 'Auto' });
  }),
];

const ofField = (call: Call): Boundary[] => {
  const { id } = named(call, 'fields', 'field');
  return ofOrganization(call, 'boundaries').filter(({ fieldId }) => fieldId === id);
};

/** `recordFilter` of boundaries is about the active one, which is what is asked for by default. */
function isWanted({ query }: Call, { active, archived }: Boundary): boolean {
  const wanted = query.get('recordFilter')?.toLowerCase() ?? 'active';
  if (wanted === 'all') return true;
  return wanted === 'archived' ? archived : active && !archived;
}

/** At most one boundary of a field is active. */
function store({ world, now }: Call, boundary: Omit<Boundary, 'modified'>): void {
  const others = [...world.boundaries.values()].filter(
    ({ fieldId, id }) => fieldId === boundary.fieldId && id !== boundary.id,
  );
  if (boundary.active) for (const other of others) other.active = false;
  world.boundaries.set(boundary.id, { ...boundary, modified: isoTime(now) });
}

/** @throws Refusal with 400 for what the provider's documents do not allow. */
function checked(
  call: Call,
  except?: string,
): Omit<Boundary, 'id' | 'organizationId' | 'fieldId' | 'created' | 'modified'> {
  const { data, error } = boundarySchema.safeParse(jsonOf(call));
  if (!data) return refuseValues(...error.issues.map(({ path, message }) => ({ message, field: path.join('.') })));
  const errors: DeereError[] = [];
  if (data.name.length < 1 || data.name.length > 20) {
    errors.push({
      message: 'The boundary name must be between 1-20 characters.',
      field: 'name',
      invalidValue: data.name,
    });
  }
  if (ofField(call).some(({ id, name }) => name === data.name && id !== except)) {
    errors.push({ message: 'Duplicate boundary name', field: 'name', invalidValue: data.name });
  }
  const rings = data.multipolygons.flatMap((polygon) => polygon.rings);
  if (!rings.some(({ type }) => type === 'exterior'))
    errors.push({ message: 'There must be at least one exterior ring.', field: 'multipolygons' });
  for (const { points } of rings) {
    const [first, last] = [points[0], points.at(-1)];
    if (points.length < 4) errors.push({ message: 'Each ring must have 4 or more points.', field: 'points' });
    else if (first?.lat !== last?.lat || first?.lon !== last?.lon)
      errors.push({ message: 'The first and last point of a ring must match.', field: 'points' });
  }
  if (errors.length > 0) return refuseValues(...errors);
  const { name, active, archived, irrigated, sourceType, signalType, multipolygons } = data;
  const polygons = multipolygons.map((polygon) =>
    polygon.rings
      .toSorted((a, b) => Number(a.type === 'interior') - Number(b.type === 'interior'))
      .map(({ points }) => points.map(({ lat, lon }): [number, number] => [lon, lat])),
  );
  return { name, polygons, active, archived, irrigated, sourceType, ...(signalType && { signalType }) };
}

const squareMetresOf = { ha: 10_000, ac: 4046.8564224 };

/** A boundary, with areas in hectares or acres by `Accept-UOM-System`. */
export function boundaryDocument(call: Call, boundary: Boundary) {
  const { platform } = call;
  const unit = header(call, 'accept-uom-system')?.toUpperCase() === 'ENGLISH' ? 'ac' : 'ha';
  const measured = (squareMetres: number) => ({
    '@type': 'MeasurementAsDouble',
    ...{ valueAsDouble: squareMetres / squareMetresOf[unit], unit },
  });
  const { whole, workable } = areasOf(boundary.polygons);
  const { west, south, east, north } = extentOf(boundary.polygons);
  const point = (lon: number, lat: number) => ({ '@type': 'Point', lat, lon });
  const organization = `${platform}/organizations/${boundary.organizationId}`;
  const field = `${organization}/fields/${boundary.fieldId}`;
  return {
    '@type': 'Boundary',
    ...{ id: boundary.id, name: boundary.name, sourceType: boundary.sourceType },
    ...{ createdTime: boundary.created, modifiedTime: boundary.modified },
    ...{ area: measured(whole), workableArea: measured(workable) },
    multipolygons: boundary.polygons.map((rings) => ({
      '@type': 'Polygon',
      rings: rings.map((ring, at) => ({
        '@type': 'Ring',
        points: ring.map(([lon, lat]) => point(lon, lat)),
        ...{ type: at === 0 ? 'exterior' : 'interior', passable: at === 0 },
      })),
    })),
    extent: { '@type': 'Extent', topLeft: point(west, north), bottomRight: point(east, south) },
    ...{ active: boundary.active, archived: boundary.archived, irrigated: boundary.irrigated },
    ...(boundary.signalType && { signalType: boundary.signalType }),
    links: [
      link('self', `${field}/boundaries/${boundary.id}`),
      link('field', field),
      link('owningOrganization', organization),
    ],
  };
}
