import * as z from 'zod';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const oneOrMore = z.union([text.transform((one) => [one]), z.array(text)]);

const principals = z.union([
  z.literal('*').transform(() => ({ AWS: ['*'], Service: [] as string[] })),
  z.strictObject({ AWS: oneOrMore.default([]), Service: oneOrMore.default([]) }),
]);

const statement = z
  .strictObject({
    Sid: z.string().optional(),
    Effect: z.enum(['Allow', 'Deny']),
    Principal: principals.optional(),
    Action: oneOrMore.optional(),
    NotAction: oneOrMore.optional(),
    Resource: oneOrMore.optional(),
    NotResource: oneOrMore.optional(),
    Condition: z.record(z.string(), z.record(z.string(), oneOrMore)).default({}),
  })
  .refine(({ Action, NotAction }) => !Action !== !NotAction, { error: 'needs either Action or NotAction' })
  .refine(({ Resource, NotResource }) => !(Resource && NotResource), { error: 'has both Resource and NotResource' });

/** A policy in IAM's JSON. Other members, such as `NotPrincipal`, are refused by name. */
export const policyDocument = z.strictObject({
  Version: z.literal('2012-10-17').optional(),
  Id: z.string().optional(),
  Statement: z.union([statement.transform((one) => [one]), z.array(statement)]),
});

export type PolicyDocument = z.output<typeof policyDocument>;
export type Statement = PolicyDocument['Statement'][number];

/**
 * Reads a policy document; `where` identifies its owner.
 *
 * @throws Error that names the unsupported member and the owner.
 * @example const policy = compilePolicy([readPolicy(JSON.parse(text), 'a session')], 'a session');
 */
export function readPolicy(document: unknown, where: string): PolicyDocument {
  const result = policyDocument.safeParse(document);
  if (result.success) return result.data;
  throw new Error(`the policy of ${where} cannot be enforced by the embedded cloud: ${z.prettifyError(result.error)}`);
}
