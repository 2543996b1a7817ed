import * as z from 'zod';
import { limitText } from '../../../domain/limits.ts';
import { defineArea, defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { idInPath } from '../../http/parameters.ts';

const sentLayerSchema = z
  .object({
    id: z.string().describe('The id of the upload at the provider.'),
    name: z.string().describe('The name of the file.'),
  })
  .meta({ id: 'SentLayer' });

const endpoints = defineEndpoints({
  sendLayerToClimateFieldView: {
    method: 'POST',
    path: '/users/{svcUserId}/layers/climateFieldView',
    summary: 'Send an aerial image to Climate FieldView',
    description: `Beta. Checks a GeoTIFF of at most ${limitText.layerBytes} and sends it to the account that the user has connected; nothing of it is kept. It needs three bands of 8 bits (red, green and blue), UTM on WGS 84, and in GDAL_METADATA \`acquisitionStartDate\`, \`acquisitionEndDate\` (ISO 8601) and \`isCalibrated\` (\`true\` or \`false\`). On AWS a request has at most ${limitText.inlineBytes}.`,
    access: 'owner',
    idempotent: true,
    params: z.object({ svcUserId: idInPath }),
    exists: { user: userInPath },
    query: z.strictObject({ uploadType: z.literal('RGB', 'must be RGB') }),
    conflict: 'The user has not connected Climate FieldView, or the connection does not work.',
    body: { kind: 'multipart', part: 'file', notEmpty: true, description: 'The GeoTIFF.' },
    responses: {
      200: {
        description: 'Sent. The provider processes it; its app shows the image afterwards.',
        schema: sentLayerSchema,
      },
    },
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
