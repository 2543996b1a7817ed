import * as z from 'zod';
import { fieldIdSchema } from '../../../domain/fields/field.ts';
import { givenName } from '../../../domain/given-text.ts';
import { limits, limitText } from '../../../domain/limits.ts';
import { inspectionSchema } from '../../../domain/prescriptions/inspection.ts';
import { prescriptionFormats } from '../../../domain/prescriptions/prescription.ts';
import { rateUnitSchema } from '../../../domain/prescriptions/rate-units.ts';
import { prescriptionTargets } from '../../../domain/prescriptions/zip-rules.ts';
import { uploadedInPath } from '../../http/body/uploaded-file.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { idInPath, userIdInPath } from '../../http/parameters.ts';
import { userPath } from './upload-endpoints.ts';

const to = z
  .enum(prescriptionFormats)
  .optional()
  .describe('Answers the prescription in this format, in place of the inspection.');
const target = z
  .enum(prescriptionTargets)
  .optional()
  .describe(
    'The provider for which `to=shapefile` is: John Deere has its files in the folder `Rx`; Climate FieldView takes rates of what is planted alone, so that their column says so, and rates of what is applied are refused.',
  );

const responses = {
  200: {
    description: 'The inspection; with `to`, a zip with a shapefile or the folder `TASKDATA`, or GeoJSON.',
    contentType: 'application/json',
    describes: inspectionSchema,
    otherTypes: { 'application/zip': z.string().meta({ format: 'binary' }), 'application/geo+json': z.looseObject({}) },
  },
} as const;
const refusals =
  '400 `prescriptionUnfit` for what cannot be read, and with `to` for every error: `findings` names the entry, the column and the row of each.';

const inspected = z.strictObject({
  rateColumn: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('The column, property or product with the rates; needed where there are several.'),
  rateUnit: rateUnitSchema
    .optional()
    .describe('The unit of the rates, if the file does not state it. Without one there is no total.'),
  fieldId: fieldIdSchema.optional().describe('A field of the user to compare with.'),
  to,
  target,
});

const rate = z.number().min(0).max(1e9);
const example = {
  fieldId: 'north-40',
  rates: [{ zoneId: '0b5e4c1e-6f0a-4a51-8a4e-3f3b7a3a9c11', rate: 180 }],
  restRate: 120,
  rateUnit: 'kg/ha',
};

/** Inspecting, converting and making prescriptions. */
export const inspectEndpoints = defineEndpoints({
  inspectPrescription: {
    method: 'POST',
    path: '/users/{svcUserId}/inspect',
    summary: 'Inspect or convert a prescription',
    description: `Reads a zip with one shapefile in any coordinate system, GeoJSON, or ISO 11783 task data (polygons, grids of type 1 and 2, with the scale of their presentation), and answers rates, areas, the total of the product, holes, overlaps, slivers and a map; with \`fieldId\` also what lies outside of the field. Nothing is kept or sent. \`to\` answers the prescription in another format, on WGS 84: this is how coordinates in metres become those that providers read. At most ${limitText.inspectedPolygons} polygons and ${limitText.prescriptionBytes}; on AWS, files above ${limitText.inlineBytes} require an upload session with the target \`inspections\`, and an answer has at most as much. ${refusals}`,
    access: 'owner',
    addition: true,
    beta: true,
    params: userPath,
    exists: { user: userInPath },
    query: inspected,
    body: { kind: 'multipart', part: 'file', notEmpty: true, description: 'The prescription.' },
    responses,
  },
  inspectUploadedPrescription: {
    method: 'POST',
    path: '/users/{svcUserId}/inspect/{sessionId}',
    summary: 'Inspect or convert a prescription that was uploaded',
    description: `Reads the file of a completed upload session with the target \`inspections\` or \`prescriptions\` in the same way, as often as it is asked. The file is deleted after seven days. ${refusals}`,
    access: 'owner',
    addition: true,
    beta: true,
    params: userPath.extend({ sessionId: idInPath.describe('Id of the completed upload session.') }),
    exists: { user: userInPath, session: uploadedInPath('inspections', 'prescriptions') },
    query: inspected,
    conflict: 'The upload session is not completed, or has another target (`uploadSessionNotReady`).',
    responses,
  },
  makePrescriptionFromZones: {
    method: 'POST',
    path: '/users/{svcUserId}/fromZones',
    summary: 'Make a prescription from the zones of a field',
    description: `Each zone gets its rate, and with \`restRate\` the rest of the field too. Answers the inspection, or with \`to\` the prescription. 404 \`zoneNotFound\` for an id that is none of the field; 409 \`noActiveBoundary\` if the rest of a field without a boundary needs a rate. Zones with rates must not overlap. ${refusals}`,
    access: 'owner',
    addition: true,
    beta: true,
    params: z.object({ svcUserId: userIdInPath }),
    exists: { user: userInPath },
    query: z.strictObject({ to, target }),
    conflict: 'The field has no active boundary.',
    body: {
      kind: 'json',
      schema: z
        .strictObject({
          fieldId: fieldIdSchema.describe(
            'Id of the field whose zones get rates, as `GET /services/fields/api/fields` lists it.',
          ),
          name: givenName('name').optional().describe('Of the file and the task; that of the field by default.'),
          rates: z
            .array(
              z.strictObject({
                zoneId: z.uuid().describe('Id of a zone of the field.'),
                rate: rate.describe('The rate of the zone, in `rateUnit`.'),
              }),
            )
            .min(1)
            .max(limits.prescribedZones)
            .describe('The zones that get a rate.'),
          restRate: rate.optional().describe('The rate of the ground of the field that is in none of these zones.'),
          rateUnit: rateUnitSchema,
        })
        .meta({ id: 'ZonePrescription' }),
      example,
    },
    responses,
  },
});
