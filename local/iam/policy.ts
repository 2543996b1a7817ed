import { type Condition, type Context, compileConditions } from './conditions.ts';
import { type Matcher, matcher } from './pattern.ts';
import type { PolicyDocument, Statement } from './policy-document.ts';

/** A request for permission: an action on a resource. */
export interface AccessRequest {
  /** Such as `s3:GetObject`. */
  action: string;
  /** An ARN. */
  resource: string;
  context: Context;
}

export type Effect = Statement['Effect'];

/** The principals of a statement in a resource's policy, by the kind that the policy names. */
export interface Named {
  kind: 'AWS' | 'Service';
  name: string;
}

/** One action on one resource that an identity's policy allows, both as patterns. */
export interface Grant {
  action: string;
  resource: string;
  used: boolean;
}

/** Compiled statements, which are evaluated together. */
export interface Policy {
  /** The effect of the statements on a request; denials take precedence. Of a resource's policy, only statements that name one of `callers` count. */
  effect(request: AccessRequest, callers?: readonly Named[]): Effect | undefined;
  /** Whether the result for an action depends on more than its resource. */
  isConditional(action: string): boolean;
  grants: readonly Grant[];
}

interface Compiled {
  effect: Effect;
  actions: Matcher[];
  exceptActions: boolean;
  resources: Matcher[];
  exceptResources: boolean;
  principals: Statement['Principal'];
  conditions: Condition[];
  /** By action, then by resource, in the order of the patterns. */
  grants: Grant[][];
}

/**
 * Compiles policy documents for decisions; `where` identifies their owner.
 *
 * @throws Error that names the unknown part.
 * @example const policy = compilePolicy([readPolicy(JSON.parse(text), 'a session')], 'a session');
 */
export function compilePolicy(documents: readonly PolicyDocument[], where: string): Policy {
  const statements = documents.flatMap(({ Statement }) => Statement).map((statement) => compile(statement, where));
  const byAction = new Map<string, Compiled[]>();

  function about(action: string): Compiled[] {
    const known = byAction.get(action);
    if (known) return known;
    const name = action.toLowerCase();
    const found = statements.filter(({ actions, exceptActions }) => actions.some((is) => is(name)) !== exceptActions);
    byAction.set(action, found);
    return found;
  }

  return {
    effect(request, callers) {
      let allowed: Compiled | undefined;
      for (const statement of about(request.action)) {
        if (!applies(statement, request, callers)) continue;
        if (statement.effect === 'Deny') return 'Deny';
        allowed ??= statement;
      }
      if (!allowed) return undefined;
      noteUse(allowed, request);
      return 'Allow';
    },
    isConditional: (action) => about(action).some(({ conditions }) => conditions.length > 0),
    grants: statements.flatMap(({ grants }) => grants.flat()),
  };
}

function compile(statement: Statement, where: string): Compiled {
  const { Effect, Action, NotAction, Resource, NotResource, Principal, Condition } = statement;
  const actions = Action ?? NotAction ?? [];
  const resources = Resource ?? NotResource ?? ['*'];
  const variable = resources.find((resource) => resource.includes('${'));
  if (variable)
    throw new Error(`the policy of ${where} has the variable ${variable}, which the embedded cloud cannot enforce`);
  return {
    effect: Effect,
    actions: actions.map((action) => matcher(action.toLowerCase())),
    exceptActions: NotAction !== undefined,
    resources: resources.map(matcher),
    exceptResources: NotResource !== undefined,
    principals: Principal,
    conditions: compileConditions(Condition, where),
    grants:
      Effect === 'Allow' && Action && !NotResource
        ? actions.map((action) => resources.map((resource) => ({ action, resource, used: false })))
        : [],
  };
}

function applies(statement: Compiled, { resource, context }: AccessRequest, callers?: readonly Named[]): boolean {
  const { resources, exceptResources, principals, conditions } = statement;
  if (callers && !callers.some(({ kind, name }) => principals?.[kind].some((one) => one === '*' || one === name))) {
    return false;
  }
  if (resources.some((is) => is(resource)) === exceptResources) return false;
  return conditions.every((holds) => holds(context));
}

function noteUse({ actions, resources, grants }: Compiled, { action, resource }: AccessRequest): void {
  const name = action.toLowerCase();
  const grant = grants[actions.findIndex((is) => is(name))]?.[resources.findIndex((is) => is(resource))];
  if (grant) grant.used = true;
}
