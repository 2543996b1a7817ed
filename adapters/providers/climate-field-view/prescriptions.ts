import type {
  PrescriptionProvider,
  PrescriptionSending,
  PrescriptionState,
} from '../../../domain/prescriptions/prescription-provider.ts';
import type { OpenAccount } from '../account.ts';
import { askStatus, beginUpload, partsOf, sendPart } from './uploads.ts';

const name = 'Climate FieldView';
/** The only documented type of a prescription. */
const contentType = 'application/vnd.climate.rx.planting.shp';

/** Why an upload has ended without a prescription. */
const refused: Readonly<Record<string, string>> = {
  INVALID: `${name} finds the prescription invalid (INVALID).`,
  DECLINED: `The grower has declined the prescription in the Data Inbox at ${name} (DECLINED).`,
};

/** Prescriptions for planting at Climate FieldView: uploads in parts. There is no list of them, and no download. */
export function climatePrescriptions(account: OpenAccount): PrescriptionProvider {
  return {
    send: (sending) => sendTo(account, sending),
    async follow({ providerId }) {
      const status = await askStatus(account, providerId);
      return status === undefined ? undefined : stateOf(providerId, status);
    },
    close: () => account.transport.flush(),
  };
}

/**
 * `marks` has `upload`, and in `step` how many parts have arrived. An announcement whose answer was lost cannot be found: it has no bytes, and the provider never shows it to the grower.
 */
async function sendTo(account: OpenAccount, sending: PrescriptionSending): Promise<PrescriptionState> {
  const { content, marks, note, patience } = sending;
  let upload = marks.upload;
  let arrived = Number(marks.step ?? 0);
  let status = upload === undefined ? undefined : await askStatus(account, upload);
  if (upload === undefined || status === undefined) {
    upload = await beginUpload(account, { contentType, content }, { waitMilliseconds: patience() });
    arrived = 0;
    status = 'UPLOADING';
    await note({ upload });
  }
  if (status !== 'UPLOADING') return stateOf(upload, status);
  for (const part of partsOf(content).slice(arrived)) {
    await sendPart(account, upload, content, part, { waitMilliseconds: patience() });
    arrived += 1;
    await note({ upload, step: String(arrived) });
  }
  return stateOf(upload, (await askStatus(account, upload)) ?? 'UPLOADING');
}

function stateOf(providerId: string, status: string): PrescriptionState {
  const reason = refused[status];
  if (reason !== undefined) return { kind: 'refused', providerId, status, reason };
  return { kind: status === 'SUCCESS' ? 'taken' : 'sent', providerId, status };
}
