import * as z from 'zod';
import { ownProvider, providers, providersOf } from './providers.ts';

/** Filters a list by the provider of its records. A key that no provider has is refused: an empty list would say that nothing came. */
export const providerFilter = z
  .enum([...providers.map(({ key }) => key), ownProvider.key])
  .optional()
  .describe('Only what came from this provider.');

/** The same for irrigation, which other providers do not have. */
export const irrigationProviderFilter = z
  .enum(providersOf('irrigation'))
  .optional()
  .describe('Only what came from this provider.');
