import * as z from 'zod';
import { createdTimeSchema, ownerNameSchema, svcUserIdSchema } from '../shared-members.ts';

/** Kinds of layers, spelt as the interface specification does. */
const layerTypes = ['TASSEL_COUNT', 'STAND_COUNT', 'NVDI', 'RGB'] as const;

/** An aerial layer of a service user, as a provider has it. */
export const layerSchema = z
  .object({
    id: z.uuid().describe('Id of the layer, assigned by Furrow.'),
    svcUserId: svcUserIdSchema,
    apiOwnerUsername: ownerNameSchema,
    type: z
      .enum(layerTypes)
      .describe('What the layer shows: counted tassels, a counted stand, the index NDVI (spelt `NVDI`), or a picture.'),
    origin: z.enum(['PROVIDER_POOLED']).describe('`PROVIDER_POOLED`: read from a provider.'),
    provider: z.string().describe('Key of the provider that has the layer.'),
    providerLayerId: z.string().describe('Id of the layer at the provider.'),
    providerFieldId: z.string().nullable().describe('Id of the field at the provider; null if the layer names none.'),
    name: z.string().describe('The name of the layer at the provider.'),
    size: z.int().describe('Bytes.'),
    md5: z.string().describe('The MD5 of the content, in hexadecimal.'),
    contentS3: z.url().describe('URL of the content.'),
    downloadContentS3: z.url().describe('Same as `contentS3`.'),
    createdTime: createdTimeSchema,
    svcFieldIds: z.array(z.string()).describe('The fields under the layer.'),
  })
  .meta({ id: 'Layer' });

export type Layer = z.infer<typeof layerSchema>;

/** Filters of a list of layers. */
export const layerFilters = {
  type: z
    .enum([...layerTypes, 'NDVI'], `must be one of ${layerTypes.join(', ')}`)
    .transform((type) => (type === 'NDVI' ? 'NVDI' : type))
    .optional()
    .describe('`NDVI` is understood as `NVDI`.'),
};

export const layerSortFields = ['id'] as const;
