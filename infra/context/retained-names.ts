import type { BucketName } from '../../functions/manifest/needs.ts';

/** Logical ids and descriptions of what a deployment leaves behind, by which it is found and imported again. */
export const tableId = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Table`;
export const bucketId = (name: BucketName): string => (name === 'files' ? 'FilesBucket' : 'LakeBucket');
export const keyId = 'SecretsKey';
export const descriptionOfKey = (environment: string): string =>
  `Furrow ${environment}: seals the secrets of owners and users`;
