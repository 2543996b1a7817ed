import { describe, expect, test } from 'vitest';
import type { Asset } from '../../../domain/assets/asset.ts';
import { matchAtProvider, matchInFiles } from '../../../domain/assets/matched-assets.ts';
import { asAbsent, asNamedInFile, asProvided, takenApart } from '../../../domain/assets/provided-assets.ts';

const vin = '1H0S670SAE0765947';
const [before, at] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
const list = { provider: 'JohnDeere', organizationId: '1' } as const;

const asset = (id: string, members: Partial<Asset>): Asset => ({
  ...{ id, kind: 'machine', svcUserId: 'u', name: id, originType: 'FILE_POOLED', createdTime: before },
  ...{ updatedTime: before, ...members },
});
const provided = (members: object) => ({ id: 'p', kind: 'machine' as const, name: 'Combine', ...members });
const named = (members: object) => ({ kind: 'machine' as const, name: 'Combine', ...members });

describe('a machine of a provider', () => {
  test.each([
    ['its VIN, which the provider writes as a serial number', { vin }, { serialNumber: vin.toLowerCase() }, true],
    ['its VIN, whatever the makes', { vin, make: 'Case' }, { serialNumber: vin, make: 'JOHN DEERE' }, true],
    [
      'its short number, and an abbreviated make',
      { serialNumber: '55-1', make: 'Deere' },
      { serialNumber: '551', make: 'JOHN DEERE' },
      true,
    ],
    ['its short number, and no make', { serialNumber: '551' }, { serialNumber: '551', make: 'Case' }, true],
    [
      'its short number, and another make',
      { serialNumber: '551', make: 'Claas' },
      { serialNumber: '551', make: 'Case' },
      false,
    ],
    ['its name alone', { name: 'Combine' }, {}, false],
  ])('is one from files with %s: %#', (_, inFiles, ofProvider, isOne) => {
    const known = [asset('f', inFiles)];
    expect(matchInFiles(provided(ofProvider), known)).toBe(isOne ? known[0] : undefined);
    const record = asProvided(asset('r', { originType: 'PROVIDER_POOLED' }), list, provided(ofProvider), at);
    expect(matchAtProvider(named(inFiles), [record])).toBe(isOne ? record : undefined);
  });

  test('is neither a tractor nor its console where both have the number, nor what a hand entered, nor that of another provider', () => {
    const one = provided({ serialNumber: vin });
    expect(matchInFiles(one, [asset('tractor', { vin }), asset('console', { vin })])).toBeUndefined();
    expect(matchInFiles(one, [asset('hand', { vin, originType: 'USER_CREATED' })])).toBeUndefined();
    expect(
      matchInFiles(one, [asset('other', { vin, originType: 'PROVIDER_POOLED', provider: 'CNHI' })]),
    ).toBeUndefined();
  });

  test('is not meant by a file where several providers, or files, have its number, or it was taken apart', () => {
    const ours = asset('ours', { originType: 'PROVIDER_POOLED', provider: 'JohnDeere', serialNumber: vin });
    expect(matchAtProvider(named({ vin }), [ours, { ...ours, id: 'theirs', provider: 'CNHI' }])).toBeUndefined();
    expect(matchAtProvider(named({ vin }), [ours, asset('f', { vin })])).toBeUndefined();
    expect(matchAtProvider(named({ vin }), [{ ...ours, isSeparate: true }])).toBeUndefined();
  });
});

test('what the provider does not say is filled in from files, and what it says wins', () => {
  const files = asset('f', { vin, make: 'Deere', category: 'Harvester' });
  const matched = asProvided(files, list, provided({ serialNumber: vin, make: 'JOHN DEERE' }), at);
  expect(matched).toMatchObject({ id: 'f', vin, make: 'JOHN DEERE', category: 'Harvester', updatedTime: at });
  expect(matched.inFiles).toEqual({ name: 'f', vin, make: 'Deere', category: 'Harvester' });
  expect(asProvided(matched, list, provided({ serialNumber: vin, make: 'JOHN DEERE' }), 'later')).toBe(matched);
  const withModel = asNamedInFile(matched, named({ vin, model: 'S670', make: 'JD' }), 'later');
  expect(withModel).toMatchObject({ model: 'S670', make: 'JOHN DEERE', updatedTime: 'later' });
  expect(withModel.inFiles).toMatchObject({ model: 'S670', make: 'Deere' });
  expect(asNamedInFile(withModel, named({ vin, model: 'S670' }), 'later still')).toBe(withModel);
});

test('a match is taken apart into what each said, and the id stays with the files', () => {
  const matched = asProvided(asset('f', { vin }), list, provided({ serialNumber: vin, model: 'S670' }), at);
  const { fromFiles, fromProvider } = takenApart({ ...matched, inFiles: { name: 'f', vin } }, 'own', 'later');
  expect(fromFiles).toEqual({ ...asset('f', { vin }), updatedTime: 'later' });
  expect(fromProvider).toMatchObject({ id: 'own', providerId: 'p', model: 'S670', isSeparate: true });
  expect(fromProvider).not.toHaveProperty('inFiles');
});

test('an absence counts once for each round, and is over when the asset is listed again', () => {
  const listed = asProvided(asset('r', { originType: 'PROVIDER_POOLED' }), list, provided({}), before);
  const once = asAbsent(listed, 'round 1', at);
  expect(once).not.toHaveProperty('removedAtProvider');
  expect(asAbsent(once, 'round 1', at)).toBe(once);
  const twice = asAbsent(once, 'round 2', at);
  expect(twice).toMatchObject({ removedAtProvider: at, updatedTime: at });
  expect(asAbsent(twice, 'round 3', 'later')).toBe(twice);
  expect(asProvided(twice, list, provided({}), 'later')).toEqual({ ...listed, updatedTime: 'later' });
  const listedAgain = asProvided(once, list, provided({}), 'later');
  expect(listedAgain).toEqual({ ...listed, updatedTime: once.updatedTime });
});
