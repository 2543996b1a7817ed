import { credentials } from '../credentials.ts';
import { type AccessPlan, roleNameOf } from '../template/plan-access.ts';
import {
  account,
  callerArn,
  callerContext,
  compileRole,
  type Principal,
  principalOf,
  type Role,
  type RoleSession,
  transport,
} from './callers.ts';
import { decide, none, type Requirement, resourceOwner } from './decide.ts';
import { compilePolicy, type Grant, type Policy } from './policy.ts';

export interface Refusal {
  /** The message of AWS. */
  message: string;
  /** The access key of the call is unknown. */
  unknownKey?: true;
  action: string;
  resource: string;
}

/** Decides what each access key may do, by the template's roles and by the policies of its resources. */
export interface Guard {
  /** The refusal of a call; undefined when everything is allowed. Refusals are logged. */
  refusal(accessKeyId: string, requirements: () => readonly Requirement[]): Refusal | undefined;
  /** Whether a permission is granted, without a log line: for services whose response depends on it. */
  allows(accessKeyId: string, requirement: Requirement): boolean;
  /** Whether a role may do something. Used at the start for calls that services make with the role. */
  roleMay(roleArn: string, requirement: Requirement): boolean;
  /** Whether a service of AWS may do something with a resource, on behalf of another one. */
  serviceMay(service: string, requirement: Requirement): boolean;
  /** Lets the trust policy of a role alone decide who may assume it. */
  mayAssume(accessKeyId: string, roleArn: string): Refusal | undefined;
  /** Maximum duration of a role's session. */
  sessionSeconds(roleArn: string): number | undefined;
  /** Starts to enforce the template's policies. Before, only the operator has access. */
  enforce(plan: AccessPlan): void;
  /** The grants of each role, and whether they were used. */
  grants(): { role: string; grants: readonly Grant[] }[];
  /** Allowed calls of functions since the start, by action such as `dynamodb:GetItem`; each item of a batch or transaction is one. */
  calls(): Record<string, number>;
}

export interface GuardOptions {
  /** The role of an access key while it is valid. */
  sessionOf(accessKeyId: string): RoleSession | undefined;
  log(line: string): void;
}

/** Maximum number of keys with compiled policies; the functions of a laptop have fewer. */
const rememberedPrincipals = 500;

export function createGuard({ sessionOf, log }: GuardOptions): Guard {
  let roles = new Map<string, Role>();
  let resources = new Map<string, Policy>();
  const principals = new Map<string, Principal>();
  const calls = new Map<string, number>();

  function signer(accessKeyId: string): Principal | undefined {
    const session = sessionOf(accessKeyId);
    const role = session && roles.get(session.roleArn);
    if (!session || !role) return undefined;
    const known = principals.get(accessKeyId);
    if (known) return known;
    const made = principalOf(session, role);
    // Assumed roles come and go by the hundred.
    if (principals.size >= rememberedPrincipals) principals.clear();
    principals.set(accessKeyId, made);
    return made;
  }

  const reasonAgainst = (principal: Principal, requirement: Requirement) =>
    decide(principal, requirement, resources.get(resourceOwner(requirement.resource)));

  function refused(principal: Principal, requirement: Requirement): Refusal | undefined {
    const reason = reasonAgainst(principal, requirement);
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
      const principal = signer(accessKeyId);
      const needed = requirements();
      if (!principal) return unknownKey(accessKeyId, needed[0]);
      for (const requirement of needed) {
        const refusal = refused(principal, requirement);
        if (refusal) return refusal;
      }
      for (const { action } of needed) calls.set(action, (calls.get(action) ?? 0) + 1);
      return undefined;
    },
    allows(accessKeyId, requirement) {
      if (accessKeyId === credentials.accessKeyId) return true;
      const principal = signer(accessKeyId);
      return principal !== undefined && reasonAgainst(principal, requirement) === undefined;
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
      const principal = signer(accessKeyId);
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
    calls: () => Object.fromEntries(calls),
    grants: () => [...roles.values()].map(({ plan: role, policy }) => ({ role: role.name, grants: policy.grants })),
  };
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
