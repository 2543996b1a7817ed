import type { ImageLinks } from '../../domain/satellite/processes/image-link.ts';
import type { Sealer, SecretScope } from '../../domain/secrets.ts';

/** Maximum characters; longer than any link. */
const maxText = 1_000;

/**
 * Links that contain their sealed target: 450 characters, at some 20 µs each. A presigned URL of S3 has 1,900 in a
 * Lambda function, because of its session token, and takes 0.9 ms, so that a page of 100 scenes with 25 images each
 * would have 5 MB, and need two seconds of signing.
 */
export function sealedImageLinks(sealer: Sealer): ImageLinks {
  return {
    async write({ ownerId, fieldId, processId, type, until }) {
      const text = JSON.stringify([fieldId, processId, type, until]);
      return `${ownerId}.${await sealer.seal(scopeOf(ownerId), text)}`;
    },

    async read(text) {
      const [ownerId = '', ...sealed] = text.slice(0, maxText).split('.');
      try {
        const [fieldId, processId, type, until] = JSON.parse(await sealer.open(scopeOf(ownerId), sealed.join('.')));
        return { ownerId, fieldId, processId, type, until };
      } catch (error) {
        if (isFailureOfKms(error)) throw error;
        return undefined;
      }
    },
  };
}

const scopeOf = (ownerId: string): SecretScope => ({ ownerId, member: 'satelliteImageLink' });

/** Errors of KMS for a data key that it did not create. */
const refusals = new Set(['InvalidCiphertextException', 'IncorrectKeyException', 'ValidationException']);

/** Whether an error is not caused by the text: errors of the SDK have metadata, those of Node's crypto have none. */
function isFailureOfKms(error: unknown): boolean {
  return error instanceof Error && '$metadata' in error && !refusals.has(error.name);
}
