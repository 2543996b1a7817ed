import type { SandboxAnswer } from './exchange.ts';

/** What a handler gets besides what its wire adds: the values of the placeholders of its path. */
export interface Matched {
  parameters: Record<string, string>;
}

export interface Route<Context> {
  method: string;
  /** Such as `/organizations/{organization}/fields`. */
  path: string;
  /** The kind of the call, by which calls are counted. */
  kind: string;
  run(context: Context & Matched): SandboxAnswer | Promise<SandboxAnswer>;
}

/**
 * The route of a call, and the values of its path.
 *
 * @returns undefined if no route has this path; `method` if none has this method for it.
 */
export function findRoute<R extends { method: string; path: string }>(
  routes: readonly R[],
  method: string,
  path: string,
): { route: R; parameters: Record<string, string> } | 'method' | undefined {
  let isKnown = false;
  for (const route of routes) {
    const parameters = valuesIn(route.path, path);
    if (!parameters) continue;
    if (route.method === method) return { route, parameters };
    isKnown = true;
  }
  return isKnown ? 'method' : undefined;
}

/**
 * A path below a documented base, beginning with a slash; undefined outside of all of them, where a provider has nothing either.
 *
 * @param isAnyCase whether the provider takes names of paths in any case.
 * @example belowBase('/platform/organizations', '/platform') // '/organizations'
 */
export function belowBase(path: string, base: string, isAnyCase = false): string | undefined {
  const given = isAnyCase ? path.toLowerCase() : path;
  if (given === base) return '/';
  return given.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
}

function valuesIn(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const value = given[at] ?? '';
    if (segment.startsWith('{')) values[segment.slice(1, -1)] = decoded(value);
    else if (segment !== value) return undefined;
  }
  return values;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
