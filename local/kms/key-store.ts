import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { accountId, region } from '../credentials.ts';
import { checkCopiedKeys, keepCopy } from '../state/marks/kept-copy.ts';
import type { Marks } from '../state/marks/lost-data.ts';
import { replaceFile } from '../state/storage/write-file.ts';

const storedKey = z.object({
  keyId: z.string(),
  description: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  aliases: z.array(z.string()),
  /** 32 bytes in base64. */
  material: z.string(),
  /** Key material before each rotation, the newest first. */
  earlier: z.array(z.string()),
});
const keyFile = z.object({ keys: z.array(storedKey) });

export type Key = z.output<typeof storedKey>;

/** The keys of the embedded KMS, in one file. Without that file, no ciphertext of the keys can be decrypted. */
export interface KeyStore {
  create(key: { description?: string; keyId?: string; aliases?: string[]; createdAt: number }): Key;
  /** Rotates the key's material; earlier ciphertexts can still be decrypted. */
  rotate(key: Key): void;
  /** Gives a key aliases, which are removed from other keys. */
  addAliases(key: Key, aliases: string[]): void;
  /** Finds a key by id, by ARN, by alias (`alias/NAME`) or by the ARN of an alias. */
  find(reference: string): Key | undefined;
}

const arnPrefix = `arn:aws:kms:${region}:${accountId}:`;
export const arnOf = (keyId: string) => `${arnPrefix}key/${keyId}`;

const copyName = 'kms-keys';

/**
 * Opens the keys in `dir`, which is created if it is missing. Only the owner of the file can read it. With `marks`, a copy of the keys is kept
 * outside of `dir`.
 *
 * @throws LostData if a key of the copy is missing, except in a restore, which puts the copy back.
 */
export function openKeyStore(dir: string, marks?: Marks): KeyStore {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'keys.json');
  if (marks) checkCopiedKeys(marks, { name: copyName, path, lost: (file, copy) => missingKeys(path, file, copy) });
  let keys = readKeys(path);
  if (keys.length > 0) copy(keys);

  function save(next: Key[]): void {
    replaceFile(path, textOf(next), { sync: true });
    keys = next;
    copy(next);
  }

  function copy(kept: Key[]): void {
    if (marks) keepCopy(marks, copyName, textOf(kept));
  }

  return {
    create({ description = '', keyId = randomUUID(), aliases = [], createdAt }) {
      const key = { keyId, description, createdAt, aliases, material: randomBytes(32).toString('base64'), earlier: [] };
      save([...keys.map((other) => without(other, aliases)), key]);
      return key;
    },
    rotate(key) {
      const rotated = { ...key, material: randomBytes(32).toString('base64'), earlier: [key.material, ...key.earlier] };
      save(keys.map((other) => (other.keyId === key.keyId ? rotated : other)));
    },
    addAliases(key, aliases) {
      const added = { ...key, aliases: [...new Set([...key.aliases, ...aliases])] };
      save(keys.map((other) => (other.keyId === key.keyId ? added : without(other, aliases))));
    },
    find(reference) {
      const local = reference.startsWith(arnPrefix) ? reference.slice(arnPrefix.length) : reference;
      return keys.find(({ keyId, aliases }) => [keyId, `key/${keyId}`, ...aliases].includes(local));
    },
  };
}

function without(key: Key, aliases: string[]): Key {
  return { ...key, aliases: key.aliases.filter((alias) => !aliases.includes(alias)) };
}

const textOf = (keys: Key[]) => `${JSON.stringify({ keys }, null, 2)}\n`;

/** The key material that the copy has and the file lacks. A damaged file lacks all of it. */
function missingKeys(path: string, file: Buffer | undefined, copy: Buffer): string | undefined {
  const kept = materials(keyFile.parse(JSON.parse(copy.toString())).keys);
  const found = keyFile.safeParse(jsonIn(file));
  const present = found.success ? materials(found.data.keys) : new Set();
  const missing = [...kept].filter((material) => !present.has(material)).length;
  if (missing === 0) return undefined;
  return `${path} lacks ${missing} of ${kept.size} keys, without which credentials of providers, secrets of webhooks and the keys that sign tokens cannot be opened`;
}

function materials(keys: Key[]): Set<string> {
  return new Set(
    keys.flatMap(({ keyId, material, earlier }) => [material, ...earlier].map((one) => `${keyId} ${one}`)),
  );
}

function jsonIn(file: Buffer | undefined): unknown {
  try {
    return file && JSON.parse(file.toString());
  } catch {
    return undefined;
  }
}

function readKeys(path: string): Key[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    return keyFile.parse(JSON.parse(text)).keys;
  } catch (cause) {
    throw new Error(`${path} is damaged: without it nothing that was sealed with these keys can be opened`, { cause });
  }
}
