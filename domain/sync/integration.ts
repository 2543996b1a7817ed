import * as z from 'zod';
import type { ProviderKey } from '../providers/providers.ts';

/** The state of sending a field to a provider. */
export const integrationSchema = z
  .object({
    id: z.uuid(),
    status: z.enum(['PENDING', 'SUCCESS', 'FAILED']),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'FieldIntegration' });

export type Integration = z.infer<typeof integrationSchema>;

/** A field that is to be sent to a provider. */
export interface WantedIntegration extends Integration {
  provider: ProviderKey;
  fieldId: string;
  /** The organization at the provider that receives the field. */
  organizationId?: string | undefined;
}
