import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Credentials } from '../credentials.ts';
import { checkCopiedKeys, keepCopy } from '../state/marks/kept-copy.ts';
import type { Marks } from '../state/marks/lost-data.ts';
import { replaceFile } from '../state/storage/write-file.ts';

/** A session of an assumed role while its credentials are valid. */
export interface Session {
  roleArn: string;
  sessionName: string;
  /** The policy that narrows the role for this session, as JSON text. */
  policy?: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface SessionCredentials extends Credentials {
  sessionToken: string;
}

/** Temporary credentials. Their secret is derived from the access key, so that it need not be stored. */
export interface Sessions {
  open(session: Session): SessionCredentials;
  /** The credentials of a function, the same at every start, so that URLs that it has signed stay valid. They do not expire. */
  openFor(functionName: string, roleArn: string): Credentials;
  /** The session of a key; undefined when the key is unknown, belongs to an earlier process, or has expired. */
  sessionFor(accessKeyId: string): Session | undefined;
  /** The secret of a key; undefined when the key is unknown or has expired. Keys of an earlier process are valid until then. */
  secretFor(accessKeyId: string): string | undefined;
  hasExpired(accessKeyId: string): boolean;
}

export const accessKeyPrefix = 'FURROWSTS';
const functionKeyPrefix = 'FURROWFUNCTION';

const rootBytes = 32;

/** The key id contains its expiry, in seconds and base 36: seven digits suffice until the year 4453. */
const pattern = new RegExp(`^${accessKeyPrefix}([0-9A-Z]{7})[0-9A-F]{16}$`);

/**
 * Opens the sessions of `dir` (created if it is missing), which contains the root of all derived secrets. With `marks`, a copy of it is kept outside.
 *
 * @throws LostData if the root is not that of the copy, except in a restore, which puts the copy back.
 */
export function openSessions(dir: string, clock: Clock, marks?: Marks): Sessions {
  const root = readRoot(dir, marks);
  const sessions = new Map<string, Session>();

  const derive = (purpose: string, accessKeyId: string) =>
    createHmac('sha256', root).update(`${purpose} ${accessKeyId}`).digest('base64');
  const expiry = (accessKeyId: string) => 1000 * Number.parseInt(pattern.exec(accessKeyId)?.[1] ?? '', 36);
  const isFunction = (accessKeyId: string) => accessKeyId.startsWith(functionKeyPrefix) && sessions.has(accessKeyId);
  const isValid = (accessKeyId: string) => isFunction(accessKeyId) || expiry(accessKeyId) > clock.now();

  function forgetExpired(): void {
    for (const accessKeyId of sessions.keys()) if (!isValid(accessKeyId)) sessions.delete(accessKeyId);
  }

  return {
    open(session) {
      forgetExpired();
      const end = Math.floor(session.expiresAt / 1000)
        .toString(36)
        .toUpperCase()
        .padStart(7, '0');
      const accessKeyId = `${accessKeyPrefix}${end}${randomBytes(8).toString('hex').toUpperCase()}`;
      sessions.set(accessKeyId, session);
      return {
        accessKeyId,
        secretAccessKey: derive('secret', accessKeyId),
        sessionToken: derive('token', accessKeyId),
      };
    },
    openFor(functionName, roleArn) {
      const id = createHash('sha256').update(functionName).digest('hex').slice(0, 16).toUpperCase();
      const accessKeyId = `${functionKeyPrefix}${id}`;
      sessions.set(accessKeyId, { roleArn, sessionName: functionName, expiresAt: Number.POSITIVE_INFINITY });
      return { accessKeyId, secretAccessKey: derive('secret', accessKeyId) };
    },
    sessionFor: (accessKeyId) => (isValid(accessKeyId) ? sessions.get(accessKeyId) : undefined),
    secretFor: (accessKeyId) => (isValid(accessKeyId) ? derive('secret', accessKeyId) : undefined),
    hasExpired: (accessKeyId) => expiry(accessKeyId) <= clock.now(),
  };
}

const copyName = 'sts-root';

function readRoot(dir: string, marks: Marks | undefined): Buffer {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'root.key');
  const loss = `${path} is missing or another one, without which URLs that were signed before are no longer valid`;
  const lost = (file: Buffer | undefined, copy: Buffer) => (file?.equals(copy) ? undefined : loss);
  if (marks) checkCopiedKeys(marks, { name: copyName, path, lost });
  const kept = existsSync(path) ? readFileSync(path) : undefined;
  const isWhole = kept?.length === rootBytes;
  const root = isWhole ? kept : randomBytes(rootBytes);
  if (!isWhole) replaceFile(path, root, { sync: true });
  if (marks) keepCopy(marks, copyName, root);
  return root;
}
