import type { ChangedServiceUser, ServiceUser } from './service-user.ts';

/** Applies a partial update to a user: null removes an optional member, absent members stay. */
export function changedUser(user: ServiceUser, changes: ChangedServiceUser): ServiceUser {
  const merged = Object.entries({ ...user, ...changes }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(merged) as ServiceUser;
}
