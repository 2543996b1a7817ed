import { s3Error } from '../errors.ts';

/** Conditions that the signer of a browser form sets. */
export interface PostPolicy {
  /** Bytes, both included; undefined when the policy does not say. */
  lengthRange?: { min: number; max: number };
}

type Condition = { kind: 'eq' | 'starts-with'; field: string; value: string; text: string };

/** Fields that need no condition. `x-ignore-*` as well. */
const freeFields = new Set(['policy', 'x-amz-signature', 'file', 'x-amz-security-token']);

/**
 * Checks a form against its policy. Source: "POST policy", S3 API reference.
 *
 * @param fields all fields before the file by lower-case name, with `bucket` added
 * @throws S3Error AccessDenied, which names the condition that the form does not meet, or InvalidPolicyDocument
 */
export function checkPolicy(encoded: string, fields: Map<string, string>, now: number): PostPolicy {
  const policy = parsePolicy(encoded);
  if (now > policy.expiration) throw denied('Policy expired.');
  const conditions: Condition[] = [];
  let lengthRange: PostPolicy['lengthRange'];
  for (const raw of policy.conditions) {
    if (Array.isArray(raw) && raw[0] === 'content-length-range') lengthRange = readLengthRange(raw);
    else conditions.push(...readConditions(raw));
  }
  for (const condition of conditions) {
    if (!holds(condition, fields.get(condition.field))) throw denied(`Policy Condition failed: ${condition.text}`);
  }
  const covered = new Set(conditions.map((condition) => condition.field));
  const extra = [...fields.keys()].filter((name) => {
    return !covered.has(name) && !freeFields.has(name) && !name.startsWith('x-ignore-') && name !== 'bucket';
  });
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`);
  return lengthRange ? { lengthRange } : {};
}

function holds({ kind, value, field }: Condition, actual: string | undefined): boolean {
  if (actual === undefined) return kind === 'starts-with' && value === '' && field !== 'key';
  if (kind === 'eq') return actual === value;
  const values = field === 'content-type' ? actual.split(',').map((entry) => entry.trim()) : [actual];
  return values.every((entry) => entry.startsWith(value));
}

function parsePolicy(encoded: string): { expiration: number; conditions: unknown[] } {
  let policy: { expiration?: unknown; conditions?: unknown } | null;
  try {
    policy = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  } catch {
    throw invalidPolicy('Invalid JSON.');
  }
  const expiration = typeof policy?.expiration === 'string' ? Date.parse(policy.expiration) : Number.NaN;
  if (Number.isNaN(expiration)) throw invalidPolicy("Invalid 'expiration' value.");
  if (!Array.isArray(policy?.conditions)) throw invalidPolicy("Invalid 'conditions' value.");
  return { expiration, conditions: policy.conditions };
}

function readConditions(raw: unknown): Condition[] {
  if (Array.isArray(raw)) {
    const [operator, field, value] = raw;
    const kind = typeof operator === 'string' ? operator.toLowerCase() : '';
    const isText = typeof field === 'string' && field.startsWith('$') && typeof value === 'string';
    if ((kind !== 'eq' && kind !== 'starts-with') || !isText || raw.length !== 3) throw invalidCondition(raw);
    return [{ kind, field: field.slice(1).toLowerCase(), value, text: JSON.stringify(raw) }];
  }
  if (typeof raw !== 'object' || raw === null) throw invalidCondition(raw);
  return Object.entries(raw).map(([field, value]) => {
    if (typeof value !== 'string') throw invalidCondition(raw);
    return { kind: 'eq', field: field.toLowerCase(), value, text: JSON.stringify(['eq', `$${field}`, value]) };
  });
}

function readLengthRange(raw: unknown[]): NonNullable<PostPolicy['lengthRange']> {
  const [min, max] = [Number(raw[1]), Number(raw[2])];
  if (raw.length !== 3 || !(min >= 0) || !(max >= min)) throw invalidCondition(raw);
  return { min, max };
}

function invalidCondition(raw: unknown) {
  return invalidPolicy(`Invalid condition: ${JSON.stringify(raw)?.slice(0, 200)}`);
}

function invalidPolicy(problem: string) {
  return s3Error('InvalidPolicyDocument', `Invalid Policy: ${problem}`);
}

function denied(problem: string) {
  return s3Error('AccessDenied', `Invalid according to Policy: ${problem}`);
}
