import * as z from 'zod';
import { areas } from '../../../functions/areas.ts';
import { type Route, routes } from '../../../functions/http/routes.ts';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import type { Sent } from '../owner.ts';

export interface ContractRequest {
  method: string;
  /** The path with its query. */
  path: string;
  sent: Sent;
}

/** Every endpoint of the contract, with a name for its test. */
export const endpoints = routes(areas)
  .filter(({ method }) => method !== 'HEAD')
  .map((route) => ({ ...route, title: `${route.operationId} (${route.method} ${route.path})` }));
export const ownedEndpoints = endpoints.filter(({ endpoint }) => endpoint.access !== 'public');

/** Whether the caller names what the endpoint creates, so that no name is unknown to it. */
export function makesByName({ endpoint }: Route): boolean {
  return Object.values(endpoint.exists ?? {}).includes('made');
}

/** Whether an endpoint asks a provider that no sandbox plays for the tests of the contract: tests of its own call it with one. */
export function asksProvider({ area, endpoint }: Route): boolean {
  return area === 'prescriptions' && endpoint.conflict !== undefined;
}

/** The endpoint's path and query with the given ids. @throws Error that names a member for which the world has no value. */
export function addressOf(route: Route, ids: Record<string, string>, query: Record<string, string> = {}): string {
  const path = route.path.replace(/([\w-]*)\/\{(\w+)\}/g, (_, of: string, name: string) => {
    const id = ids[`${route.area}.${of}.${name}`] ?? ids[`${of}.${name}`] ?? idFor(route, name, ids);
    return `${of}/${encodeURIComponent(id)}`;
  });
  const needed = requiredQuery(route).map((name) => [name, idFor(route, name, ids)]);
  const parameters = new URLSearchParams({ ...Object.fromEntries(needed), ...query }).toString();
  return parameters ? `${path}?${parameters}` : path;
}

/** A request that the endpoint accepts. */
export function validRequest(route: Route, ids: Record<string, string>): ContractRequest {
  return { method: route.endpoint.method, path: addressOf(route, ids), sent: validBody(route, ids) };
}

/** The fields that a list can be sorted by. */
export function sortable({ endpoint: { query = z.object({}) } }: Route): string[] {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  const { description = '' } = { ...(properties.sort as object) } as { description?: string };
  return description
    .replace(/.*Fields: /, '')
    .replace('.', '')
    .split(', ')
    .filter(Boolean);
}

/** The names of the members of a JSON body; empty when the endpoint takes no object. */
export function bodyMembers(route: Route): string[] {
  return Object.keys(bodyShape(route));
}

/** Whether an unknown member of the body is refused; where it is not, the body is written for clients of other services. */
export function refusesUnknown({ endpoint: { body } }: Route): boolean {
  if (body?.kind !== 'json') return false;
  const { error } = body.schema.safeParse({ nonsense: 1 });
  return error?.issues.some(({ code }) => code === 'unrecognized_keys') === true;
}

/** The names of the members that the answer to a valid request returns. */
export function answeredMembers({ endpoint: { body, responses } }: Route): string[] {
  // A secret is returned as a mask.
  if (body?.kind === 'json' && body.hasSecrets) return [];
  return Object.values(responses).flatMap(({ schema }) =>
    schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
  );
}

/** The schema of a member of a JSON body. */
export function memberSchema(route: Route, member: string): z.ZodType | undefined {
  return bodyShape(route)[member];
}

function bodyShape({ endpoint: { body } }: Route): Record<string, z.ZodType> {
  return body?.kind === 'json' && body.schema instanceof z.ZodObject ? body.schema.shape : {};
}

function requiredQuery({ endpoint }: Route): string[] {
  const { error } = endpoint.query?.safeParse({}) ?? {};
  return (error?.issues ?? []).map(({ path }) => String(path[0]));
}

/** A prescription of one rate. */
export const sampleRates = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { rate: 120 },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-93.62, 42.03],
            [-93.61, 42.03],
            [-93.61, 42.04],
            [-93.62, 42.03],
          ],
        ],
      },
    },
  ],
});

function validBody(route: Route, ids: Record<string, string>): Sent {
  const { body } = route.endpoint;
  if (!body) return {};
  if (body.kind === 'multipart') {
    const form = new FormData();
    const [content, name] =
      route.operationId === 'inspectPrescription'
        ? ([sampleRates, 'rates.geojson'] as const)
        : ([new Uint8Array(sampleFieldsZip()), 'sample.zip'] as const);
    form.append(body.part, new Blob([content]), name);
    return { body: form };
  }
  if (body.kind === 'text') return { body: body.example, headers: { 'content-type': 'text/plain' } };
  if (body.kind === 'form') {
    return { body: new URLSearchParams(body.example ?? { grant_type: 'password', client_id: 'nobody' }) };
  }
  if (body.example === undefined) throw new Error(`${route.operationId} has no example of its body in the contract`);
  const isListOfObjects = Array.isArray(body.example) && typeof body.example[0] === 'object';
  if (isListOfObjects) return { json: body.example };
  // Lists of ids are sent of fields only.
  if (Array.isArray(body.example)) return { json: body.example.map(() => idFor(route, 'fieldId', ids)) };
  const own = { ...ids, externalId: crypto.randomUUID() };
  const named = Object.entries(body.example as object).map(([name, value]) => [
    name,
    filled(value, known(route, name, own)),
  ]);
  return { json: Object.fromEntries(named) };
}

/** A list filled with the world's own ids, which stand in one text. */
function filled(example: unknown, id: string | undefined): unknown {
  if (id === undefined) return example;
  if (!Array.isArray(example)) return id;
  return id.split(',').map((one) => (typeof example[0] === 'number' ? Number(one) : one));
}

function known({ area }: Route, name: string, ids: Record<string, string>): string | undefined {
  return ids[`${area}.${name}`] ?? ids[name];
}

function idFor(route: Route, name: string, ids: Record<string, string>): string {
  const id = known(route, name, ids);
  if (id === undefined) throw new Error(`the test world has no ${name}, which ${route.routeKey} needs: add it`);
  return id;
}
