export interface BucketLocation {
  bucket: string;
  prefix: string;
}

/**
 * Bucket and prefix of `s3://bucket/prefix/`.
 *
 * @throws Error for any other location.
 * @example bucketLocation('s3://lake/points') // { bucket: 'lake', prefix: 'points/' }
 */
export function bucketLocation(address: string): BucketLocation {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/(.*)$/.exec(address) ?? [];
  if (bucket === undefined || prefix === undefined)
    throw new Error(`"${address}" is no address of the form s3://bucket/prefix/`);
  return { bucket, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` };
}
