import * as z from 'zod';
import type { ProviderKey } from '../providers/providers.ts';
import { updatedTimeSchema } from '../shared-members.ts';

/** The state of sending a field to a provider. */
export const integrationSchema = z
  .object({
    id: z.uuid().describe('Id of this sending of the field.'),
    status: z
      .enum(['PENDING', 'SUCCESS', 'FAILED'])
      .describe('`PENDING`: not done yet. `SUCCESS`: the provider has the field. `FAILED`: `message` says why.'),
    updatedAt: updatedTimeSchema,
    message: z
      .string()
      .optional()
      .describe("Why it FAILED, with the provider's reason; while it is PENDING, what it waits for, if that is known."),
  })
  .meta({ id: 'FieldIntegration' });

export type Integration = z.infer<typeof integrationSchema>;

/** What a provider has created for a field, by names of its adapter, such as `{ field: '0190…', boundary: '77…' }`. */
export type Created = Readonly<Record<string, string>>;

/** A field that is to be sent to a provider. */
export interface WantedIntegration extends Integration {
  provider: ProviderKey;
  fieldId: string;
  /** The organization at the provider that receives the field. */
  organizationId?: string | undefined;
  /** When this attempt was requested. */
  since: string;
  /** Stored before anything else is asked for, so that an interrupted attempt creates nothing twice. */
  created?: Created;
}

const dayMilliseconds = 24 * 60 * 60_000;
/** A grower may take days to accept what waits in an inbox; afterwards nobody does. */
const maxDays = 30;
const minWaitSeconds = 5;
const maxWaitSeconds = 60 * 60;

/** When to look again for what the provider has made of a field: soon at first, then after half of the time that has gone by. Undefined after 30 days. */
export function lookAgainAfter({ since }: Pick<WantedIntegration, 'since'>, now: number): number | undefined {
  const elapsed = now - Date.parse(since);
  if (elapsed >= maxDays * dayMilliseconds) return undefined;
  return Math.min(Math.max(Math.ceil(elapsed / 2_000), minWaitSeconds), maxWaitSeconds);
}

/**
 * The state that a repeated request finds. A field that was sent, or is under way, is not sent again; one that failed is tried again, and so is one for another
 * organization. What was created by then is used.
 */
export function integrationAfter(
  before: WantedIntegration | undefined,
  wanted: WantedIntegration,
): { shown: Integration; stored?: WantedIntegration } {
  if (!before) return { shown: wanted, stored: wanted };
  const isSameOrganization = before.organizationId === wanted.organizationId;
  if (before.status === 'PENDING' || (before.status === 'SUCCESS' && isSameOrganization)) return { shown: before };
  if (!isSameOrganization) return { shown: wanted, stored: wanted };
  const { id, created } = before;
  // The caller learns why the last attempt failed, which nothing else tells.
  return { shown: before, stored: { ...wanted, id, ...(created && { created }) } };
}
