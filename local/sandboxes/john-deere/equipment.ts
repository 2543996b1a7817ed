import type { SandboxAnswer } from '../server/exchange.ts';
import { refuseAsJson } from './answers.ts';
import { type Call, type DeereRoute, named, route, valuesOf } from './call.ts';
import type { Equipment } from './world.ts';

const usualLimit = 100;
const maxLimit = 5_000;

/** Machines and implements, on the host of equipment. */
export const equipmentRoutes: DeereRoute[] = [
  route('GET', '/isg/equipment', 'equipment', ['eq1'], (call) => listed(call), 'equipment'),
  route(
    'GET',
    '/isg/equipment/{equipment}',
    'equipmentItem',
    ['eq1'],
    (call) => ({ status: 200, body: document(call, named(call, 'equipment', 'equipment')) }),
    'equipment',
  ),
];

const filters = [
  'ids',
  'serialNumbers',
  'organizationIds',
  'principalIds',
  'capableOf',
  'categories',
  'archived',
  'organizationRole.type',
];

function listed(call: Call): SandboxAnswer {
  const { query, base } = call;
  if (!filters.some((name) => query.has(name)))
    return refuseAsJson(400, { message: 'No query parameters provided.', code: '400' });
  const wanted = [...call.world.equipment.values()].filter((one) => isWanted(call, one));
  const offset = Math.max(0, Number(query.get('pageOffset') ?? 0) || 0);
  const limit = Math.min(maxLimit, Math.max(1, Number(query.get('itemLimit') ?? usualLimit) || usualLimit));
  const page = (rel: string, at: number) => {
    const search = new URLSearchParams(query);
    search.set('pageOffset', String(at));
    search.set('itemLimit', String(limit));
    return { rel, uri: `${base}/isg/equipment?${search}` };
  };
  const links = [
    ...(offset > 0 ? [page('previousPage', Math.max(0, offset - limit))] : []),
    ...(offset + limit < wanted.length ? [page('nextPage', offset + limit)] : []),
  ];
  const values = wanted.slice(offset, offset + limit).map((one) => document(call, one));
  return { status: 200, body: { links, values } };
}

/** Only equipment of connected organizations is shown. */
function isWanted(call: Call, one: Equipment): boolean {
  const { query, world } = call;
  const has = (name: string, value: string) =>
    !query.has(name) || valuesOf(call, name).some((given) => given.toLowerCase() === value.toLowerCase());
  const capable = query.get('capableOf');
  const archived = query.get('archived');
  return (
    !world.isNothingSelected &&
    world.organizations.get(one.organizationId)?.isConnected === true &&
    has('ids', one.id) &&
    has('serialNumbers', one.serialNumber) &&
    has('organizationIds', one.organizationId) &&
    has('principalIds', String(one.principalId)) &&
    has('categories', one.category) &&
    (!capable || one.isTelematicsCapable === (capable === 'Connectivity')) &&
    (!archived || one.archived === (archived === 'true'))
  );
}

function document({ uuid }: Call, one: Equipment) {
  const isCertified = one.make !== 'OTHER';
  const part = (kind: string, name: string, number: number) => ({ name, id: number, ERID: uuid(`${kind} ${name}`) });
  return {
    '@type': one.category,
    ...{ name: one.name, serialNumber: one.serialNumber, isSerialNumberCertified: isCertified },
    ...(one.modelYear && { modelYear: one.modelYear }),
    make: {
      name: one.make,
      certified: isCertified,
      deereOrSubsidiary: one.make === 'JOHN DEERE',
      id: '1',
      ERID: uuid(`make ${one.make}`),
    },
    type: part('type', one.type, 222),
    isgType: part('isgType', one.type, 2),
    model: { ...part('model', one.model, 65_985), certified: isCertified },
    organization: [{ '@type': 'Resource', id: Number(one.organizationId) }],
    ...{ telematicsCapable: one.isTelematicsCapable, archived: one.archived, principalId: one.principalId },
    organizationRole: {
      type: 'Controlling',
      effectiveTS: '2024-03-15T09:00:29.101Z',
      event: 'TRANSFER',
      inPossession: true,
    },
    ...{ ERID: uuid(`equipment ${one.id}`), id: Number(one.id), isCsc: false },
  };
}
