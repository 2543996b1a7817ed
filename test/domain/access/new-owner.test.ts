import { expect, test } from 'vitest';
import { newOwner } from '../../../domain/access/new-owner.ts';
import { ownerSchema, permissions } from '../../../domain/access/owner.ts';

const services = {
  passwords: { hash: async (password: string) => `hash of ${password.length}`, matches: async () => false },
  newId: () => '01890a5d-ac96-774b-bcce-b302099a8057',
};
const make = (password: string, settings: object = {}) =>
  newOwner({ username: ' ada ', password, ...settings }, services);

test('an owner starts with every permission and the default settings', async () => {
  const { owner, passwordHash } = await make('ten signs.');
  expect(owner).toEqual({
    id: services.newId(),
    username: 'ada',
    permissions: [...permissions],
    areaUnit: 'Acre',
    entitlements: [],
    notBefore: 0,
  });
  expect(ownerSchema.parse(owner)).toEqual(owner);
  expect(passwordHash).toBe('hash of 10');
});

test('explicit settings take precedence', async () => {
  const { owner } = await make('ten signs.', { areaUnit: 'Hectare', permissions: [] });
  expect(owner).toMatchObject({ areaUnit: 'Hectare', permissions: [] });
});

test.each([['nine sign'], ['x'.repeat(1_025)]])('a password of the wrong length is refused', async (password) => {
  await expect(make(password)).rejects.toThrow('A password has 10 to 1024 characters.');
});
