import { accountId, credentials } from '../credentials.ts';
import { type AccessPlan, type RolePlan, roleNameOf } from '../template/plan-access.ts';
import type { Context } from './conditions.ts';
import { type AccessRequest, compilePolicy, type Grant, type Named, type Policy } from './policy.ts';
import { readPolicy } from './policy-document.ts';

/** What a call needs, as its service's table says. */
export interface Requirement extends Omit<AccessRequest, 'context'> {
  /** Condition keys of this request; those of its caller are added. */
  context?: Context;
}

/** A role's credentials, given to a function or by AssumeRole. */
export interface RoleSession {
  roleArn: string;
  sessionName: string;
  /** JSON that narrows the role for this session. */
  policy?: string;
}

export interface Refusal {
  /** As AWS words it. */
  message: string;
  /** Nothing is known of the key that the call is signed with. */
  unknownKey?: true;
  action: string;
  resource: string;
}

/** Decides what each access key may do, by the template's roles and by the policies of its resources. */
export interface Guard {
  /** Undefined when all of it is allowed. Refusals are logged. */
  refusal(accessKeyId: string, requirements: () => readonly Requirement[]): Refusal | undefined;
  /** The same without a log line, for what a service looks at to choose its answer. */
  allows(accessKeyId: string, requirement: Requirement): boolean;
  /** Whether a role may do something; what services do in its name is looked at once, at the start. */
  roleMay(roleArn: string, requirement: Requirement): boolean;
  /** Whether a service of AWS may do something with a resource, on behalf of another one. */
  serviceMay(service: string, requirement: Requirement): boolean;
  /** Makes the trust in a role, and in nothing else, decide who may assume it. */
  mayAssume(accessKeyId: string, roleArn: string): Refusal | undefined;
  /** The longest session that a role may be assumed for. */
  sessionSeconds(roleArn: string): number | undefined;
  /** From now on the template's policies hold. Before, only the operator may do anything. */
  enforce(plan: AccessPlan): void;
  /** What each role is granted, and whether anybody has used it. */
  grants(): { role: string; grants: readonly Grant[] }[];
}

export interface GuardOptions {
  /** The role behind an access key, while it is good. */
  sessionOf(accessKeyId: string): RoleSession | undefined;
  log(line: string): void;
}

interface Principal extends RoleSession {
  role: Policy;
  narrowed?: Policy;
  callers: readonly Named[];
  /** Decisions that depend on nothing but the action and the resource. */
  decided: Map<string, string | undefined>;
}

const account = `arn:aws:iam::${accountId}:root`;
/** Enough for the tables and queues of a role; keys of objects come and go. */
const rememberedDecisions = 500;

