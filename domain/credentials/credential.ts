import * as z from 'zod';
import { Problem } from '../errors.ts';
import type { AppKeyName } from '../keys/app-key.ts';
import type { GivenAddresses } from '../providers/addresses.ts';
import { memberDescription } from '../providers/member-descriptions.ts';
import type { Member, Provider } from '../providers/provider.ts';
import { type ProviderKey, providerOf } from '../providers/providers.ts';
import { uncalledMessage } from './uncalled.ts';

/**
 * `OK`: no problem is known. `UNAUTHENTICATED`: the provider refuses the credential. `MISSING_PERMISSION`: it lacks a permission.
 * `TEMPORARILY_UNAVAILABLE`: the provider does not answer at the moment.
 */
export const credentialStatuses = ['OK', 'UNAUTHENTICATED', 'MISSING_PERMISSION', 'TEMPORARILY_UNAVAILABLE'] as const;
export type CredentialStatus = (typeof credentialStatuses)[number];

export const credentialStatusSchema = z
  .enum(credentialStatuses)
  .describe(
    'What is known of the credential. `OK`: no problem. `UNAUTHENTICATED`: the provider refuses it. `MISSING_PERMISSION`: it lacks a permission. `TEMPORARILY_UNAVAILABLE`: the provider does not answer at the moment.',
  );
/** With microseconds, the format that clients expect. */
const createdTime = z.iso.datetime().describe('When the credential was attached, in UTC with microseconds.');

/** A credential in a service user; `{}` if there is none. */
export const attachedCredentialSchema = z.object({
  id: z.uuid().optional().describe('Id of the attached credential; absent if there is none.'),
  status: credentialStatusSchema.optional(),
  createdTime: createdTime.optional(),
});

export type AttachedCredential = z.infer<typeof attachedCredentialSchema>;

/** A credential of a service user, without its secrets. */
export interface Credential {
  id: string;
  provider: ProviderKey;
  status: CredentialStatus;
  createdTime: string;
  /** The scopes of its token, if the provider reports them. */
  scopes?: string[] | undefined;
  /** The app key of the owner that provides the members which this credential leaves out; it is opened with each use. */
  appKey?: Pick<AppKeyName, 'appName' | 'clientEnvironment'> | undefined;
  /** When a consent last replaced its members, which may be of another account or allow more; rounds then begin anew. */
  renewedTime?: string | undefined;
  /** Its members: secrets as masks, the others as they are. */
  shown: Record<string, string>;
}

/** A credential with its sealed secrets, which can be opened only with its owner, user, provider and name. */
export interface SealedCredential extends Credential {
  sealed: Record<string, string>;
}

/** The members of a provider's credential in responses. */
export function credentialSchema({ key, appKey, credential }: Provider): z.ZodObject {
  const { members, obtained, reportsScopes } = credential;
  const shown = Object.entries({ ...members, ...obtained }).filter(([, { kind }]) => kind !== 'withheld');
  return z
    .object({
      id: z.uuid().describe('Id of the credential, by which it is attached to a user.'),
      status: credentialStatusSchema,
      message: z
        .string()
        .optional()
        .describe(
          'What `status` does not say: present where this installation does not call the provider, so that nothing will arrive.',
        ),
      createdTime,
      ...(appKey && {
        appKey: z.string().optional().describe('The app key that provides the members that are missing here.'),
      }),
      ...(reportsScopes && {
        tokenMetadata: z
          .object({ scopes: z.array(z.string()).describe('The scopes of the token, in the words of the provider.') })
          .optional()
          .describe('What the provider reports of the token; absent if it reports nothing.'),
      }),
      ...Object.fromEntries(shown.map(([name, member]) => [name, answered(name, member)])),
    })
    .meta({ id: `${key}Credential` });
}

function answered(name: string, { kind }: Member): z.ZodType {
  return z
    .string()
    .describe(memberDescription(name, kind === 'secret' ? 'Masked.' : ''))
    .optional();
}

/** A credential as its endpoints return it. */
export function showCredential(
  { id, provider, status, createdTime, scopes, appKey, shown }: Credential,
  addresses: GivenAddresses,
) {
  const named = appKey && { appKey: appKey.appName };
  const message = uncalledMessage({ provider, shown }, addresses);
  return {
    id,
    status,
    ...(message && { message }),
    createdTime,
    ...named,
    ...(scopes && { tokenMetadata: { scopes } }),
    ...shown,
  };
}

/** Identifies a credential by the name of its client, or else by its app key or the mask of its first secret. */
export function clientOf({ provider, appKey, shown }: Credential): string {
  if (appKey) return appKey.appName;
  const members = Object.entries(providerOf(provider).credential.members);
  const [name = ''] = members.find(([, { kind }]) => kind === 'text') ?? members[0] ?? [];
  return shown[name] ?? '';
}

/**
 * A credential as its service user shows it: id, status and time of creation.
 *
 * @example const user = { ...before, [userProperty]: attached(credential) };
 */
export function attached({ id, status, createdTime }: Credential): AttachedCredential {
  return { id, status, createdTime };
}

/**
 * Whether the provider no longer accepts the credential; a form that the grower fills in again replaces it, as every new consent does.
 *
 * @example hasEnded({ status: 'UNAUTHENTICATED' }) // true
 */
export function hasEnded({ status }: Pick<AttachedCredential, 'status'>): boolean {
  return status === 'UNAUTHENTICATED' || status === 'MISSING_PERMISSION';
}

/**
 * The problem `credentialExists` (409) of a second credential for a provider: a user has one for each.
 *
 * @example if (before.id !== undefined && !hasEnded(before)) throw credentialExists(svcUserId, row);
 */
export function credentialExists(svcUserId: string, { displayName }: Pick<Provider, 'displayName'>): Problem {
  const detail = `The user ${svcUserId} has a ${displayName} credential already. Delete it first, then attach the new one.`;
  return new Problem('conflict', detail, { errorKey: 'credentialExists' });
}
