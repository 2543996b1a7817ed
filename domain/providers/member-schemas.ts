import * as z from 'zod';
import { memberDescription } from './member-descriptions.ts';
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
  secret: secretText,
  withheld: secretText,
  environment: z.enum(clientEnvironments),
  scopes: z
    .array(z.enum(permissionScopes))
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not name a scope twice'),
} as const;

/** What the description of a member says of its kind. */
const notes: Partial<Record<Member['kind'], string>> = {
  secret: 'Write-only: responses show a mask.',
  withheld: 'Write-only: never returned.',
};

/**
 * Schema of a body with exactly these members.
 *
 * @example const result = bodySchema(members).safeParse(body);
 */
export function bodySchema(members: Members): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, schemaOf(name, member)])),
  );
}

/** Example of a body with these members. */
export function bodyExample(members: Members): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(members).map(([name, { kind }]) => [name, exampleOf(name, kind)]));
}

/** Whether a member is stored sealed. */
export function isSealed({ kind }: Member): boolean {
  return kind === 'secret' || kind === 'withheld';
}

function schemaOf(name: string, { kind, required, default: otherwise }: Member): z.ZodType {
  const description = memberDescription(name, notes[kind]);
  if (otherwise !== undefined) return memberSchemas.environment.default(otherwise).describe(description);
  const schema = memberSchemas[kind].describe(description);
  return required ? schema : schema.optional();
}

function exampleOf(name: string, kind: Member['kind']): string | string[] {
  if (kind === 'environment') return 'STAGE';
  return kind === 'scopes' ? ['FIELDS:READ', 'OPERATIONS:READ'] : `your ${name}`;
}
