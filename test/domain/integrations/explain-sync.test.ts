import { expect, test } from 'vitest';
import { defaultSettings } from '../../../domain/configuration/configuration.ts';
import { uncalledMessage } from '../../../domain/credentials/uncalled.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { explainAsked } from '../../../domain/integrations/explain-asked.ts';
import { explainFile, explainListedFile } from '../../../domain/integrations/explain-file.ts';
import { explainProvider, type ProviderFacts } from '../../../domain/integrations/explain-provider.ts';
import { explainField, explainOrganization } from '../../../domain/integrations/explain-sync.ts';
import { notConnected, reasonCodes, type SyncReason, unknown } from '../../../domain/integrations/sync-reason.ts';
import type { SyncedConnection } from '../../../domain/integrations/sync-status.ts';
import { lostOrganizations } from '../../../domain/integrations/waiting.ts';

const at = '2026-05-01T10:00:00.000Z';
const lastRound = { endedTime: at, isComplete: true, problems: [] };
const connection: SyncedConnection = { provider: 'JohnDeere', isLinked: true, lastRound, nextRound: 0 };
const selected = { providerOrgId: '1', providerOrgName: 'Meadow', status: 'SELECTED' } as const;
const healthy: ProviderFacts = {
  provider: 'JohnDeere',
  connection,
  credential: { status: 'OK', shown: { clientKey: 'client 1' } },
  activity: { isRunning: false, isExpected: false },
  organizations: [selected],
  settings: defaultSettings,
  notes: [],
  asked: [],
};
const failure = { code: 'providerFailed', message: 'John Deere answered 500.' } as const;
const failed = { ...connection, lastRound: { ...lastRound, isComplete: false, problems: [failure] } };
const refused = (status: 'UNAUTHENTICATED' | 'MISSING_PERMISSION' | 'TEMPORARILY_UNAVAILABLE') => ({
  credential: { status, shown: {} },
});
const held = { foundTime: at, lists: { fields: { gone: 60, of: 100 } } };

const of = (facts: Partial<ProviderFacts>, port: 'fields' | 'files' = 'fields') =>
  explainProvider({ ...healthy, ...facts }, port);

const field: Field = {
  id: 'f',
  svcUserId: 'u',
  type: 'ORIGINAL',
  status: 'PROCESSED',
  boundaries: [],
  files: [],
  providerName: 'JohnDeere',
  providerFieldId: 'p-1',
  createdTime: at,
  updatedTime: at,
};
const tooLarge = { code: 'tooManyVertices', providerFieldId: 'p-1', message: 'The boundary has too many.' } as const;
const limited = { connection: { ...connection, lastRound: { ...lastRound, problems: [tooLarge] } } };
const ofField = (
  members: Partial<Field>,
  { isGone = false, ...facts }: Partial<ProviderFacts> & { isGone?: boolean } = {},
) => explainField({ ...healthy, ...facts }, { field: { ...field, ...members }, isGone });

const now = Date.parse(at);
const file = { id: '57', kind: 'logged', name: 'a.zip', modifiedTime: at, organizationId: '1', fieldIds: [] } as const;
const arrived = { provider: 'JohnDeere', status: 'processed', problems: [] } as const;
const note = {
  list: { of: 'files', organizationId: '1', fieldId: 'p-1' },
  refused: { time: at, message: 'John Deere answered 403. It says: No access.' },
} as const;

