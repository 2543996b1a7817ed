import { newMembers } from '../resource-members.ts';
import { type NewServiceUser, noCredentials, type ServiceUser, userMembers } from './service-user.ts';

/**
 * A user with the given members and without credentials.
 *
 * @example const user = newUser(newId(), { name: 'Ada', email: 'ada@example.com' });
 */
export function newUser(id: string, given: NewServiceUser): ServiceUser {
  return { id, ...newMembers(userMembers, given), ...noCredentials() };
}
