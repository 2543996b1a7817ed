import { account, callerContext, type Principal } from './callers.ts';
import type { Context } from './conditions.ts';
import type { AccessRequest, Policy } from './policy.ts';

/** A permission that a call needs, by its service's table. */
export interface Requirement extends Omit<AccessRequest, 'context'> {
  /** Condition keys of this request; those of its caller are added. */
  context?: Context;
}

/** Maximum number of cached decisions: enough for the tables and queues of a role, while keys of objects come and go. */
const rememberedDecisions = 500;

export const none: Context = () => undefined;

/**
 * The reason why a principal lacks a required permission; undefined if it has all of them.
 *
 * @param attached the resource's own policy, if it has one.
 */
export function decide(
  principal: Principal,
  { action, resource, context = none }: Requirement,
  attached: Policy | undefined,
): string | undefined {
  const { role, narrowed, callers, decided } = principal;
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

/** Decides within one account: an identity's policy or the resource's own allows, no session forbids, and nothing denies. */
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
  // Only the policy of a KMS key decides about it; it may delegate to the account's identities.
  if (key && given !== 'Allow' && key.effect(request, [{ kind: 'AWS', name: account }]) !== 'Allow') {
    return `no resource-based policy allows the ${action} action`;
  }
  if (own !== 'Allow' && given !== 'Allow') return `no identity-based policy allows the ${action} action`;
  return undefined;
}

const isKey = (resource: string) => resource.startsWith('arn:aws:kms:');

/** The resource whose policy counts: for an object, its bucket. */
export function resourceOwner(resource: string): string {
  if (!resource.startsWith('arn:aws:s3:::')) return resource;
  const slash = resource.indexOf('/');
  return slash < 0 ? resource : resource.slice(0, slash);
}
