import { type NewServiceUser, noCredentials, type ServiceUser } from './service-user.ts';

/**
 * A user with the given members and without credentials.
 *
 * @example const user = newUser(newId(), { name: 'Ada', email: 'ada@example.com' });
 */
export function newUser(id: string, { name, email, phone, address, externalId }: NewServiceUser): ServiceUser {
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
