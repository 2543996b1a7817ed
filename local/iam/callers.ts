import { accountId } from '../credentials.ts';
import { type RolePlan, roleNameOf } from '../template/plan-access.ts';
import { compilePolicy, type Named, type Policy } from './policy.ts';
import { readPolicy } from './policy-document.ts';

/** A role's credentials, given to a function or by AssumeRole. */
export interface RoleSession {
  roleArn: string;
  sessionName: string;
  /** JSON that narrows the role for this session. */
  policy?: string;
}

/** A role of the template, compiled. */
export interface Role {
  plan: RolePlan;
  policy: Policy;
  trust: Policy;
}

/** The signer of a call: a role's session, with everything that decides its permissions. */
export interface Principal extends RoleSession {
  role: Policy;
  narrowed?: Policy;
  callers: readonly Named[];
  /** Decisions that depend on nothing but the action and the resource. */
  decided: Map<string, string | undefined>;
}

/** The account itself, as a principal. */
export const account = `arn:aws:iam::${accountId}:root`;

export function compileRole(role: RolePlan): Role {
  const where = `the role ${role.name}`;
  return { plan: role, policy: compilePolicy(role.policies, where), trust: compilePolicy([role.trust], where) };
}

/** The principal of a session of a role. */
export function principalOf(session: RoleSession, role: Role): Principal {
  return {
    ...session,
    role: role.policy,
    ...(session.policy && {
      narrowed: compilePolicy([readPolicy(JSON.parse(session.policy), `a session of ${session.roleArn}`)], 'a session'),
    }),
    callers: [session.roleArn, callerArn(session)].map((name) => ({ kind: 'AWS' as const, name })),
    decided: new Map(),
  };
}

export function callerArn({ roleArn, sessionName }: RoleSession): string {
  return `arn:aws:sts::${accountId}:assumed-role/${roleNameOf(roleArn)}/${sessionName}`;
}

/** The condition keys that depend only on the caller. */
export function callerContext({ roleArn }: RoleSession, key: string): readonly string[] | undefined {
  return key === 'aws:principalarn' ? [roleArn] : transport(key);
}

/** SDKs call AWS only by TLS; loopback, which replaces it here, has none. */
export function transport(key: string): readonly string[] | undefined {
  if (key === 'aws:securetransport') return ['true'];
  return key === 's3:tlsversion' ? ['1.3'] : undefined;
}
