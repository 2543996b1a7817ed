import type { TestOwner } from '../owner.ts';

export const apiKeysPath = '/services/usermanagement/api/api-keys';

export interface CreatedApiKey {
  id: string;
  key: string;
  svcUserId: string;
  expiresAt: string;
  valid: boolean;
}

/** A new, unmasked key of a user. */
export async function freshApiKey(owner: TestOwner, svcUserId: string, members: object = {}): Promise<CreatedApiKey> {
  const { status, body } = await owner.post<CreatedApiKey>(apiKeysPath, { svcUserId, ...members });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
