import { type NewServiceUser, noCredentials, type ServiceUser } from './service-user.ts';

/** A user with the given members and without credentials. */
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
