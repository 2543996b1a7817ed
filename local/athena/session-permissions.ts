import type { Guard } from '../iam/guard.ts';
import { compilePolicy } from '../iam/policy.ts';
import { readPolicy } from '../iam/policy-document.ts';

/** What the session of an assumed role may do, in Athena and in what Athena reaches in its name. */
export interface Permissions {
  /** @param prefix what a listing is for: the key of the condition `s3:prefix`. */
  allow(action: string, resource: string, prefix?: string): boolean;
}

/** Of a session's own policy, without the role that it narrows. @throws Error for a policy that has more than is understood here. */
export function permissionsOf(policy: string): Permissions {
  const compiled = compilePolicy([readPolicy(JSON.parse(policy), 'a session')], 'a session');
  return {
    allow: (action, resource, prefix) => compiled.effect({ action, resource, context: contextOf(prefix) }) === 'Allow',
  };
}

/** Of the role and the session's policy together, and of the policies of what is reached. */
export function guardedPermissions(guard: Guard, accessKeyId: string): Permissions {
  return {
    allow: (action, resource, prefix) =>
      !guard.refusal(accessKeyId, () => [{ action, resource, context: contextOf(prefix) }]),
  };
}

const contextOf = (prefix: string | undefined) => (key: string) =>
  key === 's3:prefix' && prefix !== undefined ? [prefix] : undefined;
