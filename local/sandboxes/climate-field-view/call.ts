import * as z from 'zod';
import { Refusal, type SandboxAnswer, type SandboxRequest } from '../server/exchange.ts';
import type { Grant } from '../server/grants.ts';
import type { Matched, Route } from '../server/routes.ts';
import type { SignedTokens } from '../server/signed-tokens.ts';
import { seededIds } from '../world/seeded.ts';
import type { ClimateWorld } from './world.ts';

/** What handlers get: a call whose key, token and scopes have been checked. */
export interface Call extends SandboxRequest, Matched {
  grant: Grant;
  world: ClimateWorld;
  /** Milliseconds since 1970. */
  now: number;
  tokens: SignedTokens;
  uuid(name: string): string;
}

export interface ClimateRoute extends Route<Call> {
  /** Of these scopes a token must have one; none if there are none. */
  scopes: readonly string[];
}

export function route(
  method: string,
  path: string,
  kind: string,
  scopes: readonly string[],
  run: ClimateRoute['run'],
): ClimateRoute {
  return { method, path, kind, scopes, run };
}

const rings = z.array(z.array(z.tuple([z.number(), z.number()])).min(4)).min(1);

/** A Polygon or MultiPolygon of GeoJSON, as polygons. */
export const polygonsSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: rings }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings).min(1) }),
  ])
  .transform(({ type, coordinates }) => ({ polygons: type === 'Polygon' ? [coordinates] : coordinates }));

const { uuid } = seededIds('errors');

export function problem(status: number, code: string, message: string): SandboxAnswer {
  return { status, body: { error: { id: uuid(`${status} ${code} ${message}`), code, message } } };
}

/** @throws Refusal always. */
export function refuse(status: number, code: string, message: string): never {
  throw new Refusal(problem(status, code, message));
}

export const missing = (what: string): never => refuse(404, 'not_found', `The ${what} was not found.`);
