import { describe, expect, test } from 'vitest';
import { bodyExample, bodySchema, isSealed } from '../../../domain/providers/member-schemas.ts';
import {
  findProvider,
  ownProvider,
  providerOf,
  providers,
  providersOf,
  refuseDuplicates,
} from '../../../domain/providers/providers.ts';

const rows = providers.map((row) => [row.key, row] as const);

test('the mandatory providers, and two more, have the names that clients know', () => {
  expect(
    providers.map(({ key, credentialPath, userProperty }) => `${key} ${credentialPath} ${userProperty}`).sort(),
  ).toEqual(
    expect.arrayContaining([
      'AgLeader ag-leader-credentials agLeaderCredentials',
      'AgVance agvance-credentials agvanceCredentials',
      'Agrimatics agrimatics-credentials agrimaticsCredentials',
      'CLAAS claas-credentials claasCredentials',
      'CNHI cnhi-credentials cnhiCredentials',
      'CNHIFieldOps cnhi-field-ops-credentials cnhiFieldOpsCredentials',
      'ClimateFieldView climate-field-view-credentials climateFieldViewCredentials',
      'JohnDeere john-deere-credentials johnDeereCredentials',
      'Lindsay lindsay-credentials lindsayCredentials',
      'Panorama panorama-credentials panoramaCredentials',
      'Raven raven-credentials ravenCredentials',
      'RavenSlingshot raven-slingshot-credentials ravenSlingshotCredentials',
      'Sentera sentera-credentials senteraCredentials',
      'Stara stara-credentials staraCredentials',
      'Trimble trimble-credentials trimbleCredentials',
      'Valley valley-credentials valleyCredentials',
    ]),
  );
});

test('numbers in records are unchanged', () => {
  const numbers = Object.fromEntries([ownProvider, ...providers].map(({ key, id }) => [key, id]));
  expect(numbers).toMatchObject({
    Svc: 1,
    JohnDeere: 2,
    ClimateFieldView: 4,
    CNHI: 10,
    CNHIFieldOps: 11,
    Trimble: 12,
    AgLeader: 13,
    Raven: 14,
    RavenSlingshot: 15,
    Stara: 16,
    Sentera: 17,
    AgVance: 18,
    Panorama: 19,
    Lindsay: 20,
    Valley: 21,
    CLAAS: 22,
    Agrimatics: 23,
  });
});

test('rows that share a key, a number, a name or a path are refused by name', () => {
  const row = providerOf('Trimble');
  const other = { key: 'Other', id: 99, displayName: 'Other', credentialPath: 'other-credentials' } as const;
  expect(() => refuseDuplicates([row, other])).not.toThrow();
  expect(() => refuseDuplicates([row, { ...other, id: row.id }])).toThrow(
    'the providers Trimble and Other have the same id: 12',
  );
  expect(() => refuseDuplicates([row, { ...other, credentialPath: row.credentialPath }])).toThrow(
    'the providers Trimble and Other have the same credentialPath: trimble-credentials',
  );
  expect(() => refuseDuplicates([row, { ...other, segment: 'trimble' }])).toThrow('the same segment: trimble');
  expect(() => refuseDuplicates([{ ...other, id: ownProvider.id }])).toThrow(
    'the providers Svc and Other have the same id: 1',
  );
});

describe.each(rows)('%s', (_, { credential, appKey, addresses, oauth }) => {
  test('its bodies accept their examples, and no unknown or missing members', () => {
    for (const members of [credential.members, ...(appKey ? [appKey.members] : [])]) {
      const schema = bodySchema(members);
      const example = bodyExample(members);
      expect(schema.parse(example)).toEqual(example);
      expect(schema.safeParse({ ...example, nonsense: 'x' }).success).toBe(false);
      for (const [name, { required }] of Object.entries(members)) {
        const { [name]: _, ...without } = example;
        expect([name, schema.safeParse(without).success]).toEqual([name, !required]);
      }
    }
  });

  test('its URLs are public and encrypted', () => {
    for (const { api, consent, token } of Object.values(addresses)) {
      for (const address of [api, consent, token]) if (address) expect(new URL(address).protocol).toBe('https:');
    }
    if (oauth) expect(oauth.slug).toMatch(/^[a-z-]+$/);
  });
});

test('AgVance is called at its stage unless the body says otherwise', () => {
  const { members } = providerOf('AgVance').credential;
  const { clientEnvironment: _, ...body } = bodyExample(members);
  expect(bodySchema(members).parse(body)).toMatchObject({ clientEnvironment: 'STAGE' });
});

test('parts of the API accept the providers that they name', () => {
  expect(providersOf('organizations').sort()).toEqual(['JohnDeere', 'Trimble']);
  expect(providersOf('irrigation').sort()).toEqual(['Lindsay', 'Valley']);
  expect(findProvider('constructor')).toBeUndefined();
});

test('names, ids and environments are stored in clear, and everything else sealed', () => {
  const plain = providers.flatMap(({ credential: { members, obtained } }) =>
    Object.entries({ ...members, ...obtained }).flatMap(([name, member]) => (isSealed(member) ? [] : [name])),
  );
  expect([...new Set(plain)].sort()).toEqual([
    'apid',
    'clientEnvironment',
    'clientId',
    'clientKey',
    'databaseId',
    'organizationCode',
    'organizationId',
    'organizationName',
    'publicKey',
    'username',
  ]);
});
