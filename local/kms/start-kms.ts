import type { Clock } from '../clock.ts';
import { listen } from '../http/http-listener.ts';
import { jsonHandler } from '../http/json-protocol.ts';
import type { Guard } from '../iam/guard.ts';
import type { Marks } from '../state/marks/lost-data.ts';
import { arnOf, openKeyStore } from './key-store.ts';
import { kmsOperations } from './operations.ts';
import { kmsRequires, refuseKms } from './required-access.ts';

export interface KmsOptions {
  /** The folder of the keys; created if it is missing. */
  dir: string;
  host: string;
  port?: number;
  clock: Clock;
  /** Decides which calls are allowed. If absent, all calls are allowed. */
  guard?: Guard;
  /** Where a copy of the keys is kept. If absent, missing keys are not noticed. */
  marks?: Marks;
}

/** A key as a template declares it. A key without an id and an alias cannot be found again. */
export interface KeyDefinition {
  /** If absent, a new UUID. */
  keyId?: string;
  /** Such as `alias/furrow-secrets`. */
  aliases?: string[];
}

export interface KmsEngine {
  endpoint: string;
  /** Finds a key by its id or one of its aliases, or creates it, and gives it all of these aliases. */
  ensureKey(definition: KeyDefinition): Promise<{ keyId: string; arn: string }>;
  close(): Promise<void>;
}

/** Serves the few calls of KMS that Furrow uses: creating keys and data keys, encrypting and decrypting. */
export async function startKms({ dir, host, port = 0, clock, guard, marks }: KmsOptions): Promise<KmsEngine> {
  const keys = openKeyStore(dir, marks);
  const handler = jsonHandler({
    target: 'TrentService',
    version: '1.1',
    operations: kmsOperations(keys, clock),
    access: guard && { guard, requires: kmsRequires(keys), refuse: refuseKms },
  });
  const listener = await listen(handler, { host, port });
  return {
    endpoint: listener.endpoint,
    async ensureKey({ keyId, aliases = [] }) {
      const references = keyId === undefined ? aliases : [keyId];
      const existing = references.map((reference) => keys.find(reference)).find(Boolean);
      const key = existing ?? keys.create({ ...(keyId && { keyId }), aliases, createdAt: clock.now() });
      if (aliases.some((alias) => !key.aliases.includes(alias))) keys.addAliases(key, aliases);
      return { keyId: key.keyId, arn: arnOf(key.keyId) };
    },
    close: listener.close,
  };
}
