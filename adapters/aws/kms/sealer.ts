import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import type { Clock } from '../../../domain/clock.ts';
import type { Sealer, SecretScope } from '../../../domain/secrets.ts';

/** Time for which a data key is reused: one call of KMS per owner in five minutes, whatever the traffic. */
const keyLifeMilliseconds = 5 * 60_000;
const rememberedKeys = 500;

interface DataKey {
  plain: Buffer;
  encrypted: string;
  until: number;
}

/**
 * Seals with AES-256-GCM under a KMS data key per owner; the scope is the associated data.
 *
 * @example
 * const sealer = kmsSealer(names.SECRETS_KEY_ID, systemClock);
 * const sealed = await sealer.seal({ ownerId, member: 'webhook#w' }, secret);
 */
export function kmsSealer(keyId: string, clock: Clock, client = new KMSClient({})): Sealer {
  const sealing = new Map<string, DataKey>();
  const opening = new Map<string, DataKey>();
  const making = new Map<string, Promise<DataKey>>();

  /** Secrets that are sealed concurrently share one request to KMS. */
  const dataKey = async (ownerId: string): Promise<DataKey> => {
    const known = sealing.get(ownerId);
    if (known && known.until > clock.now()) return known;
    const made = making.get(ownerId) ?? newDataKey(ownerId).finally(() => making.delete(ownerId));
    making.set(ownerId, made);
    return made;
  };

  const newDataKey = async (ownerId: string): Promise<DataKey> => {
    const EncryptionContext = { owner: ownerId };
    const answer = await client.send(
      new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext }),
    );
    return remember(
      sealing,
      ownerId,
      answer.Plaintext,
      Buffer.from(answer.CiphertextBlob ?? []).toString('base64url'),
      clock,
    );
  };

  const openedKey = async (ownerId: string, encrypted: string): Promise<DataKey> => {
    const known = opening.get(encrypted);
    if (known && known.until > clock.now()) return known;
    const CiphertextBlob = Buffer.from(encrypted, 'base64url');
    const answer = await client.send(
      new DecryptCommand({ KeyId: keyId, CiphertextBlob, EncryptionContext: { owner: ownerId } }),
    );
    return remember(opening, encrypted, answer.Plaintext, encrypted, clock);
  };

  return {
    async seal(scope, plaintext) {
      const key = await dataKey(scope.ownerId);
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key.plain, iv).setAAD(associated(scope));
      const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
      return ['v1', key.encrypted, ...parts].join('.');
    },

    async open(scope, sealed) {
      const [version, encrypted = '', iv = '', tag = '', text = ''] = sealed.split('.');
      if (version !== 'v1') throw new Error(`sealed with an unknown version: ${version}`);
      const key = await openedKey(scope.ownerId, encrypted);
      const decipher = createDecipheriv('aes-256-gcm', key.plain, Buffer.from(iv, 'base64url'))
        .setAAD(associated(scope))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
    },
  };
}

function remember(
  keys: Map<string, DataKey>,
  name: string,
  plain: Uint8Array | undefined,
  encrypted: string,
  clock: Clock,
): DataKey {
  if (!plain) throw new Error('KMS answered without a key');
  const oldest = keys.keys().next();
  if (keys.size >= rememberedKeys && !oldest.done) keys.delete(oldest.value);
  const key = { plain: Buffer.from(plain), encrypted, until: clock.now() + keyLifeMilliseconds };
  keys.set(name, key);
  return key;
}

function associated({ ownerId, svcUserId = '', provider = '', member }: SecretScope): Buffer {
  return Buffer.from(JSON.stringify([ownerId, svcUserId, provider, member]));
}
