/** Limits of the service; `infra/bundling/build-pages.ts` puts those of `domain/limits.ts` in place of this name. */
declare const FURROW_LIMITS: { uploadBytes: number };

/** Maximum size of an uploaded file. */
export const maxUploadBytes = FURROW_LIMITS.uploadBytes;

/** Maximum size of an uploaded file in the unit of the pages' texts, 1024³ bytes. */
export const maxUploadGigabytes = maxUploadBytes / 1024 ** 3;
