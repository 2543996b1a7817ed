import { expect, test } from 'vitest';
import { chosenProviders } from '../../../domain/links/link-providers.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';

const having =
  (...keys: ProviderKey[]) =>
  async () =>
    new Set(keys);

test('a provider link offers all providers with app keys by default', async () => {
  const configured = having('Stara', 'JohnDeere', 'Panorama');
  for (const allowedProviders of [undefined, 'All', ['All']] as const) {
    const wanted = { allowedProviders: allowedProviders as 'All' };
    expect(await chosenProviders('PROVIDER', wanted, configured)).toEqual({ allowedProviders: ['JohnDeere', 'Stara'] });
  }
  const named = { allowedProviders: ['Stara', 'Stara'] as ProviderKey[] };
  expect(await chosenProviders('PROVIDER', named, configured)).toEqual({ allowedProviders: ['Stara'] });
});

test('a provider without an app key is refused by name', async () => {
  const named = { allowedProviders: ['Stara', 'Trimble', 'JohnDeere'] as ProviderKey[] };
  await expect(chosenProviders('PROVIDER', named, having('Stara'))).rejects.toMatchObject({
    errorKey: 'appKeyMissing',
    message: 'You have no app key for Trimble, JohnDeere. Register one under /app-keys/Trimble first.',
  });
  await expect(chosenProviders('PROVIDER', {}, having())).rejects.toMatchObject({ errorKey: 'appKeyMissing' });
  await expect(chosenProviders('PROVIDER', {}, having('Panorama'))).rejects.toMatchObject({
    errorKey: 'appKeyMissing',
  });
  const one = { provider: 'Lindsay' as const };
  await expect(chosenProviders('AUTHENTICATION', one, having('Stara'))).rejects.toMatchObject({
    errorKey: 'appKeyMissing',
    errors: [{ pointer: '#/provider' }],
  });
});

test('an authentication link has one provider, and a file link none', async () => {
  const wanted = { provider: 'Lindsay' as const };
  expect(await chosenProviders('AUTHENTICATION', wanted, having('Lindsay'))).toEqual(wanted);
  expect(await chosenProviders('FILEUPLOAD', {}, having())).toEqual({});
});
