import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../assembly/process-mark.ts';
import type { Credentials } from '../credentials.ts';
import type { SandboxesAccess } from '../sandboxes/sandboxes.ts';

/** The services that listen, by the name that the SDK's `AWS_ENDPOINT_URL_<NAME>` uses, in lower case. */
export type ServiceName = 'dynamodb' | 's3' | 'sqs' | 'kms' | 'sts' | 'athena';

/** The endpoints of a running embedded cloud, for programs on this machine. */
export interface Endpoints {
  /** Id of the process that serves them. */
  pid: number;
  /** The address that everything listens on, such as `127.0.0.1`. */
  host: string;
  /** `http://HOST:PORT` of the gateway: the API itself. */
  baseUrl: string;
  services: Record<ServiceName, string>;
  /** Answers every other AWS call with 501; for `AWS_ENDPOINT_URL`. */
  unserved: string;
  /** The control port, in test mode. */
  control?: string;
  region: string;
  accountId: string;
  credentials: Credentials;
  /** Physical names by the variables of functions that hold them, such as `USERS_TABLE`. */
  variables: Record<string, string>;
  queues: { name: string; arn: string; url: string }[];
  functions: { logicalId: string; name: string; environment: Record<string, string> }[];
  /** Servers that speak the wires of providers, by the keys of these; absent where nothing is served. */
  sandboxes?: SandboxesAccess;
  /** The folder of the synthesized templates. */
  assemblyDir: string;
}

const fileName = 'endpoints.json';

/** Writes the file for other programs of this user; it holds keys, so only this user may read it. */
export function writeEndpoints(dataDir: string, endpoints: Endpoints): void {
  const draft = join(dataDir, `${fileName}.draft`);
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(endpoints, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, join(dataDir, fileName));
}

export function removeEndpoints(dataDir: string): void {
  rmSync(join(dataDir, fileName), { force: true });
}

/** The embedded cloud that runs on a state directory; undefined if none does, even if a killed one has left its file. */
export function readEndpoints(dataDir: string): Endpoints | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, fileName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const endpoints = endpointsIn(text);
  if (!Number.isInteger(endpoints?.pid)) {
    throw new Error(
      `${join(dataDir, fileName)} is damaged: stop Furrow and start it again, which writes the file anew`,
    );
  }
  return endpoints && isAlive(endpoints.pid) ? endpoints : undefined;
}

function endpointsIn(text: string): Endpoints | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