export function createGuard({ sessionOf, log }: GuardOptions): Guard {
  let roles = new Map<string, { plan: RolePlan; policy: Policy; trust: Policy }>();
  let resources = new Map<string, Policy>();
  const principals = new Map<string, Principal>();

  function principalOf(accessKeyId: string): Principal | undefined {
    const session = sessionOf(accessKeyId);
    const role = session && roles.get(session.roleArn);
    if (!session || !role) return undefined;
    const known = principals.get(accessKeyId);
    if (known) return known;
    const made: Principal = {
      ...session,
      role: role.policy,
      ...(session.policy && {
        narrowed: compilePolicy(
          [readPolicy(JSON.parse(session.policy), `a session of ${session.roleArn}`)],
          'a session',
        ),
      }),
      callers: [session.roleArn, callerArn(session)].map((name) => ({ kind: 'AWS' as const, name })),
      decided: new Map(),
    };
    // Assumed roles come and go by the hundred.
    if (principals.size >= rememberedDecisions) principals.clear();
    principals.set(accessKeyId, made);
    return made;
  }

  /** Why not; undefined when it is allowed. */
  function decide(principal: Principal, { action, resource, context = none }: Requirement): string | undefined {
    const { role, narrowed, callers, decided } = principal;
    const attached = resources.get(resourceOwner(resource));
    const isPlain = ![role, narrowed, attached].some((policy) => policy?.isConditional(action));
    const name = `${action} ${resource}`;
    if (isPlain && decided.has(name)) return decided.get(name);
    const request: AccessRequest = {
      action,
      resource,
      context: (key) => context(key) ?? callerContext(principal, key),
    };
    const [own, session] = [role.effect(request), narrowed?.effect(request)];
    const given = attached?.effect(request, callers);
    const reason = reasonOf(
      own,
      narrowed ? session : 'Allow',
      given,
      attached && isKey(resource) ? attached : undefined,
      request,
    );
    if (isPlain) {
      if (decided.size >= rememberedDecisions) decided.clear();
      decided.set(name, reason);
    }
    return reason;
  }

  function refused(principal: Principal, requirement: Requirement): Refusal | undefined {
    const reason = decide(principal, requirement);
    if (reason === undefined) return undefined;
    const { action, resource } = requirement;
    log(
      `DENIED [${principal.sessionName}] ${action} on ${resource}: ${reason} (role ${roleNameOf(principal.roleArn)})`,
    );
    return {
      action,
      resource,
      message: `User: ${callerArn(principal)} is not authorized to perform: ${action} on resource: ${resource} because ${reason}`,
    };
  }

  return {
    refusal(accessKeyId, requirements) {
      if (accessKeyId === credentials.accessKeyId) return undefined;
      const principal = principalOf(accessKeyId);
      const needed = requirements();
      if (!principal) return unknownKey(accessKeyId, needed[0]);
      for (const requirement of needed) {
        const refusal = refused(principal, requirement);
        if (refusal) return refusal;
      }
      return undefined;
    },
    allows(accessKeyId, requirement) {
      if (accessKeyId === credentials.accessKeyId) return true;
      const principal = principalOf(accessKeyId);
      return principal !== undefined && decide(principal, requirement) === undefined;
    },
    roleMay(roleArn, { context = none, ...requirement }) {
      const caller = { roleArn, sessionName: '' };
      const request = { ...requirement, context: (key: string) => context(key) ?? callerContext(caller, key) };
      return roles.get(roleArn)?.policy.effect(request) === 'Allow';
    },
    serviceMay(service, { action, resource, context = none }) {
      const request = { action, resource, context: (key: string) => context(key) ?? transport(key) };
      return resources.get(resourceOwner(resource))?.effect(request, [{ kind: 'Service', name: service }]) === 'Allow';
    },
    mayAssume(accessKeyId, roleArn) {
      if (accessKeyId === credentials.accessKeyId) return undefined;
      const principal = principalOf(accessKeyId);
      const requirement = { action: 'sts:AssumeRole', resource: roleArn };
      if (!principal) return unknownKey(accessKeyId, requirement);
      const request = { ...requirement, context: (key: string) => callerContext(principal, key) };
      const trust = roles.get(roleArn)?.trust;
      if (trust?.effect(request, principal.callers) === 'Allow') return undefined;
      if (trust?.effect(request, [{ kind: 'AWS', name: account }]) === 'Allow') return refused(principal, requirement);
      log(`DENIED [${principal.sessionName}] sts:AssumeRole on ${roleArn}: the role does not trust its caller`);
      const message = `User: ${callerArn(principal)} is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`;
      return { ...requirement, message };
    },
    sessionSeconds: (roleArn) => roles.get(roleArn)?.plan.maxSessionSeconds,
    enforce(plan) {
      principals.clear();
      roles = new Map(plan.roles.map((role) => [role.arn, compileRole(role)]));
      resources = new Map([...plan.resources].map(([arn, documents]) => [arn, compilePolicy(documents, arn)]));
    },
    grants: () => [...roles.values()].map(({ plan: role, policy }) => ({ role: role.name, grants: policy.grants })),
  };
}

const none: Context = () => undefined;

function compileRole(role: RolePlan) {
  const where = `the role ${role.name}`;
  return { plan: role, policy: compilePolicy(role.policies, where), trust: compilePolicy([role.trust], where) };
}

/** Of one account: an identity's policy or the resource's own allows, no session forbids, and nothing denies. */
function reasonOf(
  own: string | undefined,
  session: string | undefined,
  given: string | undefined,
  key: Policy | undefined,
  request: AccessRequest,
): string | undefined {
  const { action } = request;
  if (own === 'Deny') return 'of an explicit deny in an identity-based policy';
  if (session === 'Deny') return 'of an explicit deny in a session policy';
  if (given === 'Deny') return 'of an explicit deny in a resource-based policy';
  if (session !== 'Allow') return `no session policy allows the ${action} action`;
  // A key of KMS is its policy's alone, which may leave it to the account's identities.
  if (key && given !== 'Allow' && key.effect(request, [{ kind: 'AWS', name: account }]) !== 'Allow') {
    return `no resource-based policy allows the ${action} action`;
  }
  if (own !== 'Allow' && given !== 'Allow') return `no identity-based policy allows the ${action} action`;
  return undefined;
}

const isKey = (resource: string) => resource.startsWith('arn:aws:kms:');

/** What a policy is attached to: of an object, its bucket. */
function resourceOwner(resource: string): string {
  if (!resource.startsWith('arn:aws:s3:::')) return resource;
  const slash = resource.indexOf('/');
  return slash < 0 ? resource : resource.slice(0, slash);
}

function callerArn({ roleArn, sessionName }: RoleSession): string {
  return `arn:aws:sts::${accountId}:assumed-role/${roleNameOf(roleArn)}/${sessionName}`;
}

function callerContext({ roleArn }: RoleSession, key: string): readonly string[] | undefined {
  return key === 'aws:principalarn' ? [roleArn] : transport(key);
}

/** SDKs call AWS by TLS alone; the loopback that stands for it here has none. */
function transport(key: string): readonly string[] | undefined {
  if (key === 'aws:securetransport') return ['true'];
  return key === 's3:tlsversion' ? ['1.3'] : undefined;
}

function unknownKey(accessKeyId: string, requirement: Requirement | undefined): Refusal {
  const { action = '', resource = '' } = requirement ?? {};
  return {
    action,
    resource,
    unknownKey: true,
    message: `The security token included in the request is invalid: ${accessKeyId} is no key of this cloud`,
  };
}
