import { expect, test } from 'vitest';
import type { OpenAccount } from '../../../../adapters/providers/account.ts';
import { deereAssets } from '../../../../adapters/providers/john-deere/assets.ts';
import { addressesOf } from '../../../../domain/providers/addresses.ts';
import type { Outcome } from '../../../../domain/transport/outcome.ts';

const asked: string[] = [];
const notes: string[] = [];
/** Two pages, the first of which leads to the second without the path of the API. */
const send = async ({ url }: { url: URL }): Promise<Outcome<unknown>> => {
  asked.push(url.href);
  const isFirst = url.searchParams.get('pageOffset') === '0';
  const links = isFirst ? [{ rel: 'nextPage', uri: '/equipment?pageOffset=1&itemLimit=1' }] : [];
  const value = { links, values: [{ id: isFirst ? '1' : '2', name: 'Combine' }] };
  return { kind: 'answered', status: 200, headers: {}, value } as never;
};

const account = (environment: 'STAGE' | 'PRODUCTION') =>
  ({
    ...{ user: { ownerId: 'owner', svcUserId: 'user' }, provider: 'JohnDeere', credentialId: 'credential' },
    ...{ api: 'https://provider.example', others: addressesOf('JohnDeere', environment, {}).others ?? [] },
    transport: { send, note: (message: string) => notes.push(message), ended: () => {}, flush: async () => {} },
  }) as unknown as OpenAccount;

async function machines(environment: 'STAGE' | 'PRODUCTION'): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of deereAssets(account(environment)).assets('machine', '1234')) ids.push(id);
  return ids;
}

test('a link to the next page without the path of the API stays in the API', async () => {
  expect(await machines('PRODUCTION')).toEqual(['1', '2']);
  expect(asked.map((href) => new URL(href).pathname)).toEqual(['/isg/equipment', '/isg/equipment']);
});

test('an account of STAGE does not ask the host of production, and says why no machines come', async () => {
  asked.length = 0;
  await expect(machines('STAGE')).rejects.toMatchObject({ kind: 'missing', message: expect.stringContaining('STAGE') });
  expect({ asked, notes }).toMatchObject({ asked: [], notes: [expect.stringContaining('PRODUCTION')] });
});