const cases: Record<(typeof reasonCodes)[number], { reasons: SyncReason[]; says: RegExp }> = {
  notConnected: { reasons: [notConnected], says: /Attach a credential/ },
  credentialNotChecked: {
    reasons: of({ connection: undefined }),
    says: /first check of the John Deere credential is under way/,
  },
  credentialUnauthenticated: { reasons: of(refused('UNAUTHENTICATED')), says: /Connect the account again/ },
  credentialMissingPermission: { reasons: of(refused('MISSING_PERMISSION')), says: /with all permissions/ },
  providerUnavailable: { reasons: of(refused('TEMPORARILY_UNAVAILABLE')), says: /does not answer/ },
  notCalled: {
    reasons: of({
      connection: { provider: 'JohnDeere', isLinked: false },
      uncalled: uncalledMessage(
        { provider: 'JohnDeere', shown: { clientEnvironment: 'STAGE' } },
        { JohnDeere: { STAGE: { api: null } } },
      ),
    }),
    says: /no URL of John Deere.*nothing will arrive/,
  },
  notImplemented: {
    reasons: explainProvider(
      { ...healthy, provider: 'Stara', connection: { provider: 'Stara', isLinked: false } },
      'fields',
    ),
    says: /Fields cannot be fetched from Stara yet/,
  },
  paused: { reasons: of({ connection: { ...connection, pausedTime: at } }), says: /paused/ },
  roundFailed: { reasons: of({ connection: failed }), says: /tried again/ },
  held: {
    reasons: of({
      connection: {
        ...connection,
        lastRound: { ...lastRound, isComplete: false, problems: [{ code: 'held', message: 'It is not asked.' }] },
      },
    }),
    says: /has not refused anything/,
  },
  roundRunning: {
    reasons: of({
      connection: { ...connection, running: { startedTime: at, step: 'farms' } },
      activity: { isRunning: true, isExpected: false },
    }),
    says: /It is at farms/,
  },
  waitingForRound: { reasons: of({ connection: { ...connection, lastRound: undefined } }), says: /begins at 1970/ },
  nothingSelected: { reasons: of({ organizations: [] }), says: /no organization is selected/ },
  organizationUnknown: { reasons: [unknown('organization', '7')], says: /No organization with the id 7/ },
  organizationInPreview: {
    reasons: explainOrganization('JohnDeere', { ...selected, status: 'PREVIEW' }, []),
    says: /SELECTED/,
  },
  organizationBlocked: {
    reasons: explainOrganization('JohnDeere', { ...selected, status: 'BLOCKED' }, []),
    says: /no access/,
  },
  organizationRemoved: {
    reasons: lostOrganizations(healthy, [{ ...field, organizationId: 'left' }]),
    says: /no longer lists the organization left: 1 field of it is here and stays/,
  },
  fieldsAutoSyncOff: { reasons: of({ settings: { ...defaultSettings, fieldsAutoSync: false } }), says: /fields\/sync/ },
  operationsAutoSyncOff: {
    reasons: of({ settings: { ...defaultSettings, operationsAutoSync: false } }, 'files'),
    says: /no files are fetched/,
  },
  outsideDateRange: { reasons: of({}, 'files'), says: /the last 12 months/ },
  fieldUnknown: { reasons: [unknown('field', 'p')], says: /No field/ },
  fieldInPreview: { reasons: ofField({ status: 'PREVIEW' }), says: /enableSync/ },
  fieldWaiting: { reasons: ofField({ status: 'WAITING' }), says: /next round/ },
  fieldRemoved: { reasons: ofField({}, { isGone: true }), says: /no longer listed/ },
  fieldWithoutBoundary: { reasons: ofField({}), says: /no active boundary/ },
  limitReached: { reasons: ofField({}, limited), says: /too many/ },
  removalsHeld: { reasons: of({ connection: { ...connection, held } }), says: /60 of 100 fields .* confirmed/ },
  listRefused: {
    reasons: explainOrganization('JohnDeere', selected, [note]),
    says: /did not give the list of files of the field p-1 in the organization 1/,
  },
  fileWaiting: { reasons: explainListedFile(healthy, { due: { file } }, () => true, now), says: /will be fetched/ },
  fileUnknown: { reasons: [unknown('file', 'x')], says: /No file/ },
  fileProcessing: { reasons: explainFile({ ...arrived, status: 'processing' }, []), says: /being processed/ },
  fileRefused: {
    reasons: explainFile({ ...arrived, status: 'failed', problems: [{ message: 'It is empty.' }] }, []),
    says: /It is empty/,
  },
  asked: {
    reasons: explainAsked('JohnDeere', [{ kind: 'field', id: 'p-9', askedTime: at }], { kind: 'field', id: 'p-9' }),
    says: /asked for at 2026-05-01T10:00:00.000Z. A round .* fetches it from John Deere/,
  },
  askedInVain: {
    reasons: explainAsked(
      'JohnDeere',
      [{ kind: 'file', id: '9', askedTime: at, answer: 'It is a file of the type SETUP.' }],
      { kind: 'file', id: '9' },
    ),
    says: /does not come. It is a file of the type SETUP. Ask again/,
  },
  fileRepeated: { reasons: explainFile({ ...arrived, duplicateOf: 'd' }, []), says: /points of that file count\.$/ },
  fileFromTwoProviders: {
    reasons: explainFile(arrived, [{ id: 'c', provider: 'ClimateFieldView' }]),
    says: /from the provider ClimateFieldView, as c\./,
  },
  countedElsewhere: {
    reasons: explainFile(
      {
        ...arrived,
        countedElsewhere: [
          {
            ...{ fileId: 'later', points: 60 },
            ...{ totalArea: { value: 1200, unit: 'm2' }, totalWetMass: { value: 1.08, unit: 't' } },
          },
        ],
      },
      [],
    ),
    says: /60 points \(1,200 m2 and 1\.08 t\) count in the file later/,
  },
};

