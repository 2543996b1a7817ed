import * as z from 'zod';
import { type PolicyDocument, readPolicy } from '../iam/policy-document.ts';
import { bucketArn, functionArn, functionNameOf, keyArn, queueArn } from './arns.ts';
import { type Declared, declared, wholeNumber } from './declared.ts';
import { templateError } from './location.ts';
import type { Resolver } from './resolver.ts';

export interface RolePlan {
  name: string;
  arn: string;
  /** The principals that may assume it. */
  trust: PolicyDocument;
  policies: PolicyDocument[];
  maxSessionSeconds: number;
}

/** Permissions: of every role that can be assumed here, and of the resources that have a policy of their own, by ARN. */
export interface AccessPlan {
  roles: RolePlan[];
  resources: ReadonlyMap<string, PolicyDocument[]>;
}

const anyPolicy = z.unknown();
const roleSchema = z.object({
  AssumeRolePolicyDocument: anyPolicy,
  ManagedPolicyArns: z.array(z.string()).default([]),
  MaxSessionDuration: wholeNumber.default(3_600),
  PermissionsBoundary: z.never({ error: 'permissions boundaries are not enforced by the embedded cloud' }).optional(),
  Policies: z.array(z.object({ PolicyDocument: anyPolicy })).default([]),
});
const attachedSchema = z.object({ PolicyDocument: anyPolicy, Roles: z.array(z.string()).default([]) });
const bucketPolicySchema = z.object({ Bucket: z.string(), PolicyDocument: anyPolicy });
const queuePolicySchema = z.object({ Queues: z.array(z.string()), PolicyDocument: anyPolicy });
const keySchema = z.object({ KeyPolicy: anyPolicy });
const permissionSchema = z.object({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
  SourceAccount: z.string().optional(),
});

const logs = ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'];
/** Policies of AWS's own that a function may have, by the end of their ARN. */
const managedByAws: Record<string, unknown> = {
  'service-role/AWSLambdaBasicExecutionRole': { Statement: { Effect: 'Allow', Action: logs, Resource: '*' } },
};

/** @param functionRoles the roles of the functions that run here; those that only CloudFormation's helpers have are left out. */
export function planAccess(resolver: Resolver, functionRoles: ReadonlySet<string>): AccessPlan {
  const managed = new Map(
    declared(resolver, 'AWS::IAM::ManagedPolicy').map((policy) => [
      String(resolver.ref(policy.logicalId, policy.location)),
      policy,
    ]),
  );
  const attached = [...declared(resolver, 'AWS::IAM::Policy'), ...managed.values()].map((policy) => ({
    policy,
    ...policy.read(attachedSchema),
  }));

  function roleOf({ name, logicalId, location, read }: Declared): RolePlan[] {
    const arn = String(resolver.attribute(logicalId, 'Arn', location));
    const where = `the role ${name}`;
    const role = read(roleSchema);
    const trust = readPolicy(role.AssumeRolePolicyDocument, where);
    const isAssumed = trust.Statement.some(({ Principal }) => (Principal?.AWS.length ?? 0) > 0);
    if (!functionRoles.has(arn) && !isAssumed) return [];
    const own = role.Policies.map(({ PolicyDocument }) => PolicyDocument);
    const others = attached.filter(({ Roles }) => Roles.includes(name)).map(({ PolicyDocument }) => PolicyDocument);
    const named = role.ManagedPolicyArns.map((policyArn) => {
      const ofAws = managedByAws[policyArn.slice(policyArn.indexOf(':policy/') + ':policy/'.length)];
      const found = managed.get(policyArn)?.read(attachedSchema).PolicyDocument ?? ofAws;
      if (found) return found;
      throw templateError(location, `the embedded cloud does not know the policy ${policyArn}`);
    });
    const policies = [...own, ...others, ...named].map((document) => readPolicy(document, where));
    return [{ name, arn, trust, policies, maxSessionSeconds: role.MaxSessionDuration }];
  }

  return { roles: declared(resolver, 'AWS::IAM::Role').flatMap(roleOf), resources: resourcePolicies(resolver) };
}

function resourcePolicies(resolver: Resolver): Map<string, PolicyDocument[]> {
  const policies = new Map<string, PolicyDocument[]>();
  const add = (arn: string, document: unknown) => {
    policies.set(arn, [...(policies.get(arn) ?? []), readPolicy(document, arn)]);
  };
  for (const { read } of declared(resolver, 'AWS::S3::BucketPolicy')) {
    const { Bucket, PolicyDocument } = read(bucketPolicySchema);
    add(bucketArn(Bucket), PolicyDocument);
  }
  for (const { read } of declared(resolver, 'AWS::SQS::QueuePolicy')) {
    const { Queues, PolicyDocument } = read(queuePolicySchema);
    for (const url of Queues) add(queueArn(url.split('/').at(-1) ?? ''), PolicyDocument);
  }
  for (const { name, read } of declared(resolver, 'AWS::KMS::Key')) {
    const { KeyPolicy } = read(keySchema);
    if (KeyPolicy !== undefined) add(keyArn(name), KeyPolicy);
  }
  for (const { read } of declared(resolver, 'AWS::Lambda::Permission')) {
    const { Action, FunctionName, Principal, SourceArn, SourceAccount } = read(permissionSchema);
    const Resource = functionArn(functionNameOf(FunctionName) ?? FunctionName);
    const Condition = {
      ...(SourceArn && { ArnLike: { 'aws:SourceArn': SourceArn } }),
      ...(SourceAccount && { StringEquals: { 'aws:SourceAccount': SourceAccount } }),
    };
    add(Resource, { Statement: { Effect: 'Allow', Principal: { Service: Principal }, Action, Resource, Condition } });
  }
  return policies;
}

/** The last part of a role's ARN. */
export function roleNameOf(roleArn: string): string {
  return roleArn.split('/').at(-1) ?? '';
}
