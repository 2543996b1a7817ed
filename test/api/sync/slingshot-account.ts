import { randomUUID } from 'node:crypto';
import type { SlingshotKeys } from '../../../local/sandboxes/raven-slingshot/world.ts';
import { freshCredential, type ShownCredential } from '../credentials/credential.ts';
import type { TestOwner } from '../owner.ts';
import { controlSandbox } from './sandboxes.ts';

/** The keys of an integrator and a customer of their own at the sandbox of Slingshot, whose rate and list no other test uses. */
export async function freshSlingshotKeys(): Promise<SlingshotKeys> {
  const id = randomUUID();
  const keys = { apiKey: `api-${id}`, accessKey: `access-${id}`, sharedSecret: Buffer.from(id).toString('base64') };
  const customer = { number: 1, friendlyName: id, contact: `${id}@example.com` };
  const { apiKey, accessKey, sharedSecret } = keys;
  await controlSandbox('RavenSlingshot', 'PUT', `/world/apiKeys/${apiKey}`, { sharedSecret });
  await controlSandbox('RavenSlingshot', 'PUT', `/world/accessKeys/${accessKey}`, customer);
  return keys;
}

/** Attaches a credential with such keys. */
export function slingshotCredential(
  owner: TestOwner,
  svcUserId: string,
  { apiKey, accessKey, sharedSecret }: SlingshotKeys,
): Promise<ShownCredential> {
  return freshCredential(owner, svcUserId, 'RavenSlingshot', { apiKey, accessKey, sharedSecret });
}
