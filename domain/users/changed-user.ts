import type { ChangedServiceUser, ServiceUser } from './service-user.ts';

/** A user after a partial update: null takes an optional member away, what is not named stays. */
export function changedUser(user: ServiceUser, changes: ChangedServiceUser): ServiceUser {
  const merged = Object.entries({ ...user, ...changes }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(merged) as ServiceUser;
}
