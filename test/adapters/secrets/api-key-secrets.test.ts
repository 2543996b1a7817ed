import { expect, test } from 'vitest';
import { apiKeySecrets } from '../../../adapters/secrets/random-secrets.ts';

test('keys are unique, found by their hashes, and shown by their last digits only', () => {
  const made = Array.from({ length: 200 }, () => apiKeySecrets.make());
  expect(new Set(made.map(({ key }) => key)).size).toBe(200);
  for (const { key, hash, mask } of made) {
    expect(apiKeySecrets.hashOf(key)).toBe(hash);
    expect(mask).toBe(`furrow_key_****${key.slice(-4)}`);
  }
});

test('every typing error of one digit is detected', () => {
  const { key } = apiKeySecrets.make();
  for (let position = 'furrow_key_'.length; position < key.length; position += 1) {
    const wrong = key[position] === 'x' ? 'y' : 'x';
    expect(apiKeySecrets.hashOf(key.slice(0, position) + wrong + key.slice(position + 1))).toBeUndefined();
  }
});

test.each(['', 'furrow_key_', 'Bearer x', `furrow_key_${'0'.repeat(33)}`, `furrow_key_${'0'.repeat(5_000)}`])(
  'another text is no key: %.40s',
  (text) => {
    expect(apiKeySecrets.hashOf(text)).toBeUndefined();
  },
);
