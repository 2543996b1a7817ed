import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadGdal } from '../../adapters/gdal/gdal.ts';
import { readLock, wheelFor } from '../../layers/gdal/lock.mjs';
import { root } from '../infra/synthesize.ts';

const lock = readLock(root);
const wheel = wheelFor(lock);
const binding = `node-v${process.versions.modules}-${process.platform}-${process.arch}`;
const library = join(root, 'node_modules/gdal-async/lib/binding', binding, wheel?.library ?? '');

/** The GDAL that this process has loaded, if it is one of its own. */
function loadedLibrary(): string | undefined {
  loadGdal();
  const line = readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .find((candidate) => candidate.includes('/libgdal'));
  return line?.slice(line.indexOf('/'));
}

const isPinned = wheel !== undefined && loadedLibrary() === library;

describe('the pinned GDAL', () => {
  test('is the one that this machine uses', (context) => {
    context.skip(wheel === undefined, 'this platform takes the release of gdal-async');
    const isOfSystem = loadedLibrary()?.startsWith('/usr') ?? false;
    context.skip(
      isOfSystem,
      'the first run could not have it and took the GDAL of this system; dist/first-run has why',
    );
    expect(loadedLibrary()).toBe(library);
  });

  test('is named alike by the lock: wheel, soname, version', () => {
    for (const { name, library: soname } of Object.values(lock.wheel.files)) {
      expect(name).toContain(`${lock.wheel.project}-${lock.wheel.version}-`);
      expect(soname).toMatch(/^libgdal-[0-9a-f]{8}\.so\.38\.3\.12\.4$/);
      expect(soname.endsWith(lock.gdal)).toBe(true);
    }
    expect(lock.bundles.gdal?.version).toBe(lock.gdal);
  });

  test('holds the libraries that the bill of materials names, in their versions', (context) => {
    context.skip(!isPinned, 'another GDAL is loaded');
    const koffi = createRequire(import.meta.url)('koffi');
    const loaded = koffi.load(library);
    const say = (name: string, ...given: number[]): string =>
      loaded.func(`const char *${name}(${given.length > 0 ? 'int' : ''})`)(...given);
    const versions = {
      sqlite: say('sqlite3_libversion'),
      libspatialite: say('spatialite_version'),
      xz: say('lzma_version_string'),
    };
    expect(versions).toEqual({
      sqlite: lock.bundles.sqlite?.version,
      libspatialite: lock.bundles.libspatialite?.version,
      xz: lock.bundles.xz?.version,
    });
    const geos = say('GEOSversion');
    expect(geos).toContain(lock.bundles.geos?.version);
    const text = readFileSync(library, 'latin1');
    const named = {
      curl: 'libcurl/',
      openssl: 'OpenSSL ',
      proj: 'PROJ ',
      libtiff: 'LIBTIFF, Version ',
      expat: 'expat_',
    };
    for (const [name, before] of Object.entries(named))
      expect(text).toContain(`${before}${lock.bundles[name]?.version}`);
  });

  test('has every driver that Furrow names, whichever GDAL it is', () => {
    const gdal = loadGdal();
    expect(gdal).toBeDefined();
    const named = driversNamed();
    expect(named).toEqual(expect.arrayContaining(['ESRI Shapefile', 'FlatGeobuf', 'GPKG', 'GTiff', 'OpenFileGDB']));
    for (const driver of named) expect(() => gdal?.drivers.get(driver), driver).not.toThrow();
  });
});

/** Formats of GDAL that are not in every build of it: nothing of ours may need them. */
const rare = ['JP2OpenJPEG', 'WEBP', 'Parquet', 'Arrow', 'LIBKML', 'XLSX'];

/** Names of drivers in the sources that use GDAL, of all that any build of it has. */
function driversNamed(): string[] {
  const all = [...rare, ...(loadGdal()?.drivers.getNames() ?? [])];
  const sources = readdirSync(join(root, 'adapters'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, 'adapters', file), 'utf8'))
    .filter((text) => /gdal/i.test(text))
    .join('\n');
  return all.filter((name) => sources.includes(`'${name}'`));
}
