import type { OpenAccount } from '../../../adapters/providers/account.ts';
import { httpWire } from '../../../adapters/providers/transport/http-wire.ts';
import { providerTransport } from '../../../adapters/providers/transport/send.ts';
import type { Authorize } from '../../../adapters/providers/transport/transport.ts';
import type { PrescriptionSending, SendingMarks } from '../../../domain/prescriptions/prescription-provider.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';

/** An account at a sandbox, without token store, gates and log. */
export function sandboxAccount(
  provider: ProviderKey,
  api: string,
  authorize: Authorize,
  clock: { now(): number },
): OpenAccount {
  const hosts = { name: provider, origins: new Set([new URL(api).origin]) };
  const transport = providerTransport({ wire: httpWire('public and loopback'), hosts, clock, authorize });
  return {
    user: { ownerId: 'owner', svcUserId: 'user' },
    ...{ provider, credentialId: 'credential', api, others: [] },
    transport: { ...transport, note: () => {}, refuse: () => {}, ended: () => {}, flush: async () => {} },
  };
}

/** A prescription whose attempts share what they note, as stored attempts do. */
export function prescription(given: Pick<PrescriptionSending, 'name' | 'content'> & Partial<PrescriptionSending>) {
  let marks: SendingMarks = {};
  const claimed = new Set<string>();
  const noted: SendingMarks[] = [];
  return {
    noted,
    attempt: (): PrescriptionSending => ({
      ...{ id: '0198c2a0-0000-7000-8000-000000000001', begunTime: 0, marks },
      note: async (next) => {
        marks = next;
        noted.push(next);
      },
      async claim(providerId) {
        if (claimed.has(providerId)) return false;
        claimed.add(providerId);
        return true;
      },
      patience: () => 2_000,
      ...given,
    }),
  };
}
