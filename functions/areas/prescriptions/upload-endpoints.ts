import * as z from 'zod';
import { limitText } from '../../../domain/limits.ts';
import { flag } from '../../../domain/parameters.ts';
import { prescribedKinds } from '../../../domain/prescriptions/planting.ts';
import { prescriptionCheckSchema } from '../../../domain/prescriptions/prescription-check.ts';
import { rateUnitSchema } from '../../../domain/prescriptions/rate-units.ts';
import type { PrescriptionTarget } from '../../../domain/prescriptions/zip-rules.ts';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import { providerAt, providerOf } from '../../../domain/providers/providers.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { userIdInPath } from '../../http/parameters.ts';

export const userPath = z.object({ svcUserId: userIdInPath });
/** An id at a provider, which becomes a segment of its URL. */
export const providerSideId = providerIdSchema.max(100);

/** The organization in the query of a sending or a list. */
const organizationAtProvider = providerSideId.describe('Id of the organization at the provider that receives it.');

export const prescriptionSchema = z
  .object({
    id: z.string().describe('The id that the provider gave it.'),
    name: z.string().describe('The name of the file.'),
  })
  .meta({ id: 'Prescription' });

const dryRunSchema = prescriptionCheckSchema
  .extend({
    name: z.string().describe('The name of the file.'),
    dryRun: z.literal(true).describe('Says that nothing was stored or sent.'),
  })
  .meta({ id: 'PrescriptionDryRun' });

export const sentSchema = z.union([prescriptionSchema, dryRunSchema]);
export const kindSchema = z
  .enum(prescribedKinds)
  .optional()
  .describe(
    'What it is for, asked by Climate FieldView alone. Required there unless the names of its columns say so, as `seeds_ac`: 400 `prescriptionKindOpen`.',
  );
export const dryRunFlag = flag.optional().describe('Check it, and send nothing.');

const unconnected =
  'The user has not connected the provider (`providerNotConnected`), or another request sends this prescription (`sendingInProgress`).';

/** What all uploads have in common, apart from their path and their own parameters. */
function upload<const Segment extends PrescriptionTarget, Query extends z.ZodRawShape>(
  segment: Segment,
  { query, says }: { query: Query; says: string },
) {
  const { displayName } = providerOf(providerAt(segment));
  const errors = {
    502: `${displayName} refuses it, with its status in \`providerStatus\`, or cannot be reached.`,
    503: `${displayName} has no URL here, or answers partners alone (\`partnerGatewayMissing\`).`,
    504: 'It took longer than a request may. Send it again with the same `Idempotency-Key`, or continue the record that `sendingId` names: nothing is sent twice.',
  };
  const header = {
    'X-Sending-Id': { optional: 'The id of the record of what was sent; absent from a dry run.' },
  };
  const description = `Beta. ${says} The zip is checked before it is sent, byte for byte as it is. With \`dryRun=true\` it is only checked, and no account is needed. At most ${limitText.prescriptionBytes}; on AWS, zips above ${limitText.inlineBytes} require an upload session with the target \`prescriptions\`. \`Prefer: wait=10\` answers 504 after so many seconds.`;
  return {
    method: 'POST',
    path: `/users/{svcUserId}/${segment}`,
    summary: `Send a prescription to ${displayName}`,
    description,
    access: 'owner',
    beta: true,
    idempotent: true,
    params: userPath,
    exists: { user: userInPath },
    headers: z.object({ Prefer: z.string().optional().describe('`wait`: seconds until the answer, at most 24.') }),
    query: z.strictObject({ ...query, dryRun: dryRunFlag }),
    conflict: unconnected,
    errors,
    body: {
      kind: 'multipart',
      part: 'file',
      notEmpty: true,
      uploadTarget: 'prescriptions',
      description: 'A zip with one .shp, .shx and .dbf of the same name.',
    },
    responses: {
      200: {
        description: 'The provider has all of it; or, of a dry run, it would be sent.',
        schema: sentSchema,
        headers: header,
      },
    },
  } as const;
}

const flat = 'The files are at the top of the zip.';

/** Uploads of prescriptions, one for each provider. */
export const uploadEndpoints = defineEndpoints({
  sendPrescriptionToRavenSlingshot: upload('ravenSlingshot', { query: {}, says: flat }),
  sendPrescriptionToJohnDeere: upload('johnDeere', {
    query: { organizationId: organizationAtProvider },
    says: 'The files are in a folder `Rx` at the top of the zip. Its name has 5 to 69 characters: letters, digits and `.,-_`.',
  }),
  sendPrescriptionToCnhi: upload('cnhi', {
    query: { companyId: providerSideId.describe('The `providerOrganizationId` of the grower.') },
    says: flat,
  }),
  sendPrescriptionToClimateFieldView: upload('climateFieldView', {
    query: {
      kind: kindSchema,
    },
    says: `${flat} The provider documents prescriptions for planting alone; any other is refused, and where nothing says what one is for, \`kind=planting\` is asked for.`,
  }),
  sendPrescriptionToTrimble: upload('trimble', {
    query: {
      organizationId: organizationAtProvider,
      rateColumn: z.string().min(1).max(255).describe('The column of the shapefile with the rates.'),
      rateUnit: rateUnitSchema,
      fileName: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('The name at the provider; that of the file by default.'),
    },
    says: flat,
  }),
  sendPrescriptionToAgLeader: upload('agleader', { query: {}, says: flat }),
});
