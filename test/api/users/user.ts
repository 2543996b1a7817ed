import type { ServiceUser } from '../../../domain/users/service-user.ts';
import type { TestOwner } from '../owner.ts';

export const usersPath = '/services/usermanagement/api/users';

/** Creates a service user over HTTP. */
export async function freshUser(owner: TestOwner, members: Partial<ServiceUser> = {}): Promise<ServiceUser> {
  const wanted = { name: 'Ada Grower', email: 'ada@example.com', ...members };
  const { status, body } = await owner.post<ServiceUser>(usersPath, wanted);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
