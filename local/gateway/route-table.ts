import type { RoutePlan } from '../template/plan-apis.ts';
import { checkRouteKeys, parseRouteKey } from './route-key.ts';

export interface RouteMatch {
  route: RoutePlan;
  /** Decoded. Undefined when the route has no variables. */
  pathParameters: Record<string, string> | undefined;
}

/** A node in the tree of paths. Variables have no name here, since routes may name the same position differently. */
interface PathNode {
  literals: Map<string, PathNode>;
  variable?: PathNode;
  /** Routes that end here, by method. */
  routes: Map<string, RouteEnd>;
  /** Routes with a greedy variable such as `{proxy+}`, by method. */
  greedy: Map<string, RouteEnd>;
}

interface RouteEnd {
  route: RoutePlan;
  variables: string[];
}

/** Finds the route of a request; its cost depends on the length of the path, not on the number of routes. */
export type RouteTable = (method: string, segments: string[]) => RouteMatch | undefined;

/**
 * Builds the table. As in API Gateway a route that matches the whole path wins over one with a greedy variable, and `$default` takes the rest; among
 * several the most specific wins, with text before a variable. Only a path that has the method, or `ANY`, counts.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 *
 * @throws Error for a set of routes that API Gateway would refuse.
 */
export function buildRouteTable(routes: RoutePlan[]): RouteTable {
  checkRouteKeys(routes.map(({ routeKey }) => routeKey));
  const root = newNode();
  let fallback: RoutePlan | undefined;
  for (const route of routes) {
    if (route.routeKey === '$default') fallback = route;
    else insert(root, route);
  }
  return (method, segments) => {
    const values: string[] = [];
    const end = findWhole(root, method, segments, 0, values) ?? findGreedy(root, method, segments, 0, values);
    if (end) return { route: end.route, pathParameters: named(end.variables, values) };
    return fallback && { route: fallback, pathParameters: undefined };
  };
}

function insert(root: PathNode, route: RoutePlan): void {
  const { method, segments } = parseRouteKey(route.routeKey);
  const variables: string[] = [];
  let node = root;
  for (const segment of segments) {
    if (segment.kind !== 'text') variables.push(segment.name);
    if (segment.kind === 'greedy') {
      node.greedy.set(method, { route, variables });
      return;
    }
    node = segment.kind === 'text' ? textBelow(node, segment.text) : variableBelow(node);
  }
  node.routes.set(method, { route, variables });
}

/** Finds the route of a whole path, and leaves the values of its variables in `values`. */
function findWhole(node: PathNode, method: string, path: string[], at: number, values: string[]): RouteEnd | undefined {
  const segment = path[at];
  if (segment === undefined) return node.routes.get(method) ?? node.routes.get('ANY');
  return below(node, segment, values, (child) => findWhole(child, method, path, at + 1, values));
}

/** Finds the longest route whose greedy variable takes the rest of a path, which is never empty. */
function findGreedy(
  node: PathNode,
  method: string,
  path: string[],
  at: number,
  values: string[],
): RouteEnd | undefined {
  const segment = path[at];
  if (segment === undefined) return undefined;
  const longer = below(node, segment, values, (child) => findGreedy(child, method, path, at + 1, values));
  if (longer) return longer;
  const rest = path.slice(at).join('/');
  const greedy = rest === '' ? undefined : (node.greedy.get(method) ?? node.greedy.get('ANY'));
  if (greedy) values.push(rest);
  return greedy;
}

/** Looks below the text of a segment, then below a variable. */
function below(
  node: PathNode,
  segment: string,
  values: string[],
  look: (child: PathNode) => RouteEnd | undefined,
): RouteEnd | undefined {
  const literal = node.literals.get(segment);
  const exact = literal && look(literal);
  if (exact) return exact;
  if (segment === '' || !node.variable) return undefined;
  values.push(segment);
  const found = look(node.variable);
  if (!found) values.pop();
  return found;
}

function named(variables: string[], values: string[]): Record<string, string> | undefined {
  if (variables.length === 0) return undefined;
  return Object.fromEntries(variables.map((name, i) => [name, values[i] ?? '']));
}

function textBelow(node: PathNode, text: string): PathNode {
  const found = node.literals.get(text) ?? newNode();
  node.literals.set(text, found);
  return found;
}

function variableBelow(node: PathNode): PathNode {
  node.variable ??= newNode();
  return node.variable;
}

function newNode(): PathNode {
  return { literals: new Map(), routes: new Map(), greedy: new Map() };
}
