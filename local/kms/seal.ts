import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Key } from './key-store.ts';

/** The encryption context: a ciphertext can be decrypted only with the same pairs, in any order. */
export type EncryptionContext = Record<string, string>;

/*
 * A sealed blob: version (1 byte), length of the key id (1), key id, nonce (12), tag (16), ciphertext.
 * Everything before the tag and the encryption context are authenticated with it.
 */
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with AES-256-GCM under the key. */
export function seal(key: Key, plaintext: Uint8Array, context: EncryptionContext): Buffer {
  const id = Buffer.from(key.keyId);
  const header = Buffer.concat([Buffer.from([version, id.length]), id, randomBytes(nonceBytes)]);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key.material, 'base64'), header.subarray(-nonceBytes));
  cipher.setAAD(associatedData(header, context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([header, cipher.getAuthTag(), ciphertext]);
}

/** The id of the key that a blob was sealed with; undefined for bytes of another form. */
export function keyIdOf(blob: Buffer): string | undefined {
  const end = headerLength(blob);
  return end === undefined ? undefined : blob.toString('utf8', 2, end - nonceBytes);
}

/** Decrypts a blob; undefined when the blob was changed or the context differs. */
export function unseal(key: Key, blob: Buffer, context: EncryptionContext): Buffer | undefined {
  const end = headerLength(blob);
  if (end === undefined) return undefined;
  for (const material of [key.material, ...key.earlier]) {
    const opened = unsealWith(Buffer.from(material, 'base64'), blob, end, context);
    if (opened) return opened;
  }
  return undefined;
}

function unsealWith(material: Buffer, blob: Buffer, end: number, context: EncryptionContext): Buffer | undefined {
  const header = blob.subarray(0, end);
  const decipher = createDecipheriv('aes-256-gcm', material, header.subarray(-nonceBytes));
  decipher.setAAD(associatedData(header, context));
  decipher.setAuthTag(blob.subarray(end, end + tagBytes));
  try {
    return Buffer.concat([decipher.update(blob.subarray(end + tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function headerLength(blob: Buffer): number | undefined {
  const length = 2 + (blob[1] ?? 0) + nonceBytes;
  return blob[0] === version && blob.length >= length + tagBytes ? length : undefined;
}

function associatedData(header: Buffer, context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat([header, Buffer.from(JSON.stringify(pairs))]);
}
