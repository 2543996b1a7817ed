import { describe, expect, test } from 'vitest';
import type { RoleSession } from '../../../local/iam/callers.ts';
import { createGuard } from '../../../local/iam/guard.ts';
import { readPolicy } from '../../../local/iam/policy-document.ts';
import type { AccessPlan } from '../../../local/template/plan-access.ts';

const account = 'arn:aws:iam::000000000000:root';
const roleArn = (name: string) => `arn:aws:iam::000000000000:role/${name}`;
const document = (...Statement: object[]) => readPolicy({ Statement }, 'a test');
const allow = (Action: string | string[], Resource: string, rest: object = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...rest,
});
const file = 'arn:aws:s3:::files/a';
const key = 'arn:aws:kms:us-east-1:000000000000:key/k';

const trust = (principal: object, rest: object = {}) =>
  document({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: principal, ...rest });
const role = (name: string, policy: object[], trusted = trust({ Service: 'lambda.amazonaws.com' })) => ({
  name,
  arn: roleArn(name),
  trust: trusted,
  policies: [document(...policy)],
  maxSessionSeconds: 3600,
});

const plan: AccessPlan = {
  roles: [
    role('worker', [allow('s3:*', 'arn:aws:s3:::files*'), allow('sts:AssumeRole', '*'), allow('kms:Decrypt', '*')]),
    role(
      'queries',
      [allow('s3:GetObject', 'arn:aws:s3:::files/*')],
      trust(
        { AWS: account },
        {
          Condition: { ArnLike: { 'aws:PrincipalArn': roleArn('work*') } },
        },
      ),
    ),
    role('stranger', [allow('sts:AssumeRole', '*')]),
    role('private', [], trust({ AWS: roleArn('stranger') })),
  ],
  resources: new Map([
    [
      'arn:aws:s3:::files',
      [document({ Effect: 'Deny', Principal: '*', Action: 's3:DeleteObject', Resource: `${file}/kept` })],
    ],
    [key, [document({ Effect: 'Allow', Principal: { AWS: roleArn('worker') }, Action: 'kms:Encrypt', Resource: '*' })]],
  ]),
};

function guarded() {
  const lines: string[] = [];
  const sessions: Record<string, RoleSession> = {};
  for (const name of ['worker', 'stranger']) sessions[name] = { roleArn: roleArn(name), sessionName: `fn-${name}` };
  sessions.narrow = {
    roleArn: roleArn('worker'),
    sessionName: 'o',
    policy: JSON.stringify({ Statement: [allow('s3:GetObject', file)] }),
  };
  const guard = createGuard({ sessionOf: (id) => sessions[id], log: (line) => lines.push(line) });
  guard.enforce(plan);
  const refused = (id: string, action: string, resource: string) =>
    guard.refusal(id, () => [{ action, resource }])?.message;
  return { guard, lines, refused };
}

describe('a call', () => {
  test('is allowed by its role, or refused with caller, action and resource, in the log too', () => {
    const { refused, lines } = guarded();
    expect(refused('worker', 's3:PutObject', file)).toBeUndefined();
    expect(refused('stranger', 's3:PutObject', file)).toBe(
      `User: arn:aws:sts::000000000000:assumed-role/stranger/fn-stranger is not authorized to perform: s3:PutObject on resource: ${file} because no identity-based policy allows the s3:PutObject action`,
    );
    expect(lines).toEqual([
      `DENIED [fn-stranger] s3:PutObject on ${file}: no identity-based policy allows the s3:PutObject action (role stranger)`,
    ]);
  });

  test('of a session needs its policy as well', () => {
    const { refused } = guarded();
    expect(refused('narrow', 's3:GetObject', file)).toBeUndefined();
    expect(refused('narrow', 's3:PutObject', file)).toContain('no session policy allows');
  });

  test('is denied by the policy of its resource', () => {
    expect(guarded().refused('worker', 's3:DeleteObject', `${file}/kept`)).toContain(
      'explicit deny in a resource-based',
    );
  });

  test('on a key needs the policy of the key, which may name a role by itself', () => {
    const { refused } = guarded();
    expect(refused('worker', 'kms:Encrypt', key)).toBeUndefined();
    expect(refused('worker', 'kms:Decrypt', key)).toContain('no resource-based policy allows');
  });

  test('of the operator may do everything, and an unsigned one nothing', () => {
    const { guard, refused } = guarded();
    expect(refused('FURROWLOCAL', 's3:DeleteObject', `${file}/kept`)).toBeUndefined();
    expect(guard.refusal('unknown', () => [])).toMatchObject({ unknownKey: true });
  });
});

test('of AssumeRole is allowed to trusted callers, within their own role', () => {
  const { guard } = guarded();
  expect(guard.mayAssume('worker', roleArn('queries'))).toBeUndefined();
  expect(guard.mayAssume('stranger', roleArn('queries'))?.message).toContain(
    'not authorized to perform: sts:AssumeRole',
  );
  expect(guard.mayAssume('stranger', roleArn('private'))).toBeUndefined();
  expect(guard.mayAssume('worker', roleArn('private'))).toBeDefined();
  expect(guard.mayAssume('worker', roleArn('none'))).toBeDefined();
});
