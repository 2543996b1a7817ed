import * as z from 'zod';

/** Kinds of layers, spelt as the interface specification does. */
const layerTypes = ['TASSEL_COUNT', 'STAND_COUNT', 'NVDI', 'RGB'] as const;

/** An aerial layer of a service user, as a provider has it. */
export const layerSchema = z
  .object({
    id: z.uuid(),
    svcUserId: z.uuid(),
    apiOwnerUsername: z.string(),
    type: z.enum(layerTypes),
    origin: z.enum(['PROVIDER_POOLED']),
    provider: z.string(),
    providerLayerId: z.string(),
    providerFieldId: z.string().nullable(),
    name: z.string(),
    size: z.int().describe('Bytes.'),
    md5: z.string().describe('The MD5 of the content, in hexadecimal.'),
    contentS3: z.url(),
    downloadContentS3: z.url(),
    createdTime: z.iso.datetime(),
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
