import type { RequestEnds, RequestedFile } from '../../../domain/parser-attempts.ts';

/** Remembers nothing: each end is the first. */
export const noEnds: RequestEnds = { note: async () => 1 };

/** The content of a request of some owner. */
export const requested = (content: Uint8Array): RequestedFile => ({ ownerId: 'owner', content });
