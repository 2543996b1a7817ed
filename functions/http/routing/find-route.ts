import type { Route } from '../routes.ts';

/**
 * Finds the route of a method and a path below the stage; text before a variable, as API Gateway does.
 *
 * @example const find = routeFinder(routes([fieldsApi])); find('GET', '/services/fields/api/fields')?.operationId // 'listFields'
 */
export function routeFinder(routes: readonly Route[]): (method: string, path: string) => Route | undefined {
  const variables = ({ path }: Route) => path.replaceAll(/[^/{]/g, '');
  const byLength = new Map<string, { route: Route; segments: string[] }[]>();
  for (const route of routes.toSorted((a, b) => (variables(a) < variables(b) ? -1 : 1))) {
    const segments = route.path.split('/');
    const key = `${route.method} ${segments.length}`;
    byLength.set(key, [...(byLength.get(key) ?? []), { route, segments }]);
  }
  return (method, path) => {
    const given = path.split('/');
    const fit = (segment: string, index: number) =>
      segment === given[index] || (segment.startsWith('{') && given[index] !== '');
    return byLength.get(`${method} ${given.length}`)?.find(({ segments }) => segments.every(fit))?.route;
  };
}

/**
 * The values of the variables of a path.
 *
 * @example variablesOf('/users/{id}', '/users/7') // { id: '7' }
 */
export function variablesOf(pattern: string, path: string): Record<string, string> {
  const given = path.split('/');
  const variables = pattern.split('/').map((segment, index) => [segment, given[index] ?? ''] as const);
  return Object.fromEntries(
    variables.filter(([segment]) => segment.startsWith('{')).map(([segment, value]) => [segment.slice(1, -1), value]),
  );
}
