import * as z from 'zod';

/** Providers that fields can be sent to. */
export const integrationProviders = ['JohnDeere', 'ClimateFieldView'] as const;
export type IntegrationProvider = (typeof integrationProviders)[number];

/** How far the sending of a field to a provider is. */
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
  provider: IntegrationProvider;
  fieldId: string;
  /** Below which organization of the provider the field goes. */
  organizationId?: string | undefined;
}
