import { type Requires, WireError } from '../http/json-protocol.ts';
import type { Requirement } from '../iam/decide.ts';
import type { Refusal } from '../iam/guard.ts';
import { keyArn } from '../template/arns.ts';
import type { KeyStore } from './key-store.ts';
import { keyIdOf } from './seal.ts';

/** Permissions that each call of KMS needs. Source: service authorization reference, "Actions, resources, and condition keys for AWS KMS". */
export function kmsRequires(keys: KeyStore) {
  const onKey =
    (name: string): Requires =>
    ({ KeyId, EncryptionContext }) => [on(name, keys.find(String(KeyId))?.keyId ?? String(KeyId), EncryptionContext)];
  return {
    CreateKey: () => [{ action: 'kms:CreateKey', resource: '*' }],
    DescribeKey: onKey('DescribeKey'),
    RotateKeyOnDemand: onKey('RotateKeyOnDemand'),
    GenerateDataKey: onKey('GenerateDataKey'),
    GenerateDataKeyWithoutPlaintext: onKey('GenerateDataKeyWithoutPlaintext'),
    Encrypt: onKey('Encrypt'),
    // The key is named by the request, or else by the ciphertext; a ciphertext that names no key is refused as invalid.
    Decrypt: ({ KeyId, CiphertextBlob, EncryptionContext }) => {
      const named = KeyId === undefined ? undefined : (keys.find(String(KeyId))?.keyId ?? String(KeyId));
      const keyId = named ?? keyIdOf(Buffer.from(String(CiphertextBlob), 'base64'));
      return keyId === undefined ? [] : [on('Decrypt', keyId, EncryptionContext)];
    },
  } satisfies Record<string, Requires>;
}

const contextPrefix = 'kms:encryptioncontext:';

function on(name: string, keyId: string, encryptionContext: unknown): Requirement {
  const pairs = Object.entries(Object(encryptionContext)).map(([key, value]) => [key.toLowerCase(), String(value)]);
  return {
    action: `kms:${name}`,
    resource: keyArn(keyId),
    context(key) {
      if (key === 'kms:encryptioncontextkeys') return pairs.map(([own = '']) => own);
      const value = pairs.find(([own]) => `${contextPrefix}${own}` === key)?.[1];
      return value === undefined ? undefined : [value];
    },
  };
}

export function refuseKms({ message, unknownKey }: Refusal): WireError {
  return new WireError(unknownKey ? 'UnrecognizedClientException' : 'AccessDeniedException', message);
}
