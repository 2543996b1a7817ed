export type Segment = { kind: 'text'; text: string } | { kind: 'variable' | 'greedy'; name: string };

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'ANY']);

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html: "Routes per API: 300". */
const maxRoutes = 300;

/**
 * Parses a route key such as `GET /users/{id}`.
 *
 * @throws Error that says why API Gateway would refuse it.
 */
export function parseRouteKey(routeKey: string): { method: string; segments: Segment[] } {
  const refuse = (reason: string): never => {
    throw new Error(`API Gateway refuses the route "${routeKey}": ${reason}`);
  };
  const [method = '', path = '', ...more] = routeKey.split(' ');
  if (!methods.has(method)) refuse(`${method || 'nothing'} is not one of ${[...methods].join(', ')}`);
  if (!path.startsWith('/') || more.length > 0) refuse('a path must follow the method and begin with /');
  if (path.length > 1 && path.endsWith('/')) refuse('a path does not end with /');
  const segments = path.slice(1).split('/').map(parseSegment);
  for (const [i, segment] of segments.entries()) {
    if (segment === undefined) refuse('a variable in braces is a whole segment, named by letters, digits, - and _');
    if (segment?.kind === 'greedy' && i < segments.length - 1) refuse('nothing may follow a {variable+}');
  }
  const found = segments.filter((segment) => segment !== undefined);
  const names = found.flatMap((segment) => (segment.kind === 'text' ? [] : [segment.name]));
  if (new Set(names).size < names.length) refuse('two of its variables have one name');
  return { method, segments: found };
}

function parseSegment(segment: string): Segment | undefined {
  const [, name, plus] = /^\{([\w-]+)(\+?)\}$/.exec(segment) ?? [];
  if (name) return { kind: plus ? 'greedy' : 'variable', name };
  return /[{}]/.test(segment) ? undefined : { kind: 'text', text: segment };
}

/**
 * Checks rules that concern all routes together.
 *
 * @throws Error for too many routes, and for two that the same requests would match.
 */
export function checkRouteKeys(routeKeys: string[]): void {
  if (routeKeys.length > maxRoutes) {
    throw new Error(`API Gateway refuses more than ${maxRoutes} routes in an API, and there are ${routeKeys.length}`);
  }
  const seen = new Map<string, string>();
  for (const routeKey of routeKeys) {
    const shape = routeKey.replace(/\{[^{}+]*(\+?)\}/g, '{$1}');
    const other = seen.get(shape);
    if (other) throw new Error(`API Gateway refuses the route "${routeKey}": "${other}" matches the same requests`);
    seen.set(shape, routeKey);
  }
}
