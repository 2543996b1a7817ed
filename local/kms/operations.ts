import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { accountId } from '../credentials.ts';
import { operation, WireError } from '../http/json-protocol.ts';
import { arnOf, type Key, type KeyStore } from './key-store.ts';
import { type EncryptionContext, keyIdOf, seal, unseal } from './seal.ts';

const context = z.record(z.string(), z.string()).default({});
const blob = z.string().transform((text) => Buffer.from(text, 'base64'));
const createInput = z.object({ Description: z.string().max(8192).default('') });
const keyInput = z.object({ KeyId: z.string() });
const dataKeyInput = keyInput.extend({
  EncryptionContext: context,
  KeySpec: z.enum(['AES_256', 'AES_128']).optional(),
  NumberOfBytes: z.number().int().min(1).max(1024).optional(),
});
const encryptInput = keyInput.extend({ Plaintext: blob, EncryptionContext: context });
const decryptInput = z.object({ KeyId: z.string().optional(), CiphertextBlob: blob, EncryptionContext: context });

/** Maximum plaintext of Encrypt with a symmetric key (KMS API reference). */
const maximumPlaintextBytes = 4096;
const EncryptionAlgorithm = 'SYMMETRIC_DEFAULT';

/** The operations of KMS that Furrow calls. */
export function kmsOperations(keys: KeyStore, clock: Clock) {
  return {
    CreateKey: operation(createInput, ({ Description }) => ({
      KeyMetadata: metadata(keys.create({ description: Description, createdAt: clock.now() })),
    })),
    DescribeKey: operation(keyInput, ({ KeyId }) => ({ KeyMetadata: metadata(keyFor(keys, KeyId)) })),
    RotateKeyOnDemand: operation(keyInput, ({ KeyId }) => {
      const key = keyFor(keys, KeyId);
      keys.rotate(key);
      return { KeyId: key.keyId };
    }),
    GenerateDataKey: operation(dataKeyInput, (input) => {
      const { dataKey, sealed } = newDataKey(keys, input);
      return { ...sealed, Plaintext: dataKey.toString('base64') };
    }),
    GenerateDataKeyWithoutPlaintext: operation(dataKeyInput, (input) => newDataKey(keys, input).sealed),
    Encrypt: operation(encryptInput, ({ KeyId, Plaintext, EncryptionContext }) => {
      if (Plaintext.length === 0 || Plaintext.length > maximumPlaintextBytes) {
        throw invalid(`The plaintext must have 1 to ${maximumPlaintextBytes} bytes, got ${Plaintext.length}.`);
      }
      return { ...sealWith(keyFor(keys, KeyId), Plaintext, EncryptionContext), EncryptionAlgorithm };
    }),
    Decrypt: operation(decryptInput, ({ KeyId, CiphertextBlob, EncryptionContext }) => {
      const key = keys.find(keyIdOf(CiphertextBlob) ?? '');
      if (KeyId !== undefined && keyFor(keys, KeyId).keyId !== key?.keyId) {
        throw new WireError('IncorrectKeyException', 'The key id in the request is not the one of the ciphertext.');
      }
      const plaintext = key && unseal(key, CiphertextBlob, EncryptionContext);
      if (!plaintext) {
        throw new WireError(
          'InvalidCiphertextException',
          'The ciphertext was changed, is not one of these keys, or the encryption context is another one.',
        );
      }
      return { KeyId: arnOf(key.keyId), Plaintext: plaintext.toString('base64'), EncryptionAlgorithm };
    }),
  };
}

function newDataKey(keys: KeyStore, { KeyId, KeySpec, NumberOfBytes, ...input }: z.output<typeof dataKeyInput>) {
  if ((KeySpec === undefined) === (NumberOfBytes === undefined)) {
    throw invalid('Please specify either number of bytes or key spec.');
  }
  const dataKey = randomBytes(NumberOfBytes ?? (KeySpec === 'AES_128' ? 16 : 32));
  return { dataKey, sealed: sealWith(keyFor(keys, KeyId), dataKey, input.EncryptionContext) };
}

function sealWith(key: Key, plaintext: Buffer, encryptionContext: EncryptionContext) {
  return { KeyId: arnOf(key.keyId), CiphertextBlob: seal(key, plaintext, encryptionContext).toString('base64') };
}

function keyFor(keys: KeyStore, reference: string): Key {
  const key = keys.find(reference);
  if (!key) throw new WireError('NotFoundException', `Key '${reference}' does not exist.`);
  return key;
}

const invalid = (message: string) => new WireError('ValidationException', message);

function metadata(key: Key) {
  return {
    AWSAccountId: accountId,
    KeyId: key.keyId,
    Arn: arnOf(key.keyId),
    CreationDate: key.createdAt / 1000,
    Enabled: true,
    Description: key.description,
    KeyUsage: 'ENCRYPT_DECRYPT',
    KeyState: 'Enabled',
    Origin: 'AWS_KMS',
    KeyManager: 'CUSTOMER',
    KeySpec: EncryptionAlgorithm,
    CustomerMasterKeySpec: EncryptionAlgorithm,
    EncryptionAlgorithms: [EncryptionAlgorithm],
    MultiRegion: false,
  };
}
