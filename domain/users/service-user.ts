import * as z from 'zod';
import { type AttachedCredential, attachedCredentialSchema } from '../credentials/credential.ts';
import { providers, type UserProperty } from '../providers/providers.ts';

const maxText = 255;

const text = (name: string) => z.string().trim().min(1, `${name} must not be blank`).max(maxText);
const optionalText = z.string().trim().max(maxText);

const credentialMembers = Object.fromEntries(
  providers.map(({ userProperty, displayName }) => [
    userProperty,
    attachedCredentialSchema.describe(`The ${displayName} credential, \`{}\` when there is none.`),
  ]),
) as Record<UserProperty, typeof attachedCredentialSchema>;

/** An end user of the owner's application, for example a grower. */
export const serviceUserSchema = z
  .object({
    id: z.uuid().describe('Assigned by the service.'),
    name: text('name'),
    email: text('email').describe('An email address; for users created by links it may be an external id.'),
    phone: optionalText.optional(),
    address: optionalText.optional(),
    externalId: optionalText
      .min(1, 'externalId must not be blank')
      .optional()
      .describe("The owner's own id for this user, unique per owner."),
    ...credentialMembers,
  })
  .meta({ id: 'ServiceUser' });

export type ServiceUser = z.infer<typeof serviceUserSchema>;

const { name, phone, address, externalId } = serviceUserSchema.shape;
/**
 * An e-mail address has text on both sides of one @. Blank ones have been refused before, with a message of their own.
 */
const email = serviceUserSchema.shape.email.regex(/^(?:[^\s@]+@[^\s@]+)?$/, 'email must have the form name@domain');
const credentials = Object.fromEntries(
  Object.entries(credentialMembers).map(([property, schema]) => [property, schema.strict().optional()]),
) as Record<UserProperty, z.ZodOptional<typeof attachedCredentialSchema>>;

/** Body that creates a user. */
export const newServiceUserSchema = z
  .strictObject({ name, email, phone, address, externalId, ...credentials })
  .meta({ id: 'NewServiceUser' });
export type NewServiceUser = z.infer<typeof newServiceUserSchema>;

/** Body that replaces a user: absent members are removed, credentials too. */
export const replacedServiceUserSchema = newServiceUserSchema
  .extend({ id: z.uuid().toLowerCase() })
  .meta({ id: 'ReplacedServiceUser' });

/** Body that changes some members; null clears an optional one. Credentials do not change. */
export const changedServiceUserSchema = z
  .strictObject({
    name,
    email,
    phone: phone.nullable(),
    address: address.nullable(),
    externalId: externalId.nullable(),
  })
  .partial()
  .meta({ id: 'ChangedServiceUser' });
export type ChangedServiceUser = z.infer<typeof changedServiceUserSchema>;

/** Members of responses that requests may leave out. */
export const readOnlyMembers = ['id', ...providers.map(({ userProperty }) => userProperty)] as const;

/** `{}` for every provider: the credential members of a user without credentials. */
export function noCredentials(): Record<UserProperty, AttachedCredential> {
  return Object.fromEntries(providers.map(({ userProperty }) => [userProperty, {}])) as Record<
    UserProperty,
    AttachedCredential
  >;
}

/** Applies a partial update to a user: null removes an optional member, absent members stay. */
export function changedUser(user: ServiceUser, changes: ChangedServiceUser): ServiceUser {
  const merged = Object.entries({ ...user, ...changes }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(merged) as ServiceUser;
}
