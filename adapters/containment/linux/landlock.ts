import { closeSync, constants, openSync, statSync } from 'node:fs';
import type { Libc } from './libc.ts';

/** The accessible parts of the file system. Missing paths are skipped. */
export interface Reach {
  /** Files and folders that may be read. */
  read: readonly string[];
  /** Programs that may be run, with their loaders. */
  run: readonly string[];
  /** Devices that may be written. */
  devices: readonly string[];
  /** The only folder in which files may be created, changed and removed. */
  folder: string;
}

// These numbers are equal on every architecture.
const [createRuleset, addRule, restrictSelf] = [444, 445, 446];
const askForVersion = 1;
const pathBeneath = 1;

// Access rights by bit (linux/landlock.h).
const [execute, writeFile, readFile, readDirectory] = [1 << 0, 1 << 1, 1 << 2, 1 << 3];
const [removeDirectory, removeFile, makeCharacterDevice, makeDirectory, makeRegular] = [
  1 << 4,
  1 << 5,
  1 << 6,
  1 << 7,
  1 << 8,
];
const [makeSocket, makeFifo, makeBlockDevice, makeSymbolicLink] = [1 << 9, 1 << 10, 1 << 11, 1 << 12];
const [refer, truncate, deviceControl] = [1 << 13, 1 << 14, 1 << 15];
const onFiles = execute | writeFile | readFile | truncate | deviceControl;
const firstVersion =
  execute |
  writeFile |
  readFile |
  readDirectory |
  removeDirectory |
  removeFile |
  makeCharacterDevice |
  makeDirectory |
  makeRegular |
  makeSocket |
  makeFifo |
  makeBlockDevice |
  makeSymbolicLink;

const [bindTcp, connectTcp] = [1 << 0, 1 << 1];
const [abstractSockets, signals] = [1 << 0, 1 << 1];

/** The version of the kernel's Landlock. @throws Error if it has none. */
export function landlockVersion(libc: Libc): number {
  return libc.call('landlock_create_ruleset', createRuleset, null, 0, askForVersion);
}

/**
 * Restricts this thread, and every process that it starts, to a part of the file system, and keeps it from TCP and from
 * other processes as far as the kernel supports it.
 *
 * @throws Error if the kernel has no Landlock.
 */
export function restrictFiles(libc: Libc, { read, run, devices, folder }: Reach): void {
  const version = landlockVersion(libc);
  const handled =
    firstVersion | (version >= 2 ? refer : 0) | (version >= 3 ? truncate : 0) | (version >= 5 ? deviceControl : 0);
  const attributes = Buffer.alloc(version >= 6 ? 24 : version >= 4 ? 16 : 8);
  const rights = [handled, bindTcp | connectTcp, abstractSockets | signals];
  for (let at = 0; at < attributes.length; at += 8) attributes.writeBigUInt64LE(BigInt(rights[at / 8] ?? 0), at);
  const ruleset = libc.call('landlock_create_ruleset', createRuleset, attributes, attributes.length, 0);

  const allow = (path: string, wanted: number) => {
    const descriptor = openPath(path);
    if (descriptor === undefined) return;
    const rule = Buffer.alloc(12);
    rule.writeBigUInt64LE(BigInt(wanted & handled & (statSync(path).isDirectory() ? -1 : onFiles)));
    rule.writeInt32LE(descriptor, 8);
    libc.call('landlock_add_rule', addRule, ruleset, pathBeneath, rule, 0);
    closeSync(descriptor);
  };
  for (const path of read) allow(path, readFile | readDirectory);
  for (const path of run) allow(path, readFile | execute);
  for (const path of devices) allow(path, readFile | writeFile);
  const inFolder = readFile | readDirectory | writeFile | truncate | refer;
  allow(folder, inFolder | removeFile | removeDirectory | makeRegular | makeDirectory);
  libc.call('landlock_restrict_self', restrictSelf, ruleset, 0);
  closeSync(ruleset);
}

/** O_PATH, which Node.js does not export: opens a path without reading it. */
const pathOnly = 0o10000000;

function openPath(path: string): number | undefined {
  try {
    return openSync(path, pathOnly | constants.O_RDONLY);
  } catch {
    return undefined;
  }
}
