import { CfnResource } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * A name in Pascal case, as logical ids have it.
 *
 * @example pascalCase('access-logs') // 'AccessLogs'
 */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/**
 * Gives a resource the id by which CloudFormation, SAM and the released templates know it. Such an id says what the
 * resource is and survives moves in the code; for what holds data, another id means another, empty resource.
 *
 * @example withLogicalId(logGroup, 'AccessLogs');
 */
export function withLogicalId<C extends IConstruct>(construct: C, logicalId: string): C {
  const resource = CfnResource.isCfnResource(construct) ? construct : construct.node.defaultChild;
  if (!CfnResource.isCfnResource(resource)) throw new Error(`${construct.node.path} has no resource of its own`);
  resource.overrideLogicalId(logicalId);
  return construct;
}

/**
 * Sets the logical id of the policy that AWS wants beside a bucket, queue or topic.
 *
 * @example return withPolicyId(withLogicalId(queue, id), `${id}Policy`);
 */
export function withPolicyId<C extends IConstruct>(construct: C, logicalId: string): C {
  const policy = construct.node.tryFindChild('Policy');
  if (policy) withLogicalId(policy, logicalId);
  return construct;
}
