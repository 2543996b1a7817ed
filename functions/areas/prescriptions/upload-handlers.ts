import type { PrescribedProvider } from '../../../domain/prescriptions/sending.ts';
import { providerAt } from '../../../domain/providers/providers.ts';
import { plainFileName } from '../../http/body/file-name.ts';
import type { Handlers, Input } from '../../http/exchange.ts';
import { answerBy } from './answer-by.ts';
import { checkZip, newSending, orderOf } from './receive-prescription.ts';
import { connectedAccount } from './refusals.ts';
import { runSending } from './run-sending.ts';
import type { PrescriptionsServices } from './services.ts';
import type { uploadEndpoints } from './upload-endpoints.ts';

type Uploads = typeof uploadEndpoints;
type AnyUpload = Input<Uploads[keyof Uploads]>;

const sendTo =
  (provider: PrescribedProvider) =>
  ({ params: { svcUserId }, query, body, owner, request, once }: AnyUpload, services: PrescriptionsServices) => {
    const { dryRun, ...parameters } = query;
    const order = orderOf(svcUserId, provider, plainFileName(body.fileName), parameters);
    const { content } = body;
    if (dryRun) {
      return once.repeatable(async () => {
        const check = await checkZip({ ownerId: owner.id, content }, order, services);
        return { status: 200, body: { ...check, name: order.name, dryRun: true } };
      });
    }
    return once<{ id: string }>(
      async (commit) => {
        const account = await connectedAccount({ ownerId: owner.id, svcUserId }, provider, services);
        await account.close();
        const { findings } = await checkZip({ ownerId: owner.id, content }, order, services);
        const sending = await newSending(owner, content, { ...order, findings }, services);
        await services.sendings.create(owner.id, sending, await commit({ id: sending.id }));
        return { id: sending.id };
      },
      async ({ id }) => {
        const asked = { ownerId: owner.id, svcUserId, id, until: answerBy(request), content };
        const { name, providerId = '' } = await runSending(asked, services);
        return { status: 200, headers: { 'x-sending-id': id }, body: { id: providerId, name } };
      },
    );
  };

export const uploadHandlers: Handlers<Uploads, PrescriptionsServices> = {
  sendPrescriptionToRavenSlingshot: sendTo(providerAt('ravenSlingshot')),
  sendPrescriptionToJohnDeere: sendTo(providerAt('johnDeere')),
  sendPrescriptionToCnhi: sendTo(providerAt('cnhi')),
  sendPrescriptionToClimateFieldView: sendTo(providerAt('climateFieldView')),
  sendPrescriptionToTrimble: sendTo(providerAt('trimble')),
  sendPrescriptionToAgLeader: sendTo(providerAt('agleader')),
};
