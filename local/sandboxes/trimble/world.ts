import * as z from 'zod';
import { seededIds } from '../world/seeded.ts';

// Ids of the provider are GUIDs of any version.
const id = z.guid();

/** Members of the objects of the world, in which the control adds and changes them. */
export const collections = {
  organizations: z.strictObject({
    id,
    name: z.string().min(1),
    timezoneName: z.string().default('America/Chicago'),
    currencyCode: z.string().default('USD'),
    isMetric: z.boolean().default(false),
    /** Whether the grower has authorized the application for it at www.trimbleag.com. */
    isAuthorized: z.boolean().default(true),
  }),
  importJobs: z.strictObject({
    id,
    organizationId: id,
    fileName: z.string().min(1),
    rateColumn: z.string().min(1).max(10),
    rateUnit: z.string().nullable().default(null),
    deviceIds: z.array(id).nullable().default(null),
    /** The zip as it was uploaded; absent until then. */
    content: z.strictObject({ base64: z.base64() }).optional(),
    /** How many questions about the job are answered before it is done. */
    remaining: z.int().nonnegative().default(1),
    /** Why the import fails; null if it does not. */
    errorCode: z.union([z.string(), z.int()]).nullable().default(null),
  }),
} as const;

export type Organization = z.infer<(typeof collections)['organizations']>;
export type ImportJob = z.infer<(typeof collections)['importJobs']>;

export interface TrimbleWorld {
  organizations: Map<string, Organization>;
  importJobs: Map<string, ImportJob>;
  /** Whether the grower has authorized the application for no organization. */
  isNothingSelected: boolean;
  /** What jobs begin with that are created from now on. */
  importing: Pick<ImportJob, 'remaining' | 'errorCode'>;
  nextNumber(): number;
}

/** The world before anybody changes it: one organization that has authorized the application, and one that has not. */
export function firstWorld(seed: string): TrimbleWorld {
  const { uuid } = seededIds(seed);
  const own = { timezoneName: 'America/Chicago', currencyCode: 'USD', isMetric: false };
  const organizations: Organization[] = [
    { ...own, id: uuid('organization at Trimble'), name: 'Sandbox Farm', isAuthorized: true },
    { ...own, id: uuid('another organization at Trimble'), name: 'Neighbouring Farm', isAuthorized: false },
  ];
  let number = 0;
  return {
    organizations: new Map(organizations.map((one) => [one.id, one])),
    importJobs: new Map(),
    isNothingSelected: false,
    importing: { remaining: 1, errorCode: null },
    nextNumber() {
      number += 1;
      return number;
    },
  };
}
