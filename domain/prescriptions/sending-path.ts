/** Base of the area of prescriptions, which upload sessions lead to as well. */
export const prescriptionsBase = '/services/beta/prescription/api';

/** The path of the record of a prescription, below the base of the API. */
export function sendingPath({ svcUserId, id }: { svcUserId: string; id: string }): string {
  return `${prescriptionsBase}/users/${svcUserId}/sendings/${id}`;
}
