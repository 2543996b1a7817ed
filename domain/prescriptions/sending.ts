import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { type Prescribed, providerOf, providers } from '../providers/providers.ts';
import { createdTimeSchema, svcUserIdSchema } from '../shared-members.ts';
import { prescribedKinds } from './planting.ts';
import { prescriptionFindingSchema } from './prescription-finding.ts';
import type { PrescriptionState, SendingMarks } from './prescription-provider.ts';
import { rateUnitSchema } from './rate-units.ts';
import type { PrescriptionTarget } from './zip-rules.ts';

export type PrescribedProvider = Prescribed;

/** The last segment of the path of each provider that takes prescriptions. */
export const targetOf = Object.fromEntries(
  providers.flatMap(({ key, segment, prescriptions }) => (segment && prescriptions ? [[key, segment]] : [])),
) as Readonly<Record<PrescribedProvider, PrescriptionTarget>>;

export const prescriptionProviders = Object.keys(targetOf) as [PrescribedProvider, ...PrescribedProvider[]];

export const sendingStatuses = ['RECEIVED', 'SENDING', 'INTERRUPTED', 'SENT', 'ACCEPTED', 'FAILED'] as const;

/** The record of a prescription that is sent to a provider. It exists before the first byte leaves. */
export const prescriptionSendingSchema = z
  .object({
    id: z.uuid().describe('Id of the sending, assigned by Furrow.'),
    svcUserId: svcUserIdSchema,
    provider: z.enum(prescriptionProviders).describe('Key of the provider that receives it.'),
    organizationId: z.string().optional().describe('The organization or company at the provider that receives it.'),
    name: z.string().describe('The name of the file.'),
    sizeBytes: z.int().describe('The size of the zip, in bytes.'),
    sha256: z.string().optional().describe('Of the zip, in hexadecimal. Absent until it has been checked.'),
    rateColumn: z
      .string()
      .optional()
      .describe('The column of the shapefile with the rates; absent where the provider does not ask for it.'),
    rateUnit: z.string().optional().describe('The unit of the rates; absent where the provider does not ask for it.'),
    kind: z
      .enum(prescribedKinds)
      .optional()
      .describe('Whether the rates are of what is planted or applied; absent where the provider does not ask for it.'),
    warnings: z.array(prescriptionFindingSchema).optional().describe('What does not keep it from being sent.'),
    status: z
      .enum(sendingStatuses)
      .describe(
        'RECEIVED: the zip is here, and was not sent. SENDING. INTERRUPTED: `problem` says why; it can be continued, and nothing is sent twice. SENT: the provider has all of it. ACCEPTED: the provider says that it can be used. FAILED: the provider refuses it; `problem` has its reason.',
      ),
    providerId: z.string().optional().describe('The id that the provider gave it.'),
    providerStatus: z.string().optional().describe('The last status that the provider named, in its own word.'),
    problem: z
      .object({
        message: z.string().describe('The problem as a sentence.'),
        providerStatus: z
          .int()
          .optional()
          .describe('The HTTP status of the answer of the provider; absent if it did not answer.'),
      })
      .optional()
      .describe('Why it was interrupted or has failed; absent otherwise.'),
    remains: z
      .string()
      .optional()
      .describe('What this has left at the provider. Furrow cannot withdraw it: only the grower can delete it there.'),
    sentBy: z.string().describe('The username of the account that asked for it.'),
    createdTime: createdTimeSchema,
    sentTime: z.iso.datetime().optional().describe('When the provider had all of it.'),
    checkedTime: z.iso.datetime().optional().describe('When the provider was last asked what has become of it.'),
  })
  .meta({ id: 'PrescriptionSending' });

/** To whom a prescription goes that is uploaded in parts, and what the provider has to know. */
export const orderedPrescriptionSchema = prescriptionSendingSchema
  .pick({ provider: true, organizationId: true })
  .extend({
    rateColumn: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('The column of the shapefile with the rates, for providers that ask for it.'),
    rateUnit: rateUnitSchema.optional().describe('The unit of the rates, for providers that ask for it.'),
    kind: z
      .enum(prescribedKinds)
      .optional()
      .describe('Whether the rates are of what is planted or applied, for providers that ask for it.'),
  })
  .strict()
  .superRefine((ordered, context) => {
    for (const member of providerOf(ordered.provider).prescriptions?.needs ?? []) {
      if (ordered[member] === undefined) {
        context.addIssue({ code: 'custom', path: [member], message: `${ordered.provider} needs it` });
      }
    }
  })
  .meta({ id: 'OrderedPrescription' });

export type Sending = z.infer<typeof prescriptionSendingSchema>;

/** A record with what nobody is shown. */
export interface StoredSending extends Sending {
  /** The object with the zip, which expires; the record stays. */
  objectKey: string;
  marks: SendingMarks;
}

/** A record as it is shown: one whose run has died is interrupted. `until` is when its run ends at the latest, in milliseconds since 1970. */
export function shownSending(
  { marks: _, objectKey: __, ...sending }: StoredSending,
  until: number,
  now: number,
): Sending {
  if (sending.status !== 'SENDING' || until > now) return sending;
  const message = 'The request that was sending it ended early. Continue it.';
  return { ...sending, status: 'INTERRUPTED', problem: { message } };
}

/** Whether nothing is left to do or to ask. */
export function isSettled({ status, providerId }: Sending): boolean {
  return status === 'ACCEPTED' || (status === 'FAILED' && providerId !== undefined);
}

/** Whether the provider has all of it, so that it must not be sent again. */
export function hasArrived(sending: Sending): boolean {
  return sending.status === 'SENT' || isSettled(sending);
}

const statuses = { sent: 'SENT', taken: 'ACCEPTED', refused: 'FAILED' } as const;

/** A record after its provider has said what has become of it. */
export function withState(sending: StoredSending, state: PrescriptionState, now: number): StoredSending {
  const { problem: _, ...others } = sending;
  const { kind, providerId, status, reason } = state;
  return {
    ...others,
    status: statuses[kind],
    providerId,
    ...(status !== undefined && { providerStatus: status }),
    ...(kind === 'refused' && { problem: { message: reason ?? 'The provider refuses it.' } }),
    sentTime: sending.sentTime ?? timestamp(now),
    checkedTime: timestamp(now),
  };
}

/** The record of a prescription that has been received. */
export function receivedSending(
  sending: Omit<StoredSending, 'status' | 'marks' | 'createdTime'>,
  now: number,
): StoredSending {
  return { ...sending, status: 'RECEIVED', createdTime: timestamp(now), marks: {} };
}
