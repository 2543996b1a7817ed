import { prescriptionZip, squares } from '../../adapters/prescriptions/prescription-zip.ts';
import type { Answer, Sent, TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';

export const prescriptionsPath = '/services/beta/prescription/api';

/** A prescription as John Deere wants it; others have the files at the top. */
export const deereZip = (rates: readonly number[] = [10, 20.5, 0]) =>
  prescriptionZip(squares(rates), { base: 'Rx/north' });
export const flatZip = (rates: readonly number[] = [10, 20.5, 0]) => prescriptionZip(squares(rates));

export interface Prescription {
  id: string;
  name: string;
}

/** A user whose account brings nothing by itself. */
export async function prescriptionUser(owner: TestOwner): Promise<string> {
  const { id } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${id}`, { fieldsAutoSync: false, operationsAutoSync: false });
  return id;
}

/** Sends a zip to a provider for a user, by the path after the user's and its query. */
export function sendZip<T = Prescription>(
  owner: TestOwner,
  svcUserId: string,
  path: string,
  zip: Uint8Array,
  { name = 'north-40.zip', ...sent }: Sent & { name?: string } = {},
): Promise<Answer<T>> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(zip)]), name);
  return owner.call<T>('POST', `${prescriptionsPath}/users/${svcUserId}/${path}`, { ...sent, body });
}
