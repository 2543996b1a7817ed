import * as z from 'zod';
import { limitText } from '../../../domain/limits.ts';
import { uploadedInPath } from '../../http/body/uploaded-file.ts';
import { defineArea, defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { idInPath, userIdInPath } from '../../http/parameters.ts';

const sentLayerSchema = z
  .object({
    id: z.string().describe('The id of the upload at the provider.'),
    name: z.string().describe('The name of the file.'),
  })
  .meta({ id: 'SentLayer' });

const unconnected = 'The user has not connected Climate FieldView, or the connection does not work.';

/** What both ways of sending have in common. */
const sends = {
  method: 'POST',
  access: 'owner',
  idempotent: true,
  query: z.strictObject({
    uploadType: z.literal('RGB', 'must be RGB').describe('The kind of layer; only pictures are taken.'),
  }),
  responses: {
    200: {
      description: 'Sent. The provider processes it; its app shows the image afterwards.',
      schema: sentLayerSchema,
    },
  },
} as const;

const endpoints = defineEndpoints({
  sendLayerToClimateFieldView: {
    ...sends,
    path: '/users/{svcUserId}/layers/climateFieldView',
    summary: 'Send an aerial image to Climate FieldView',
    description: `Beta. Checks a GeoTIFF of at most ${limitText.layerBytes} and sends it to the account that the user has connected; nothing of it is kept. It needs three bands of 8 bits (red, green and blue), UTM on WGS 84, and in GDAL_METADATA \`acquisitionStartDate\`, \`acquisitionEndDate\` (ISO 8601) and \`isCalibrated\` (\`true\` or \`false\`). On AWS, images above ${limitText.inlineBytes} require an upload session with the target \`layers\`.`,
    params: z.object({ svcUserId: userIdInPath }),
    exists: { user: userInPath },
    conflict: unconnected,
    body: { kind: 'multipart', part: 'file', notEmpty: true, description: 'The GeoTIFF.' },
  },
  sendUploadedLayerToClimateFieldView: {
    ...sends,
    path: '/users/{svcUserId}/layers/climateFieldView/{sessionId}',
    summary: 'Send an aerial image that was uploaded to Climate FieldView',
    description:
      'The file of a completed upload session with the target `layers`, by the same rules. It is deleted once it is sent or refused (404 `originalNotFound` afterwards), and after seven days at most.',
    addition: true,
    beta: true,
    params: z.object({ svcUserId: userIdInPath, sessionId: idInPath.describe('Id of the completed upload session.') }),
    exists: { user: userInPath, session: uploadedInPath('layers') },
    conflict: `${unconnected} Or the upload session is not completed, or has another target (\`uploadSessionNotReady\`).`,
  },
});

/** Area O: aerial images that are sent to providers. */
export const layersApi = defineArea({
  name: 'layers',
  title: 'Sending of aerial layers',
  letter: 'O',
  description: 'Aerial images that are checked and sent to the accounts of growers at providers.',
  base: '/services/beta/api',
  endpoints,
});
