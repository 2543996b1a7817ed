import type { Lock } from '../../layers/gdal/lock.mjs';
import { type LockFile, packagesOf } from './audit.ts';

/** The members of a CycloneDX document that the check reads. */
export interface Sbom {
  bomFormat?: string;
  components?: { purl?: string; hashes?: { content: string }[] }[];
}

/** The components that npm does not know: the wheels that GDAL comes from, and the libraries inside it. */
export function gdalComponents({ wheel, bundles }: Pick<Lock, 'wheel' | 'bundles'>) {
  const { project, version, files } = wheel;
  const hashes = Object.values(files).map(({ sha256 }) => ({ alg: 'SHA-256', content: sha256 }));
  return [
    { type: 'library', name: project, version, purl: `pkg:pypi/${project}@${version}`, hashes },
    ...Object.entries(bundles).map(([name, bundle]) => ({
      type: 'library',
      name,
      version: bundle.version,
      purl: `pkg:generic/${name}@${bundle.version}`,
      licenses: [{ expression: bundle.licence }],
    })),
  ];
}

/** Differences between a bill of materials and the lock file that it was made from; empty if it is complete. */
export function sbomProblems(sbom: Sbom, lock: LockFile): string[] {
  if (sbom.bomFormat !== 'CycloneDX') return ['it is not a CycloneDX document'];
  const components = new Map<string, string[]>();
  for (const { purl = '', hashes = [] } of sbom.components ?? []) {
    // The package URL, not the name: that is an alias where the lock file has one.
    const id = decodeURIComponent(purl.slice('pkg:npm/'.length));
    // A version may be in several folders, and be part of another package's archive in some.
    components.set(id, [...(components.get(id) ?? []), ...hashes.map(({ content }) => content)]);
  }
  const packages = packagesOf(lock);
  // npm lists a version that is also bundled once, as the copy in the other package's archive.
  const bundled = new Set(
    packages.filter(({ isBundled }) => isBundled).map(({ name, version }) => `${name}@${version}`),
  );
  return packages.flatMap(({ name, version, integrity, isBundled }) => {
    const id = `${name}@${version}`;
    const hashes = components.get(id);
    if (!hashes) return [`${id} is missing`];
    if (integrity === undefined) return isBundled ? [] : [`${id} has no hash in the lock file`];
    const hash = Buffer.from(integrity.slice(integrity.indexOf('-') + 1), 'base64').toString('hex');
    const isCovered = hashes.length === 0 && bundled.has(id);
    return isCovered || hashes.includes(hash) ? [] : [`${id} does not have the lock file's hash`];
  });
}
