import * as z from 'zod';

/** What an owner may do beyond calling the API at all. */
export const permissions = ['query:read', 'query:export'] as const;

export type Permission = (typeof permissions)[number];

export const areaUnits = ['Acre', 'Hectare'] as const;

/** The account that calls the API. `id` is in keys, paths and the lake and never changes; `username` is only shown. */
export const ownerSchema = z.object({
  id: z.uuid(),
  username: z.string().min(1).max(254),
  permissions: z.array(z.enum(permissions)),
  areaUnit: z.enum(areaUnits),
  /** Names of what the owner has been granted beyond the free product. */
  entitlements: z.array(z.string()),
  /** Seconds since the epoch; tokens issued before are refused. */
  notBefore: z.number().int(),
  /** Whether all of the owner's records are counted and indexed; absent of owners from before that was done, see `furrow index`. */
  indexed: z.boolean().optional(),
});

export type Owner = z.infer<typeof ownerSchema>;

/** Usernames are e-mail addresses: letter case and surrounding blanks do not tell two apart. */
export function normalUsername(username: string): string {
  return username.trim().toLowerCase();
}

/** Where owners are kept, as every function needs it: to look up whom a token speaks for. */
export interface OwnerDirectory {
  /** The owner, at most 30 seconds old. */
  find(ownerId: string): Promise<Owner | undefined>;
}
