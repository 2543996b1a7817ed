import type { ProviderAdapter } from '../provider-adapter.ts';
import { slingshotSignature } from './signature.ts';

/** Raven Slingshot, whose calls are signed. It documents 30 calls in 60 s. */
export const ravenSlingshot: ProviderAdapter<'RavenSlingshot'> = {
  authorize: slingshotSignature,
  rates: { provider: { calls: 30, seconds: 60 }, credential: { calls: 30, seconds: 60 } },
  firstCall: async () => (await import('./access-key.ts')).askAccessKey,
  ports: { prescriptions: async () => (await import('./prescriptions.ts')).slingshotPrescriptions },
};
