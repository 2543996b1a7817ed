import * as z from 'zod';
import { downloadResponses } from '../../../http/body/download.ts';
import type { EndpointResponse } from '../../../http/endpoint.ts';

const underWaySchema = z
  .object({ message: z.string().describe('What is being made, as a sentence.') })
  .meta({ id: 'ImagesUnderWay' });

/** The documented answers while images are made, and when they could not be. */
export const whileMade = {
  202: {
    description: 'The images are being drawn. Repeat the request.',
    schema: underWaySchema,
    headers: { 'Retry-After': 'Seconds to wait before repeating the request.' },
  },
} as const satisfies Record<number, EndpointResponse>;

export const imageConflict = 'The images could not be drawn; the detail says why.';

/** The documented answers of every download of an image. */
export const imageDownloadResponses = { ...downloadResponses, ...whileMade } as const;
