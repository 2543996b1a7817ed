import type { FarmEvent } from '../events/event.ts';
import type { EventType } from '../events/event-types.ts';
import { type Credential, type CredentialStatus, clientOf } from './credential.ts';

/** A provider refuses a credential, or does not let it do what is needed; undefined for other states, which have no event. */
export function credentialStatusChanged(
  { id, ...ids }: { id: string; ownerId: string; svcUserId: string },
  credential: Credential,
  message: string,
  at: number,
): FarmEvent | undefined {
  const type = credentialEventTypes[credential.status];
  const { provider, id: credentialId, status } = credential;
  const payload = {
    svcUserId: ids.svcUserId,
    credential: clientOf(credential),
    provider,
    credentialId,
    message,
    status,
  };
  return type === undefined ? undefined : { id, ...ids, type, at, payload };
}

/** The access to an account has not been renewed for so long that it may end; the status stays what it is. */
export function accessTroubled(
  ids: { id: string; ownerId: string; svcUserId: string },
  credential: Credential,
  message: string,
  at: number,
): FarmEvent {
  const { provider, id: credentialId, status } = credential;
  const payload = {
    svcUserId: ids.svcUserId,
    credential: clientOf(credential),
    provider,
    credentialId,
    message,
    status,
  };
  return { ...ids, type: 'credentialsUnauthenticated', at, payload };
}

const credentialEventTypes: Partial<Record<CredentialStatus, EventType>> = {
  UNAUTHENTICATED: 'credentialsUnauthenticated',
  MISSING_PERMISSION: 'credentialsLimitedPermission',
};

/** Announces that a grower, and not the owner, has connected or disconnected an account. */
export function credentialConnection(
  type: 'credentialsConnected' | 'credentialsDisconnected',
  ids: { id: string; ownerId: string; svcUserId: string },
  credential: Credential,
  at: number,
): FarmEvent {
  const { provider, id: credentialId, status } = credential;
  const payload = { svcUserId: ids.svcUserId, provider, credentialId, credential: clientOf(credential), status };
  return { ...ids, type, at, payload };
}

/**
 * Event about an added or removed credential, which starts or ends its checks and syncs.
 *
 * @example const write = eventWrite(events, credentialChanged({ id: newId(), ownerId, svcUserId }, clock.now()));
 */
export function credentialChanged(ids: { id: string; ownerId: string; svcUserId: string }, at: number): FarmEvent {
  return { ...ids, type: 'credentialChanged', at, payload: {} };
}
