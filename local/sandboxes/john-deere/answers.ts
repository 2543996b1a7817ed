import { createHash } from 'node:crypto';
import { Refusal, type SandboxAnswer } from '../server/exchange.ts';
import type { Grant } from '../server/grants.ts';

export const axiom = 'application/vnd.deere.axiom.v3+json';
export const axiomType = `${axiom};charset=UTF-8`;

/** One wrong value, as the provider's documents describe errors. */
export interface DeereError {
  message: string;
  code?: string;
  field?: string;
  invalidValue?: string;
}

export const found = (body: object): SandboxAnswer => ({ status: 200, headers: { 'content-type': axiomType }, body });
export const created = (location: string): SandboxAnswer => ({
  status: 201,
  headers: { location, 'content-type': 'text/plain' },
});
export const done: SandboxAnswer = { status: 204 };

/** A reference for a support case: the same error has the same one. */
function guidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function withGuid(error: DeereError) {
  return { guid: guidOf(JSON.stringify(error)), ...error };
}

/** Errors as most parts of the provider answer them: an array. */
export function problem(status: number, ...errors: DeereError[]): SandboxAnswer {
  return { status, headers: { 'content-type': axiomType }, body: errors.map(withGuid) };
}

/** @throws Refusal always. */
export function refuse(status: number, ...errors: DeereError[]): never {
  throw new Refusal(problem(status, ...errors));
}

/** Errors of the host of equipment, whose documents give them no guid. @throws Refusal always. */
export function refuseAsJson(status: number, ...errors: DeereError[]): never {
  throw new Refusal({ status, body: errors });
}

/** Errors of clients, farms, fields and boundaries: an object with the array. @throws Refusal always. */
export function refuseValues(...errors: DeereError[]): never {
  const body = {
    '@type': 'Errors',
    errors: errors.map((error) => ({ '@type': 'Error', ...withGuid(error) })),
    otherAttributes: {},
  };
  throw new Refusal({ status: 400, headers: { 'content-type': axiomType }, body });
}

export function unknown(what: string): never {
  return refuse(404, { message: `The ${what} was not found.` });
}

export interface Link {
  '@type': 'Link';
  rel: string;
  uri: string;
}

export const link = (rel: string, uri: string): Link => ({ '@type': 'Link', rel, uri });

/** 403 that names the application and the scopes that its token lacks. */
export function missingScope({ clientId, scopes }: Grant, missing: readonly string[]): SandboxAnswer {
  const message = `The application ${clientId} with the scopes ${scopes.join(' ')} lacks ${missing.join(' ')}.`;
  return problem(403, { message, field: 'scope', invalidValue: scopes.join(' ') });
}
