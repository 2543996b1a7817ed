import { agreeing, counted } from '../counted.ts';
import type { Field } from '../fields/field.ts';
import { providerOf } from '../providers/providers.ts';
import { enabledAmong } from '../sync/enabled-fields.ts';
import type { DueFile, EndedFile } from '../sync/provider-file.ts';
import { waitingAsked } from './explain-asked.ts';
import { explainListedFile } from './explain-file.ts';
import { type ProviderFacts, selectionPage } from './explain-provider.ts';
import { maxWaitingIds, reason, type SyncReason, type SyncWaiting } from './sync-reason.ts';

/** What is known of the records of one provider of a user. */
export interface ProviderRecords {
  fields: readonly Field[];
  due: readonly DueFile[];
  refused: readonly EndedFile[];
}

type Told = Omit<SyncWaiting, 'provider' | 'kind' | 'count' | 'ids'>;

const enableFields = 'POST /services/fields/api/users/{svcUserId}/fields/{id}/enableSync';
const chooseOrganization =
  'PATCH /services/usermanagement/api/users/{svcUserId}/{provider}/organizations/{providerOrgId}/SELECTED';

/** Everything of a provider that is known and has not arrived, by kind and reason, with what changes it. */
export function waitingOf(facts: ProviderFacts, records: ProviderRecords, now: number): SyncWaiting[] {
  return [
    ...organizations(facts),
    ...fields(facts, records),
    ...files(facts, records, now),
    ...waitingAsked(facts.provider, facts.asked),
  ];
}

function organizations({ provider, organizations: known }: ProviderFacts): SyncWaiting[] {
  const name = providerOf(provider).displayName;
  const ofStatus = (wanted: 'PREVIEW' | 'BLOCKED') => known.filter(({ status }) => status === wanted);
  const page = ofStatus('BLOCKED').find(({ managementUri }) => managementUri)?.managementUri;
  const idsOf = (some: readonly { providerOrgId: string }[]) => some.map(({ providerOrgId }) => providerOrgId);
  return [
    ...waiting(provider, 'organizations', idsOf(ofStatus('PREVIEW')), {
      code: 'organizationInPreview',
      message: 'The organizations are listed without being fetched. Set those to SELECTED that are wanted.',
      setting: 'organizationDataSync',
      call: chooseOrganization,
    }),
    ...waiting(provider, 'organizations', idsOf(ofStatus('BLOCKED')), {
      code: 'organizationBlocked',
      message: `The application has no access to the organizations. The grower gives it at ${name}.`,
      ...(page !== undefined && { page }),
    }),
  ];
}

function fields({ provider, settings }: ProviderFacts, { fields: known }: ProviderRecords): SyncWaiting[] {
  // Lists of files of an organization are read as soon as one of its fields is wanted.
  const files = providerOf(provider).ports.includes('files')
    ? ' Files of work on them are listed and fetched then.'
    : '';
  const idsOf = (is: (field: Field) => boolean) => known.filter(is).map(({ id }) => id);
  return [
    ...waiting(
      provider,
      'fields',
      idsOf(({ status }) => status === 'PREVIEW'),
      settings.customDataSync
        ? {
            code: 'fieldInPreview',
            message: `The setting customDataSync is on: the fields wait until they are enabled.${files}`,
            setting: 'customDataSync',
            call: enableFields,
          }
        : {
            code: 'fieldInPreview',
            message: 'The fields wait for the next round, or until they are enabled.',
            call: enableFields,
          },
    ),
    ...waiting(
      provider,
      'fields',
      idsOf(({ status }) => status === 'WAITING'),
      { code: 'fieldWaiting', message: 'The next round fetches the fields.' },
    ),
    ...waiting(
      provider,
      'boundaries',
      idsOf(({ status, area }) => status === 'PROCESSED' && area === undefined),
      { code: 'fieldWithoutBoundary', message: 'The provider has no active boundary for the fields.' },
    ),
  ];
}

const toldOfFiles: Partial<Record<SyncReason['code'], Omit<Told, 'code'>>> = {
  operationsAutoSyncOff: {
    message: 'The setting operationsAutoSync is off: no files are fetched.',
    setting: 'operationsAutoSync',
  },
  outsideDateRange: {
    message: 'The files are older than the months of the setting operationsProcessingRange.',
    setting: 'operationsProcessingRange',
  },
  fieldInPreview: { message: 'No field of the files is enabled.', call: enableFields },
  organizationInPreview: {
    message: 'The organizations of the files are in PREVIEW.',
    setting: 'organizationDataSync',
    call: chooseOrganization,
  },
  organizationBlocked: { message: 'The application has no access to the organizations of the files.' },
  fileWaiting: { message: 'The files are known, and will be fetched.' },
};

/** Files by the reasons of each, so that one that two switches hold back is in both lists. */
function files(facts: ProviderFacts, { fields: known, due, refused }: ProviderRecords, now: number): SyncWaiting[] {
  const { provider } = facts;
  const isEnabled = enabledAmong(known);
  const ids = new Map<SyncReason['code'], { ids: string[]; page?: string | undefined }>();
  for (const one of due) {
    for (const { code, page } of explainListedFile(facts, { due: one }, isEnabled, now)) {
      const found = ids.get(code) ?? { ids: [] };
      ids.set(code, { ids: [...found.ids, one.file.id], page: found.page ?? page });
    }
  }
  return [
    ...[...ids].flatMap(([code, { ids: some, page }]) =>
      waiting(provider, 'files', some, {
        code,
        message: 'The files have not arrived.',
        ...toldOfFiles[code],
        ...(page !== undefined && { page }),
      }),
    ),
    ...waiting(
      provider,
      'files',
      refused.map(({ file }) => file.id),
      {
        code: 'fileRefused',
        message:
          'The provider does not give the files. They are asked for again when they change, or the grower consents anew.',
      },
    ),
  ];
}

function waiting(
  provider: SyncWaiting['provider'],
  kind: SyncWaiting['kind'],
  ids: string[],
  told: Told,
): SyncWaiting[] {
  if (ids.length === 0) return [];
  return [{ provider, kind, count: ids.length, ids: ids.slice(0, maxWaitingIds), ...told }];
}

/** Organizations of which fields are here, and whose access the grower has taken away: they are listed without access, or no longer. */
export function lostOrganizations(facts: ProviderFacts, known: readonly Field[]): SyncReason[] {
  const { provider, credential, connection, organizations: listed } = facts;
  const { accepts, displayName } = providerOf(provider);
  if (!accepts.includes('organizationStates') || !connection?.lastRound?.isComplete) return [];
  const counts = new Map<string, number>();
  for (const { organizationId } of known) {
    if (organizationId !== undefined) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
  }
  return [...counts].flatMap(([id, count]) => {
    const organization = listed.find(({ providerOrgId }) => providerOrgId === id);
    if (organization && organization.status !== 'BLOCKED') return [];
    const said = organization
      ? `The application has no access to ${organization.providerOrgName} (${id}) any more`
      : `${displayName} no longer lists the organization ${id}`;
    const fieldsOf = `${counted(count, 'field')} of it ${agreeing(count, 'are')} here and ${agreeing(count, 'stay')}`;
    const message = `${said}: ${fieldsOf}, and nothing new comes. The grower gives access at ${displayName}.`;
    const page = organization?.managementUri ?? selectionPage(provider, credential);
    return [reason(organization ? 'organizationBlocked' : 'organizationRemoved', provider, message, { page })];
  });
}
