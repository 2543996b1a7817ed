import { describe, expect, test } from 'vitest';
import { files, read } from './tree.ts';

interface LockedPackage {
  version?: string;
  resolved?: string;
  link?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
}

const locked = (JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }).packages;
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;

/** Folders that only exist on one machine. */
const ONE_MACHINE = new RegExp(`(?<![\\w.~*)}-])/(${['work', 'root', 'Users'].join('|')})/`);
const TEXT = /\.(ts|mjs|cjs|js|json|md|html|css|yaml|yml|sh|txt)$|(^|\/)[^.]+$|\.npmrc$/;

describe('the project works on every machine', () => {
  test('no file names a folder of one machine', () => {
    const wrong = files()
      .filter((path) => TEXT.test(path))
      .flatMap((path) =>
        read(path)
          .split('\n')
          .map((line, index) => ({ at: `${path}:${index + 1}`, line })),
      )
      .filter(({ line }) => ONE_MACHINE.test(line));
    expect(wrong).toEqual([]);
  });

  test('the lock file names neither a registry nor a folder', () => {
    const wrong = Object.entries(locked).filter(([, { resolved, link }]) => resolved !== undefined || link === true);
    expect(wrong).toEqual([]);
  });

  test('the lock file has every platform’s packages, without which npm ci refuses it', () => {
    const wrong = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
    );
    expect(wrong).toEqual([]);
  });

  test('every dependency is pinned to one version', () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(ranges).toEqual([]);
  });

  test('install scripts stay off', () => {
    expect(read('.npmrc')).toContain('ignore-scripts=true');
  });
});

/** Looks up a package as Node does: beside the importing one, then in every folder above it. */
function isLocked(path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (locked[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}
