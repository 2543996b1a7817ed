import * as z from 'zod';
import { type AttachedCredential, attachedCredentialSchema } from '../credentials/credential.ts';
import { givenEmail, givenName, givenText } from '../given-text.ts';
import { providers, type UserProperty } from '../providers/providers.ts';
import { clearable, type Members, required, shapeOf } from '../resource-members.ts';

const externalId = givenName('externalId').describe("The owner's own id for this user, unique per owner.");
const emailText = 'An email address; for users created by links it may be an external id.';
/** Stored texts may be older than a rule for bodies. */
const text = z.string();

/** Credentials are attached to a user and moved between users by their ids; bodies do not set their other members. */
function credentialMember(displayName: string) {
  const shown = attachedCredentialSchema.describe(`The ${displayName} credential, \`{}\` when there is none.`);
  const created = shown
    .strict()
    .optional()
    .describe(
      `The ${displayName} credential to attach, by its \`id\`. Other members are accepted as responses show them, and ignored.`,
    );
  return { shown, created, copied: false } as const;
}

const credentialMembers = Object.fromEntries(
  providers.map(({ userProperty, displayName }) => [userProperty, credentialMember(displayName)]),
) as Record<UserProperty, ReturnType<typeof credentialMember>>;

/** The members of a service user. */
export const userMembers = {
  id: { shown: z.uuid().describe('Assigned by the service.') },
  name: {
    shown: text.describe('The name of the user.'),
    ...required(givenName('name').describe('The name of the user.')),
  },
  email: { shown: text.describe(emailText), ...required(givenEmail.describe(emailText)) },
  phone: {
    shown: text.optional().describe('A telephone number; absent if none was given.'),
    ...clearable(givenText('phone').describe('A telephone number; absent if none was given.')),
  },
  address: {
    shown: text.optional().describe('A postal address; absent if none was given.'),
    ...clearable(givenText('address').describe('A postal address; absent if none was given.')),
  },
  externalId: {
    shown: text.optional().describe('The owner’s own id for this user, unique per owner; absent if none was given.'),
    ...clearable(externalId),
  },
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
  .extend({ id: z.uuid().toLowerCase().describe('Id of the user to replace.') })
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
