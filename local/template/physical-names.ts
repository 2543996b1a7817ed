import { createHash } from 'node:crypto';

/**
 * The name that the embedded cloud gives a resource whose template leaves the choice to AWS: `<stack>-<logicalId>`, the same at every start.
 * A name that is too long is cut and ends with a hash of the whole.
 */
export function derivedName(stackName: string, logicalId: string, maxLength: number): string {
  const name = `${stackName}-${logicalId}`;
  if (name.length <= maxLength) return name;
  return `${name.slice(0, maxLength - 9)}-${hash(name).slice(0, 8)}`;
}

/** An id in the shape of a UUID, the same at every start: what KMS and event source mappings have. */
export function derivedUuid(stackName: string, logicalId: string): string {
  const hex = hash(`${stackName}/${logicalId}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Ten lower-case letters and digits, the same at every start: what API Gateway has. */
export function derivedShortId(stackName: string, logicalId: string): string {
  return BigInt(`0x${hash(`${stackName}/${logicalId}`)}`)
    .toString(36)
    .slice(0, 10);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
