import type { SandboxRequest } from '../server/exchange.ts';
import type { Grant } from '../server/grants.ts';
import type { Matched, Route } from '../server/routes.ts';
import { refuse, unknown } from './answers.ts';
import type { CollectionName, DeereWorld, Item } from './world.ts';

/** What handlers get: a call whose token, scopes and organization have been checked. */
export interface Call extends SandboxRequest, Matched {
  grant: Grant;
  world: DeereWorld;
  /** Milliseconds since 1970. */
  now: number;
  /** The base of links, such as `http://127.0.0.1:4000/platform`. */
  platform: string;
  /** Where files are without a token, such as `http://127.0.0.1:4001`. */
  storage: string;
  uuid(name: string): string;
}

export interface DeereRoute extends Route<Call> {
  /** Scopes that a token must have. */
  scopes: readonly string[];
  /** What the call answers with, if it is not JSON of the platform. */
  type?: 'equipment' | 'file';
}

/** Shorter forms for the tables of routes. */
export function route(
  method: string,
  path: string,
  kind: string,
  scopes: readonly string[],
  run: DeereRoute['run'],
  type?: DeereRoute['type'],
): DeereRoute {
  return { method, path, kind, scopes, run, ...(type && { type }) };
}

/** Objects of the organization in the path. */
export function ofOrganization<Name extends CollectionName>(call: Call, name: Name): Item<Name>[] {
  const items = [...call.world[name].values()] as (Item<Name> & { organizationId?: string })[];
  return items.filter((item) => item.organizationId === call.parameters.organization);
}

/** The object that a value of the path names. @throws Refusal with 404. */
export function named<Name extends CollectionName>(call: Call, name: Name, parameter: string): Item<Name> {
  const item = call.world[name].get(call.parameters[parameter] ?? '') as
    | (Item<Name> & { organizationId?: string })
    | undefined;
  const { organization } = call.parameters;
  if (!item || (organization !== undefined && item.organizationId !== organization)) return unknown(parameter);
  return item;
}

/** Whether an object has the record status that is asked for: available (or active) ones if nothing is asked. */
export function hasStatus({ query }: Call, { archived }: { archived: boolean }): boolean {
  const wanted = query.get('recordFilter')?.toUpperCase();
  if (wanted === 'ALL') return true;
  return archived === (wanted === 'ARCHIVED');
}

/** Values of a query parameter that takes several, by commas or by being repeated. */
export function valuesOf({ query }: Pick<SandboxRequest, 'query'>, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** A time that a query parameter asks for, in milliseconds since 1970. @throws Refusal with 400 for what is no time. */
export function timeAsked({ query }: Pick<SandboxRequest, 'query'>, name: string): number | undefined {
  const given = query.get(name);
  if (given === null || given === '') return undefined;
  const time = Date.parse(given);
  return Number.isNaN(time)
    ? refuse(400, { message: `${name} was invalid because it is no time.`, field: name, invalidValue: given })
    : time;
}
