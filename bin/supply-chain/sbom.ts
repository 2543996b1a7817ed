import { type LockFile, packagesOf } from './audit.ts';

/** As much of a CycloneDX document as the check reads. */
export interface Sbom {
  bomFormat?: string;
  components?: { purl?: string; hashes?: { content: string }[] }[];
}

/** Problems of a bill of materials beside the lock file that it was made from; empty when it is complete. */
export function sbomProblems(sbom: Sbom, lock: LockFile): string[] {
  if (sbom.bomFormat !== 'CycloneDX') return ['it is no CycloneDX document'];
  const components = new Map<string, string[]>();
  for (const { purl = '', hashes = [] } of sbom.components ?? []) {
    // The package URL, not the name: that is an alias where the lock file has one.
    const id = decodeURIComponent(purl.slice('pkg:npm/'.length));
    // A version may be in several folders, and be part of another package's archive in some.
    components.set(id, [...(components.get(id) ?? []), ...hashes.map(({ content }) => content)]);
  }
  const packages = packagesOf(lock);
  // npm names such a version once, and by the copy inside of another package's archive.
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
    return isCovered || hashes.includes(hash) ? [] : [`${id} has not the lock file's hash`];
  });
}
