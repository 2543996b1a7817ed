import * as z from 'zod';
import { clientEnvironments, type Member, type Members } from './provider.ts';

/** Maximum characters: refresh tokens may be signed tokens, and private keys PEM. */
const maxText = 10_000;

/** Permissions of applications and tokens, at the providers that tell them. */
export const permissionScopes = [
  'FIELDS:READ',
  'FIELDS:WRITE',
  'OPERATIONS:READ',
  'PRESCRIPTION:READ',
  'PRESCRIPTION:WRITE',
  'ASSETS:READ',
  'PRODUCTS:READ',
  'ZONES:READ',
] as const;
export type PermissionScope = (typeof permissionScopes)[number];

/**
 * A text with something in it besides spaces.
 *
 * @example const appName = written(100);
 */
export function written(maxCharacters: number) {
  return z.string().max(maxCharacters).regex(/\S/, 'must not be blank');
}

const text = written(maxText);
const secretText = text.refine((value) => !value.startsWith('****'), 'is a mask; give the secret itself');

const memberSchemas = {
  text,
  secret: secretText.describe('Write-only: responses show a mask.'),
  withheld: secretText.describe('Write-only: never returned.'),
  environment: z.enum(clientEnvironments),
  scopes: z
    .array(z.enum(permissionScopes))
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not name a scope twice'),
} as const;

/**
 * Schema of a body with exactly these members.
 *
 * @example const result = bodySchema(members).safeParse(body);
 */
export function bodySchema(members: Members): z.ZodObject {
  return z.strictObject(Object.fromEntries(Object.entries(members).map(([name, member]) => [name, schemaOf(member)])));
}

/** Example of a body with these members. */
export function bodyExample(members: Members): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(members).map(([name, { kind }]) => [name, exampleOf(name, kind)]));
}

/** Whether a member is stored sealed. */
export function isSealed({ kind }: Member): boolean {
  return kind === 'secret' || kind === 'withheld';
}

function schemaOf({ kind, required, default: otherwise }: Member): z.ZodType {
  if (otherwise !== undefined) return memberSchemas.environment.default(otherwise);
  const schema = memberSchemas[kind];
  return required ? schema : schema.optional();
}

function exampleOf(name: string, kind: Member['kind']): string | string[] {
  if (kind === 'environment') return 'STAGE';
  return kind === 'scopes' ? ['FIELDS:READ', 'OPERATIONS:READ'] : `your ${name}`;
}
