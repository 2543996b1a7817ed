import type { Guard } from '../iam/guard.ts';
import { compilePolicy } from '../iam/policy.ts';
import { readPolicy } from '../iam/policy-document.ts';

/** Permissions of an assumed role's session, in Athena and in the services that Athena calls on its behalf. */
export interface Permissions {
  /** @param prefix of a listing: the value of the condition key `s3:prefix`. */
  allow(action: string, resource: string, prefix?: string): boolean;
}

/** Permissions by a session's own policy, without the role that it narrows. @throws Error for a policy with unknown parts. */
export function permissionsOf(policy: string): Permissions {
  const compiled = compilePolicy([readPolicy(JSON.parse(policy), 'a session')], 'a session');
  return {
    allow: (action, resource, prefix) => compiled.effect({ action, resource, context: contextOf(prefix) }) === 'Allow',
  };
}

/** Permissions by the role, the session's policy and the policies of resources together. */
export function guardedPermissions(guard: Guard, accessKeyId: string): Permissions {
  return {
    allow: (action, resource, prefix) =>
      !guard.refusal(accessKeyId, () => [{ action, resource, context: contextOf(prefix) }]),
  };
}

const contextOf = (prefix: string | undefined) => (key: string) =>
  key === 's3:prefix' && prefix !== undefined ? [prefix] : undefined;
