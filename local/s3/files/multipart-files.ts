import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../state/storage/write-file.ts';
import type { ChecksumAlgorithm, ChecksumType } from '../request/checksums.ts';
import type { ObjectAttributes } from './object-record.ts';

/** A multipart upload in progress. */
export interface Upload {
  id: string;
  key: string;
  /** Milliseconds since the epoch. */
  initiated: number;
  attributes: ObjectAttributes;
  checksum?: { algorithm: ChecksumAlgorithm; type: ChecksumType };
  parts: Map<number, Part>;
  /** Current work on the parts; the next task waits for it. */
  turn: Promise<unknown>;
}

export interface Part {
  number: number;
  size: number;
  /** Hex MD5. */
  etag: string;
  lastModified: number;
  checksum?: string;
  /** Name of the data file in the upload's folder. */
  file: string;
}

export const uploadRecordName = 'upload.json';
const partRecordName = (number: number) => `${String(number).padStart(5, '0')}.json`;

/**
 * The folder of a multipart upload, with its record and its parts.
 *
 * @example await rm(uploadFolder(bucket.folder, upload.id), { recursive: true, force: true });
 */
export function uploadFolder(bucketFolder: string, id: string): string {
  return join(bucketFolder, 'multipart', id);
}

/** Creates the folder and the record of an upload. An error leaves no files behind. */
export function saveUpload(bucketFolder: string, upload: Upload, sync: boolean): void {
  const folder = uploadFolder(bucketFolder, upload.id);
  const { parts: _, turn: __, ...stored } = upload;
  try {
    mkdirSync(folder, { recursive: true });
    replaceFile(join(folder, uploadRecordName), JSON.stringify(stored), { sync });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Makes a finished file a part of an upload, in place of an earlier part with its number. An error leaves the earlier
 * part in place.
 */
export function savePart(bucketFolder: string, upload: Upload, part: Part, file: string, sync: boolean): void {
  const folder = uploadFolder(bucketFolder, upload.id);
  const before = upload.parts.get(part.number);
  const path = join(folder, part.file);
  try {
    renameSync(file, path);
    replaceFile(join(folder, partRecordName(part.number)), JSON.stringify(part), { sync });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  upload.parts.set(part.number, part);
  if (before) rmSync(join(folder, before.file), { force: true });
}

/** The unfinished uploads of an earlier run; folders of finished ones are removed. */
export function loadUploads(bucketFolder: string): Map<string, Upload> {
  const root = join(bucketFolder, 'multipart');
  mkdirSync(root, { recursive: true });
  const uploads = new Map<string, Upload>();
  for (const id of readdirSync(root)) {
    try {
      uploads.set(id, readUpload(join(root, id)));
    } catch {
      rmSync(join(root, id), { recursive: true, force: true });
    }
  }
  return uploads;
}

function readUpload(folder: string): Upload {
  const stored = JSON.parse(readFileSync(join(folder, uploadRecordName), 'utf8'));
  const parts = readdirSync(folder)
    .filter((name) => /^\d{5}\.json$/.test(name))
    .map((name): Part => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return { ...stored, parts: new Map(parts.map((part) => [part.number, part])), turn: Promise.resolve() };
}

/** Runs the tasks of one upload one after the other. */
export function inTurn<T>(upload: Upload, task: () => Promise<T>): Promise<T> {
  const result = upload.turn.then(task);
  upload.turn = result.catch(() => undefined);
  return result;
}

const copyBytes = 1024 * 1024;

/**
 * Appends the other parts to the file of the first, in constant memory. The first file is cut to the size of its part
 * before, so that joining can be repeated after an interruption.
 *
 * @returns the path of the joined file, which is that of the first part
 */
export async function joinParts(bucketFolder: string, upload: Upload, parts: Part[], sync: boolean): Promise<string> {
  const folder = uploadFolder(bucketFolder, upload.id);
  const [first, ...rest] = parts;
  if (!first) throw new Error('an object needs a part');
  const path = join(folder, first.file);
  await truncate(path, first.size);
  const target = await open(path, 'a');
  try {
    const buffer = Buffer.allocUnsafe(copyBytes);
    for (const part of rest) {
      const source = await open(join(folder, part.file), 'r');
      try {
        for (;;) {
          const { bytesRead } = await source.read(buffer, 0, buffer.length);
          if (bytesRead === 0) break;
          await target.appendFile(buffer.subarray(0, bytesRead));
        }
      } finally {
        await source.close();
      }
    }
    if (sync) await target.datasync();
  } catch (error) {
    // Undoes the joining so far: the parts still exist, each in its own file.
    await target.truncate(first.size).catch(() => {});
    throw error;
  } finally {
    await target.close();
  }
  return path;
}
