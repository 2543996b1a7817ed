import type { Clock } from '../clock.ts';
import { accountId, credentials } from '../credentials.ts';
import type { Guard } from '../iam/guard.ts';
import type { Elements } from './query-protocol.ts';
import { accessKeyPrefix, type Sessions } from './sessions.ts';

/** An error as STS returns it. */
export class StsError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Makes the response from the parameters of a call and the key that it is signed with. */
export type StsOperation = (parameters: URLSearchParams, accessKeyId: string) => Elements;

/** Limits of AssumeRole (STS API reference). */
const minSeconds = 900;
const maxSeconds = 43_200;
/** Maximum session of a role that another role assumes. */
const maxSecondsOfChain = 3_600;
const defaultSeconds = 3_600;
const maximumPolicyCharacters = 2_048;

/** The calls of STS that are served here. */
export function stsOperations(sessions: Sessions, clock: Clock, guard?: Guard): Record<string, StsOperation> {
  return {
    GetCallerIdentity: (_, accessKeyId) => callerIdentity(sessions, accessKeyId),
    AssumeRole(parameters, accessKeyId) {
      callerIdentity(sessions, accessKeyId);
      const roleArn = checked(parameters, 'RoleArn', /^arn:[\w-]+:iam::\d{12}:role\/.+$/);
      const sessionName = checked(parameters, 'RoleSessionName', /^[\w+=,.@-]{2,64}$/);
      const policy = policyOf(parameters);
      const refusal = guard?.mayAssume(accessKeyId, roleArn);
      if (refusal) throw new StsError('AccessDenied', refusal.message, 403);
      const max = accessKeyId === credentials.accessKeyId ? maxSeconds : maxSecondsOfChain;
      const expiresAt =
        clock.now() + 1000 * secondsOf(parameters, Math.min(max, guard?.sessionSeconds(roleArn) ?? max));
      const opened = sessions.open({ roleArn, sessionName, expiresAt, ...(policy !== undefined && { policy }) });
      return {
        Credentials: {
          AccessKeyId: opened.accessKeyId,
          SecretAccessKey: opened.secretAccessKey,
          SessionToken: opened.sessionToken,
          Expiration: new Date(expiresAt).toISOString(),
        },
        AssumedRoleUser: {
          AssumedRoleId: `${roleId(roleArn)}:${sessionName}`,
          Arn: assumedArn(roleArn, sessionName),
        },
        PackedPolicySize: policy && Math.ceil((100 * policy.length) / maximumPolicyCharacters),
      };
    },
  };
}

function callerIdentity(sessions: Sessions, accessKeyId: string): Elements {
  if (accessKeyId === credentials.accessKeyId) {
    return { Arn: `arn:aws:iam::${accountId}:user/furrow`, UserId: 'AIDAFURROWLOCAL', Account: accountId };
  }
  if (accessKeyId.startsWith(accessKeyPrefix) && sessions.hasExpired(accessKeyId)) {
    throw new StsError('ExpiredToken', 'The security token included in the request is expired', 403);
  }
  const session = sessions.sessionFor(accessKeyId);
  if (!session) {
    const message = `The security token included in the request is invalid: access key "${accessKeyId}" is unknown here.`;
    throw new StsError('InvalidClientTokenId', message, 403);
  }
  const { roleArn, sessionName } = session;
  return { Arn: assumedArn(roleArn, sessionName), UserId: `${roleId(roleArn)}:${sessionName}`, Account: accountId };
}

function checked(parameters: URLSearchParams, name: string, pattern: RegExp): string {
  const value = parameters.get(name) ?? '';
  if (pattern.test(value)) return value;
  throw new StsError(
    'ValidationError',
    `Value '${value}' at '${name}' failed to satisfy constraint: ${pattern.source}`,
  );
}

function policyOf(parameters: URLSearchParams): string | undefined {
  const policy = parameters.get('Policy') ?? undefined;
  if (policy === undefined) return undefined;
  if (policy.length > maximumPolicyCharacters) {
    throw new StsError(
      'ValidationError',
      `The policy has ${policy.length} characters, ${maximumPolicyCharacters} at most`,
    );
  }
  try {
    JSON.parse(policy);
  } catch {
    throw new StsError('MalformedPolicyDocument', 'The policy is not JSON');
  }
  return policy;
}

function secondsOf(parameters: URLSearchParams, max: number): number {
  const seconds = Number(parameters.get('DurationSeconds') ?? defaultSeconds);
  if (Number.isInteger(seconds) && seconds >= minSeconds && seconds <= max) return seconds;
  throw new StsError('ValidationError', `DurationSeconds must be ${minSeconds} to ${max}, got ${seconds}`);
}

function assumedArn(roleArn: string, sessionName: string): string {
  return `arn:aws:sts::${roleArn.split(':')[4]}:assumed-role/${roleArn.split('/').at(-1)}/${sessionName}`;
}

/** The id of a role, always the same, in the alphabet of AWS. */
const roleId = (roleArn: string) => `AROA${Buffer.from(roleArn).toString('hex').slice(-16).toUpperCase()}`;
