import * as z from 'zod';

/** Permissions of an owner beyond calling the API. */
export const permissions = ['query:read', 'query:export'] as const;

export type Permission = (typeof permissions)[number];

export const areaUnits = ['Acre', 'Hectare'] as const;

/**
 * An account that calls the API. `id` is in keys, paths and the lake and never changes; `username` is only displayed.
 */
export const ownerSchema = z.object({
  id: z.uuid(),
  username: z.string().min(1).max(254),
  permissions: z.array(z.enum(permissions)),
  areaUnit: z.enum(areaUnits),
  /** Names of features that the owner was granted beyond the free product. */
  entitlements: z.array(z.string()),
  /** Seconds since the epoch; tokens issued before are refused. */
  notBefore: z.number().int(),
});

export type Owner = z.infer<typeof ownerSchema>;

/**
 * Normalizes a username, which is an e-mail address: lower case, without surrounding blanks.
 *
 * @example normalUsername(' Ada@Example.com ') // 'ada@example.com'
 */
export function normalUsername(username: string): string {
  return username.trim().toLowerCase();
}

/** Finds the owner that a token was issued for. */
export interface OwnerDirectory {
  /** The owner, at most 30 seconds old. */
  find(ownerId: string): Promise<Owner | undefined>;
}
