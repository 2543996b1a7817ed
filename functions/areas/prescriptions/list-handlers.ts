import { problemOf } from '../../../adapters/providers/transport/problem-of.ts';
import { Problem } from '../../../domain/errors.ts';
import { cacheKey } from '../../../domain/files/object-keys.ts';
import { limits } from '../../../domain/limits.ts';
import type { ListedPrescription, PrescriptionProvider } from '../../../domain/prescriptions/prescription-provider.ts';
import type { PrescribedProvider } from '../../../domain/prescriptions/sending.ts';
import { prescriptionsBase } from '../../../domain/prescriptions/sending-path.ts';
import { providerAt } from '../../../domain/providers/providers.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import { downloadAnswer } from '../../http/body/download.ts';
import type { Handlers } from '../../http/exchange.ts';
import { orNotFound } from '../../http/existence.ts';
import { answerBy } from './answer-by.ts';
import type { listEndpoints } from './list-endpoints.ts';
import { connectedAccount, toProblem } from './refusals.ts';
import type { PrescriptionsServices } from './services.ts';

export const listHandlers: Handlers<typeof listEndpoints, PrescriptionsServices> = {
  async listRavenSlingshotPrescriptions({ params: { svcUserId }, owner }, services) {
    return {
      status: 200,
      body: await listed({ ownerId: owner.id, svcUserId }, providerAt('ravenSlingshot'), {}, services),
    };
  },

  async listJohnDeerePrescriptions({ params: { svcUserId }, query, owner }, services) {
    return {
      status: 200,
      body: await listed({ ownerId: owner.id, svcUserId }, providerAt('johnDeere'), query, services),
    };
  },

  async listCnhiPrescriptions({ params: { svcUserId }, query, owner }, services) {
    const asked = { organizationId: query.companyId };
    return { status: 200, body: await listed({ ownerId: owner.id, svcUserId }, providerAt('cnhi'), asked, services) };
  },

  async getJohnDeerePrescriptionUrl({ params: { svcUserId }, query: { fileId }, owner, request }, services) {
    await withAccount({ ownerId: owner.id, svcUserId }, providerAt('johnDeere'), services, async (account) => {
      orNotFound(await account.find?.(fileId), 'prescription', fileId);
    });
    const path = `/users/${svcUserId}/johnDeere/files/${encodeURIComponent(fileId)}`;
    return { status: 200, body: { fileUrl: `${request.base}${prescriptionsBase}${path}` } };
  },

  async downloadJohnDeerePrescription({ params: { svcUserId, fileId }, owner, request }, services) {
    const user = { ownerId: owner.id, svcUserId };
    return withAccount(user, providerAt('johnDeere'), services, async (account) => {
      const { name } = orNotFound(await account.find?.(fileId), 'prescription', fileId);
      const key = cacheKey({ ...user, id: 'prescriptions' }, 0, `${encodeURIComponent(fileId)}.zip`);
      const until = answerBy(request);
      const target = { key, maxBytes: limits.prescriptionBytes, until, isStopped: () => false };
      const downloaded = await account.download?.(fileId, target);
      if (downloaded?.kind === 'failed') throw problemOf(downloaded.failure);
      if (downloaded?.kind !== 'stored') throw late();
      return downloadAnswer(request, await services.downloads.address(key, name));
    });
  },
};

async function listed(
  user: UserSubject,
  provider: PrescribedProvider,
  asked: { organizationId?: string },
  services: PrescriptionsServices,
): Promise<ListedPrescription[]> {
  return withAccount(user, provider, services, async (account) => {
    const all: ListedPrescription[] = [];
    for await (const { id, name } of account.list?.(asked) ?? []) all.push({ id, name });
    return all;
  });
}

async function withAccount<T>(
  user: UserSubject,
  provider: PrescribedProvider,
  services: PrescriptionsServices,
  work: (account: PrescriptionProvider) => Promise<T>,
): Promise<T> {
  const account = await connectedAccount(user, provider, services);
  try {
    return await work(account);
  } catch (error) {
    return toProblem(error);
  } finally {
    await account.close();
  }
}

function late(): Problem {
  const detail = 'John Deere has not delivered all of the file in time. Ask again: what has arrived is kept.';
  return new Problem('timeout', detail, { errorKey: 'providerTimedOut' });
}
