import { expect, test } from 'vitest';
import { redactBody, redactHeaders } from '../../../domain/credentials/redact.ts';
import { maskOf } from '../../../domain/credentials/seal-members.ts';

const secret = 'p@ss "wörd"/1';
const forms = {
  'as it is': secret,
  'in JSON': JSON.stringify({ words: `no ${secret} here` }),
  'in a URL': `https://x.example/?q=${encodeURIComponent(secret)}`,
  'in base64': Buffer.from(secret).toString('base64'),
  'in base64url': Buffer.from(secret).toString('base64url'),
};

const written = [secret, JSON.stringify(secret).slice(1), ...Object.values(forms).slice(3)];

test.each(Object.entries(forms))('a secret is removed %s', (_, text) => {
  for (const clean of [redactBody(text, [secret]), redactHeaders(`x-echo: ${text}`, [secret])]) {
    expect(clean).toContain('****');
    for (const form of written) expect(clean).not.toContain(form.slice(0, 6));
  }
});

test('two secrets, one within the other, are both removed completely', () => {
  expect(redactBody('abcdef abc', ['abc', 'abcdef'])).toBe('**** ****');
});

test('members that a provider calls secret are removed, known or not', () => {
  const body = JSON.stringify({ access_token: 'new', data: [{ refreshToken: 'x', name: 'North' }], expires_in: 3600 });
  expect(JSON.parse(redactBody(body, []))).toEqual({
    access_token: '****',
    data: [{ refreshToken: '****', name: 'North' }],
    expires_in: 3600,
  });
  expect(redactBody('access_token=new&expires_in=3600', [])).toBe('access_token=****&expires_in=3600');
  expect(redactHeaders('set-cookie: s=1\ndate: today\nAuthorization: Basic eDp5', [])).toBe(
    'set-cookie: ****\ndate: today\nAuthorization: ****',
  );
});

test('texts that look like tokens are removed anywhere, and a request id stays', () => {
  const token = `eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(40)}`;
  const id = '0198c2a0-0000-7000-8000-000000000000';
  expect(redactBody(`<p>${token} ${id}</p>`, [])).toBe(`<p>**** ${id}</p>`);
});

test.each([
  ['', '****'],
  ['short', '****'],
  ['eleven-char', '****'],
  ['twelve-chars', '****hars'],
])('the mask of "%s" is %s', (given, mask) => {
  expect(maskOf(given)).toBe(mask);
});
