import { notFound } from '../errors.ts';
import { providers } from '../providers/providers.ts';
import { type NewServiceUser, noCredentials, type ServiceUser } from './service-user.ts';

/**
 * A user with the given members and nothing else. Attaching names a credential by id: no operation makes
 * credentials yet, so every id is unknown, and `{}` attaches nothing.
 */
export function newUser(
  id: string,
  { name, email, phone, address, externalId, ...attached }: NewServiceUser,
): ServiceUser {
  for (const { userProperty } of providers) {
    const credentialId = attached[userProperty]?.id;
    if (credentialId !== undefined) throw notFound('credential', credentialId);
  }
  return {
    id,
    name,
    email,
    ...(phone !== undefined && { phone }),
    ...(address !== undefined && { address }),
    ...(externalId !== undefined && { externalId }),
    ...noCredentials(),
  };
}
