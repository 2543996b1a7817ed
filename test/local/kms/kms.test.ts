import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateKeyCommand,
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GenerateDataKeyWithoutPlaintextCommand,
  KMSClient,
} from '@aws-sdk/client-kms';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { movableClock } from '../../../local/clock.ts';
import { credentials, region } from '../../../local/credentials.ts';
import { type KmsEngine, startKms } from '../../../local/kms/start-kms.ts';

let dir: string;
let engine: KmsEngine;
let client: KMSClient;

const start = async () => {
  engine = await startKms({ dir, host: '127.0.0.1', clock: movableClock() });
  client = new KMSClient({ endpoint: engine.endpoint, region, credentials, maxAttempts: 1 });
};
const stop = async () => {
  client.destroy();
  await engine.close();
};

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'furrow-kms-'));
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(dir, { recursive: true, force: true });
});

const plaintext = Buffer.from('the password of a provider');
const context = { owner: 'o1', field: 'secret' };

test('a data key can be decrypted again, even after a restart, and names its key', async () => {
  const { keyId, arn } = await engine.ensureKey({ aliases: ['alias/secrets'] });
  const made = await client.send(
    new GenerateDataKeyCommand({ KeyId: 'alias/secrets', KeySpec: 'AES_256', EncryptionContext: context }),
  );
  expect(made.KeyId).toBe(arn);
  expect(made.Plaintext).toHaveLength(32);
  await stop();
  await start();
  const opened = await client.send(
    new DecryptCommand({ CiphertextBlob: made.CiphertextBlob, EncryptionContext: { ...context } }),
  );
  expect(opened).toMatchObject({ KeyId: arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
  expect(opened.Plaintext).toEqual(made.Plaintext);
  expect(await engine.ensureKey({ aliases: ['alias/secrets'] })).toEqual({ keyId, arn });
});

test('a ciphertext can only be decrypted in its own context', async () => {
  const { keyId } = await engine.ensureKey({ keyId: 'SecretsKey' });
  const { CiphertextBlob = new Uint8Array() } = await client.send(
    new EncryptCommand({ KeyId: keyId, Plaintext: plaintext, EncryptionContext: context }),
  );
  const open = (EncryptionContext: Record<string, string> | undefined, blob = CiphertextBlob) =>
    client.send(new DecryptCommand({ CiphertextBlob: blob, EncryptionContext }));
  expect(Buffer.from((await open({ field: 'secret', owner: 'o1' })).Plaintext ?? '').toString()).toBe(`${plaintext}`);
  const refusal = { name: 'InvalidCiphertextException', $metadata: { httpStatusCode: 400 } };
  await expect(open({ ...context, owner: 'o2' })).rejects.toMatchObject(refusal);
  await expect(open(undefined)).rejects.toMatchObject(refusal);
  for (const position of [0, 1, 5, 20, 30, CiphertextBlob.length - 1]) {
    const changed = Uint8Array.from(CiphertextBlob);
    changed[position] = (changed[position] ?? 0) ^ 1;
    await expect(open(context, changed)).rejects.toMatchObject(refusal);
  }
  await expect(open(context, CiphertextBlob.slice(0, 10))).rejects.toMatchObject(refusal);
});

test('a key is found by id, ARN and alias, and described', async () => {
  const { KeyMetadata } = await client.send(new CreateKeyCommand({ Description: 'by hand' }));
  const ensured = await engine.ensureKey({ keyId: String(KeyMetadata?.KeyId), aliases: ['alias/late'] });
  expect(ensured.arn).toBe(KeyMetadata?.Arn);
  const aliasArn = ensured.arn.replace(/key\/.*/, 'alias/late');
  for (const KeyId of [ensured.keyId, ensured.arn, 'alias/late', aliasArn]) {
    const described = await client.send(new DescribeKeyCommand({ KeyId }));
    expect(described.KeyMetadata).toMatchObject({ KeyId: ensured.keyId, Description: 'by hand', KeyState: 'Enabled' });
    expect(described.KeyMetadata?.CreationDate?.getFullYear()).toBeGreaterThan(2020);
  }
});

test('a request that KMS refuses is refused with its errors', async () => {
  const { keyId } = await engine.ensureKey({ keyId: 'first' });
  const other = await engine.ensureKey({ keyId: 'second' });
  const unknown = client.send(new DescribeKeyCommand({ KeyId: 'alias/none' }));
  await expect(unknown).rejects.toMatchObject({ name: 'NotFoundException' });
  const { CiphertextBlob } = await client.send(new EncryptCommand({ KeyId: keyId, Plaintext: plaintext }));
  const wrongKey = client.send(new DecryptCommand({ CiphertextBlob, KeyId: other.keyId }));
  await expect(wrongKey).rejects.toMatchObject({ name: 'IncorrectKeyException' });
  const tooLong = client.send(new EncryptCommand({ KeyId: keyId, Plaintext: new Uint8Array(4097) }));
  await expect(tooLong).rejects.toThrow('1 to 4096 bytes');
  const noSize = client.send(new GenerateDataKeyCommand({ KeyId: keyId }));
  await expect(noSize).rejects.toThrow('either number of bytes or key spec');
});

test('a data key without its plaintext is returned as ciphertext only', async () => {
  const { keyId } = await engine.ensureKey({ keyId: 'key' });
  const made = await client.send(new GenerateDataKeyWithoutPlaintextCommand({ KeyId: keyId, NumberOfBytes: 64 }));
  expect(made).not.toHaveProperty('Plaintext');
  const opened = await client.send(new DecryptCommand({ CiphertextBlob: made.CiphertextBlob }));
  expect(opened.Plaintext).toHaveLength(64);
});

test('the key file is readable by its owner only, and a damaged one stops the start with the reason', async () => {
  await engine.ensureKey({ keyId: 'key' });
  const path = join(dir, 'keys.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const whole = readFileSync(path);
  writeFileSync(path, whole.subarray(0, 20));
  await expect(startKms({ dir, host: '127.0.0.1', clock: movableClock() })).rejects.toThrow('is damaged');
});
