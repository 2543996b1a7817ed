import type { ProviderKey } from '../providers/providers.ts';
import { providerOf } from '../providers/providers.ts';
import type { AskedRecord } from '../sync/asked-records.ts';
import { fetchCall, maxWaitingIds, reason, type SyncReason, type SyncWaiting } from './sync-reason.ts';

/** Why a record has not come that its owner has asked for; none for one that has, or that nobody has asked for. */
export function explainAsked(
  provider: ProviderKey,
  asked: readonly AskedRecord[],
  { kind, id }: Pick<AskedRecord, 'kind' | 'id'>,
): SyncReason[] {
  const record = open(asked).find((one) => one.kind === kind && one.id === id);
  if (!record) return [];
  const { displayName } = providerOf(provider);
  const since = `The ${kind} was asked for at ${record.askedTime}`;
  return record.answer === undefined
    ? [reason('asked', provider, `${since}. A round that begins within minutes fetches it from ${displayName}.`)]
    : [
        reason(
          'askedInVain',
          provider,
          `${since}, and does not come. ${record.answer} Ask again once that has changed.`,
        ),
      ];
}

/** All that its owner has asked for and that has not come, by kind and answer. */
export function waitingAsked(provider: ProviderKey, asked: readonly AskedRecord[]): SyncWaiting[] {
  const groups = new Map<string, AskedRecord[]>();
  for (const record of open(asked)) {
    const name = JSON.stringify([record.kind, record.answer]);
    groups.set(name, [...(groups.get(name) ?? []), record]);
  }
  return [...groups.values()].flatMap((records): SyncWaiting[] => {
    const [first] = records;
    if (!first) return [];
    const told =
      first.answer === undefined
        ? {
            code: 'asked' as const,
            message: 'They were asked for by these ids, and come with a round that begins within minutes.',
          }
        : {
            code: 'askedInVain' as const,
            message: `They were asked for by these ids. ${first.answer}`,
            call: fetchCall,
          };
    const ids = records.slice(0, maxWaitingIds).map(({ id }) => id);
    return [{ provider, kind: first.kind === 'field' ? 'fields' : 'files', count: records.length, ids, ...told }];
  });
}

function open(asked: readonly AskedRecord[]): AskedRecord[] {
  return asked.filter(({ isHere }) => !isHere);
}
