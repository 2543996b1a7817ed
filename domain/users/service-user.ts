import * as z from 'zod';
import { type AttachedCredential, attachedCredentialSchema } from '../credentials/credential.ts';
import { providers, type UserProperty } from '../providers/providers.ts';
import { clearable, type Members, required, shapeOf } from '../resource-members.ts';

const maxText = 255;

const text = (name: string) => z.string().trim().min(1, `${name} must not be blank`).max(maxText);
const optionalText = z.string().trim().max(maxText);
const externalId = optionalText
  .min(1, 'externalId must not be blank')
  .describe("The owner's own id for this user, unique per owner.");

const emailText = text('email').describe('An email address; for users created by links it may be an external id.');
/**
 * An e-mail address has text on both sides of one @. Blank ones have been refused before, with a message of their own.
 */
const email = emailText.regex(/^(?:[^\s@]+@[^\s@]+)?$/, 'email must have the form name@domain');

/** Credentials are attached to a user and moved between users by their ids; bodies do not set their other members. */
function credentialMember(displayName: string) {
  const shown = attachedCredentialSchema.describe(`The ${displayName} credential, \`{}\` when there is none.`);
  return { shown, created: shown.strict().optional(), copied: false } as const;
}

const credentialMembers = Object.fromEntries(
  providers.map(({ userProperty, displayName }) => [userProperty, credentialMember(displayName)]),
) as Record<UserProperty, ReturnType<typeof credentialMember>>;

/** The members of a service user. */
export const userMembers = {
  id: { shown: z.uuid().describe('Assigned by the service.') },
  name: { shown: text('name'), ...required(text('name')) },
  email: { shown: emailText, ...required(email) },
  phone: { shown: optionalText.optional(), ...clearable(optionalText) },
  address: { shown: optionalText.optional(), ...clearable(optionalText) },
  externalId: { shown: externalId.optional(), ...clearable(externalId) },
  ...credentialMembers,
} satisfies Members;

/** An end user of the owner's application, for example a grower. */
export const serviceUserSchema = z.object(shapeOf(userMembers, 'shown')).meta({ id: 'ServiceUser' });

export type ServiceUser = z.infer<typeof serviceUserSchema>;

/** Body that creates a user. */
export const newServiceUserSchema = z.strictObject(shapeOf(userMembers, 'created')).meta({ id: 'NewServiceUser' });
export type NewServiceUser = z.infer<typeof newServiceUserSchema>;

/** Body that replaces a user: absent members are removed, credentials too. */
export const replacedServiceUserSchema = newServiceUserSchema
  .extend({ id: z.uuid().toLowerCase() })
  .meta({ id: 'ReplacedServiceUser' });

/** Body that changes some members; null clears an optional one. Credentials do not change. */
export const changedServiceUserSchema = z
  .strictObject(shapeOf(userMembers, 'changed'))
  .meta({ id: 'ChangedServiceUser' });

/** `{}` for every provider: the credential members of a user without credentials. */
export function noCredentials(): Record<UserProperty, AttachedCredential> {
  return Object.fromEntries(providers.map(({ userProperty }) => [userProperty, {}])) as Record<
    UserProperty,
    AttachedCredential
  >;
}
