import { expect, test } from 'vitest';
import { proofCookie, proofsIn } from '../../../../../functions/areas/connecting/one-click/proof-cookie.ts';

const proof = { name: 'a1', value: 'x7' };

test('a proof is sent by https only where the browser received it by https', () => {
  const attributes =
    'Path=/services/usermanagement/api/users/one-click-integration/CNHI/; Max-Age=600; HttpOnly; SameSite=Lax';
  expect(proofCookie(proof, 'CNHI', { base: 'https://api.example.com' })).toBe(
    `furrow-consent-a1=x7; ${attributes}; Secure`,
  );
  expect(proofCookie(proof, 'CNHI', { base: 'http://127.0.0.1:4000/v2' })).toBe(`furrow-consent-a1=x7; ${attributes}`);
});

test('proofs are distinguished from other cookies, and by their names', () => {
  const cookies = ['furrow-consent-a1=x7', 'other=1', 'furrow-consent-b2=y8', 'furrow-consent-', ''];
  expect(proofsIn({ cookies })).toEqual({ a1: 'x7', b2: 'y8', '': '' });
});
