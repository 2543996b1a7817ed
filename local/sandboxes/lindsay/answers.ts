import { Refusal, type SandboxAnswer, type SandboxRequest } from '../server/exchange.ts';
import type { Matched, Route } from '../server/routes.ts';
import { ringOf, wedgesOf } from './wedges.ts';
import type { FieldNetWorld, Right, System } from './world.ts';

/** What handlers get: a call whose token and rights have been checked. */
export interface Call extends SandboxRequest, Matched {
  world: FieldNetWorld;
  /** Milliseconds since 1970. */
  now: number;
}

export interface FieldNetRoute extends Route<Call> {
  right?: Right;
}

/** The shape of the provider's refusals is not public: an object with a message. */
export const refusal = (status: number, message: string): SandboxAnswer => ({ status, body: { message } });

export const fieldNetRoutes: FieldNetRoute[] = [
  {
    ...{ method: 'GET', path: '/organizations', kind: 'organizations', right: 'organization-view' },
    run: (call) => list(call, [...call.world.organizations.values()]),
  },
  {
    ...{ method: 'GET', path: '/policy-assignments', kind: 'policyAssignments' },
    run: (call) =>
      list(
        call,
        [...call.world.rights].map((policy) => ({ id: policy, policy })),
      ),
  },
  {
    ...{ method: 'GET', path: '/irrigation-systems', kind: 'systems', right: 'equipment-monitor' },
    run: (call) => ({
      status: 200,
      body: { type: 'FeatureCollection', features: page(call, systemsOf(call)).map((system) => feature(call, system)) },
    }),
  },
  {
    ...{ method: 'GET', path: '/irrigation-controllers', kind: 'controllers', right: 'equipment-monitor' },
    run: (call) =>
      list(
        call,
        systemsOf(call).map((system) => controller(call, system)),
      ),
  },
  {
    ...{
      method: 'GET',
      path: '/irrigation-systems/{id}/applied-irrigation',
      kind: 'applied',
      right: 'equipment-report',
    },
    run(call) {
      const system = systemIn(call);
      const { from, to } = window(call);
      const history = call.world.history.get(system.id) ?? [];
      const wedges =
        system.wedges ??
        (system.hasFlow ? wedgesOf(system, history, from, to) : []).map((wedge) => ({
          ...{ depth: wedge.depth, 'degree-count': wedge.width },
          geometry: { type: 'Polygon', coordinates: [ringOf(system, wedge)] },
        }));
      const features = wedges.map(({ geometry, ...properties }) => ({ type: 'Feature', properties, geometry }));
      return { status: 200, body: { type: 'FeatureCollection', features } };
    },
  },
  {
    ...{ method: 'GET', path: '/irrigation-controllers/{id}/history', kind: 'history', right: 'equipment-report' },
    run(call) {
      const system = systemIn(call);
      const { from, to } = window(call);
      const rows = (call.world.history.get(system.id) ?? []).filter(({ timestamp }) => {
        const at = Date.parse(timestamp);
        return at >= from && at < to;
      });
      return { status: 200, body: enveloped(call, rows) };
    },
  },
];

const systemsOf = ({ world }: Call) => [...world.systems.values()];

function systemIn({ world, parameters }: Call): System {
  const system = world.systems.get(parameters.id ?? '');
  if (!system) throw new Refusal(refusal(404, 'The irrigation system was not found.'));
  return system;
}

/** The state of a machine, as its last row says. */
function stateOf({ world, now }: Call, { id }: System) {
  const last = (world.history.get(id) ?? []).findLast(({ timestamp }) => Date.parse(timestamp) <= now);
  return { direction: last?.direction ?? null, speed: last?.rate ?? null, is_water_on: last?.is_irrigating ?? null };
}

function feature(call: Call, system: System): object {
  const { id, name, type, longitude, latitude } = system;
  const properties = {
    name,
    type,
    ...stateOf(call, system),
    communications_status: 'online',
    last_updated: iso(call.now),
  };
  return { type: 'Feature', id, geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties };
}

function controller(call: Call, system: System): object {
  const { id, name, subtype, longitude, latitude, length, wetLength, turnSeconds } = system;
  return {
    ...{ id, name, subtype, operational_status: 'stopped', communication_status: 'online', ...stateOf(call, system) },
    ...{ latitude, longitude, system_length: length, system_length_wet: wetLength, run_time_100_percent: turnSeconds },
  };
}

/** The span that a call asks for. Days without a time are midnights in UTC. */
function window({ query, now }: Call): { from: number; to: number } {
  const at = (name: string, otherwise: number) => {
    const given = query.get(name);
    const milliseconds = given === null ? otherwise : Date.parse(given);
    if (Number.isNaN(milliseconds)) throw new Refusal(refusal(400, `${name} is not a date.`));
    return milliseconds;
  };
  return { from: at('from', now - 7 * 86_400_000), to: at('to', now) };
}

function list(call: Call, items: readonly object[]): SandboxAnswer {
  return { status: 200, body: enveloped(call, page(call, items)) };
}

function enveloped({ world: { envelope } }: Call, items: readonly object[]): object {
  return envelope === 'none' ? items : { [envelope]: items };
}

/** @throws Refusal for page 0: pages are counted from 1. */
function page<Item>({ query }: Call, items: readonly Item[]): Item[] {
  const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('page-size') ?? 100)];
  if (!Number.isInteger(number) || number < 1) throw new Refusal(refusal(400, 'page starts at 1.'));
  if (!Number.isInteger(size) || size < 1 || size > 300) throw new Refusal(refusal(400, 'page-size is 1 to 300.'));
  return items.slice((number - 1) * size, number * size);
}

const iso = (at: number) => new Date(at).toISOString();
