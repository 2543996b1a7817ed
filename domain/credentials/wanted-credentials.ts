import { Problem } from '../errors.ts';
import { type ProviderKey, providers } from '../providers/providers.ts';
import type { NewServiceUser, ServiceUser } from '../users/service-user.ts';

/** The wanted state of a provider: the credential with this id, or none. */
export interface Wanted {
  provider: ProviderKey;
  id: string | undefined;
}

/**
 * The changes after which a user has exactly the named credentials.
 *
 * @throws Problem `credentialExists` for another credential in place of one that the user already has.
 */
export function wantedCredentials(named: Partial<NewServiceUser>, before?: ServiceUser): Wanted[] {
  return providers.flatMap(({ key, displayName, userProperty }) => {
    const [id, own] = [named[userProperty]?.id, before?.[userProperty].id];
    if (id === own) return [];
    if (id === undefined || own === undefined) return [{ provider: key, id }];
    const message = `The user has the ${displayName} credential ${own}. Delete it first, then attach the other.`;
    const pointer = `#/${userProperty}/id`;
    throw new Problem('conflict', message, { errorKey: 'credentialExists', errors: [{ pointer, message }] });
  });
}

/** The members of a user that contain credentials. */
export function credentialsOf(user: ServiceUser): Pick<ServiceUser, (typeof providers)[number]['userProperty']> {
  const shown = providers.map(({ userProperty }) => [userProperty, user[userProperty]]);
  return Object.fromEntries(shown) as ReturnType<typeof credentialsOf>;
}
