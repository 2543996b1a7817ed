import * as z from 'zod';

/** What the session of an assumed role may do. The role's own policies are in AWS alone; here counts what narrows them. */
export interface Permissions {
  /** @param prefix what a listing is for: the key of the condition `s3:prefix`. */
  allow(action: string, resource: string, prefix?: string): boolean;
}

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const policySchema = z.object({
  Statement: z.array(
    z.strictObject({
      Sid: z.string().optional(),
      Effect: z.enum(['Allow', 'Deny']),
      Action: oneOrMore,
      Resource: oneOrMore,
      Condition: z.strictObject({ StringLike: z.strictObject({ 's3:prefix': oneOrMore }) }).optional(),
    }),
  ),
});

/** @throws Error for a policy that has more than is understood here. */
export function permissionsOf(policy: string): Permissions {
  const { Statement } = policySchema.parse(JSON.parse(policy));
  const matching = (effect: 'Allow' | 'Deny', action: string, resource: string, prefix: string) =>
    Statement.some(
      ({ Effect, Action, Resource, Condition }) =>
        Effect === effect &&
        Action.some((pattern) => isLike(action, pattern, 'i')) &&
        Resource.some((pattern) => isLike(resource, pattern)) &&
        (!Condition || Condition.StringLike['s3:prefix'].some((pattern) => isLike(prefix, pattern))),
    );
  return {
    allow: (action, resource, prefix = '') =>
      matching('Allow', action, resource, prefix) && !matching('Deny', action, resource, prefix),
  };
}

/** `*` stands for any text, `?` for one character. */
function isLike(text: string, pattern: string, flags = ''): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, `s${flags}`).test(text);
}
