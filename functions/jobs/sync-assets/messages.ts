import * as z from 'zod';
import { assetKinds } from '../../../domain/assets/asset.ts';
import { providers } from '../../../domain/providers/providers.ts';

/** The list of one kind of assets in one organization of a user. */
export const assetsMessage = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  provider: z.enum(providers.map(({ key }) => key)),
  organizationId: z.string(),
  kind: z.enum(assetKinds),
  /** Names the round: a list that is read twice in one round proves an absence once. */
  round: z.string(),
});

export type AssetsMessage = z.infer<typeof assetsMessage>;