test.each(reasonCodes.map((code) => [code, cases[code]] as const))('%s', (code, { reasons, says }) => {
  const found = reasons.find((reason) => reason.code === code);
  expect(found?.message).toMatch(says);
});

test('what has arrived needs no reason', () => {
  expect(of({})).toEqual([]);
  expect(ofField({ providerBoundaryId: 'b-1' })).toEqual([]);
  expect(explainOrganization('JohnDeere', selected, [])).toEqual([]);
  expect(explainFile(arrived, [])).toEqual([]);
  expect(explainProvider({ ...healthy, connection: undefined, credential: undefined }, 'fields')).toEqual([]);
});

test("a failure has the provider's words, and a missing selection the page on which to select", () => {
  const [reason] = of({ connection: failed, ...refused('TEMPORARILY_UNAVAILABLE') });
  expect(reason).toMatchObject({ provider: 'JohnDeere', providerMessage: 'John Deere answered 500.' });
  const [none] = of({ organizations: [] });
  expect(none?.page).toBe('https://connections.deere.com/connections/client%201/select-organizations');
});

test('refused lists that a provider refused in the same words are one reason, with these words', () => {
  const notes = [note, { ...note, list: { ...note.list, fieldId: 'p-2' } }];
  const [one, ...others] = of({ notes });
  expect(others).toEqual([]);
  expect(one).toMatchObject({ code: 'listRefused', providerMessage: note.refused.message });
  expect(one?.message).toContain('and 1 more');
  expect(ofField({ providerBoundaryId: 'b-1' }, { notes }).map(({ code }) => code)).toEqual(['listRefused']);
});

test('a listed file that the settings do not want says which of them', () => {
  const codes = (facts: Partial<ProviderFacts>, isEnabled = true, at = now) =>
    explainListedFile({ ...healthy, ...facts }, { due: { file } }, () => isEnabled, at).map(({ code }) => code);
  expect(codes({ settings: { ...defaultSettings, operationsAutoSync: false } })).toEqual(['operationsAutoSyncOff']);
  expect(codes({}, true, now + 400 * 86_400_000)).toEqual(['outsideDateRange']);
  expect(codes({}, false)).toEqual(['fieldInPreview']);
  expect(codes({ organizations: [{ ...selected, status: 'PREVIEW' }] })).toEqual(['organizationInPreview']);
  const refused = { ended: { file, status: 'refused', batchId: 'b', problem: 'It says: no.' } } as const;
  expect(explainListedFile(healthy, refused, () => true, now)).toMatchObject([
    { code: 'fileRefused', providerMessage: 'It says: no.' },
  ]);
});

test('assets that a list lacks wait to be confirmed', () => {
  const held = { list: { of: 'machine', organizationId: '1' }, held: { foundTime: at, gone: 30, of: 40 } } as const;
  expect(of({ notes: [held] })).toMatchObject([
    { code: 'removalsHeld', message: expect.stringMatching(/^30 of 40 machines .* organization 1 .* confirmed/) },
  ]);
});
