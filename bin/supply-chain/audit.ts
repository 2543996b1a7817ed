import { satisfies } from 'semver';
import type { Lock } from '../../layers/gdal/lock.mjs';

/** A known vulnerability of a package, as npm's registry describes it. */
export interface Advisory {
  url: string;
  title: string;
  severity: 'low' | 'moderate' | 'high' | 'critical';
  /** A range of npm's semver. */
  vulnerable_versions: string;
}

export interface AdvisoryFile {
  /** The day of the last refresh, `YYYY-MM-DD`. */
  asOf: string;
  /** By package. */
  advisories: Record<string, Advisory[]>;
  /** By library inside the pinned GDAL; npm's registry knows none of them, so people add what they hear of. */
  bundled: Record<string, Advisory[]>;
  /** URLs of advisories that do not concern Furrow, each with its reason. */
  accepted: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, { name?: string; version?: string; integrity?: string; link?: boolean; inBundle?: boolean }>;
}

export interface InstalledPackage {
  name: string;
  version: string;
  integrity: string | undefined;
  /** The package is part of the archive of another package, whose hash covers it. */
  isBundled: boolean;
}

const modules = 'node_modules/';

/** Every package of a lock file, including nested ones and those of other platforms. */
export function packagesOf({ packages }: LockFile): InstalledPackage[] {
  return Object.entries(packages).flatMap(([path, { name, version, integrity, link, inBundle = false }]) =>
    path === '' || link || version === undefined
      ? []
      : [
          {
            name: name ?? path.slice(path.lastIndexOf(modules) + modules.length),
            version,
            integrity,
            isBundled: inBundle,
          },
        ],
  );
}

export interface Finding extends Advisory {
  name: string;
  version: string;
  /** Why it is accepted, when it is. */
  accepted?: string;
}

/** The advisories that concern a package of the lock file, of every severity. */
export function findings(lock: LockFile, { advisories, accepted }: AdvisoryFile): Finding[] {
  return matching(packagesOf(lock), advisories, accepted);
}

/** The advisories that concern a library inside the pinned GDAL. */
export function findingsInGdal({ bundles }: Pick<Lock, 'bundles'>, { bundled, accepted }: AdvisoryFile): Finding[] {
  const libraries = Object.entries(bundles).map(([name, { version }]) => ({ name, version }));
  return matching(libraries, bundled, accepted);
}

function matching(
  installed: readonly { name: string; version: string }[],
  advisories: Record<string, Advisory[]>,
  accepted: Record<string, string>,
): Finding[] {
  const found = installed.flatMap(({ name, version }) =>
    (Object.hasOwn(advisories, name) ? (advisories[name] ?? []) : [])
      .filter(({ vulnerable_versions: range }) => satisfies(version, range, { includePrerelease: true }))
      .map((advisory) => ({ ...advisory, name, version, ...reasonOf(advisory.url, accepted) })),
  );
  return [...new Map(found.map((finding) => [`${finding.name}@${finding.version} ${finding.url}`, finding])).values()];
}

function reasonOf(url: string, accepted: Record<string, string>): { accepted?: string } {
  const reason = accepted[url];
  return reason === undefined ? {} : { accepted: reason };
}

/** Packages that were harmless a quarter ago may have a known vulnerability now. */
export const defaultMaxAgeDays = 90;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Why the advisories are too old to vouch for the packages; undefined if they are not.
 *
 * @param now milliseconds since the epoch.
 */
export function ageProblem(
  { asOf }: Pick<AdvisoryFile, 'asOf'>,
  { now, maxAgeDays }: { now: number; maxAgeDays: number },
): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(asOf) ? Date.parse(asOf) : Number.NaN;
  const advice = 'refresh them with `npm run audit -- --refresh`, or accept their age with `--max-age-days DAYS`';
  if (Number.isNaN(day)) return `the advisories do not say of which day they are (asOf is "${asOf}"): ${advice}`;
  const days = Math.floor((now - day) / dayMilliseconds);
  if (days <= maxAgeDays) return undefined;
  return `the advisories are of ${asOf}, ${days} days old, and may be ${maxAgeDays} days old: ${advice}`;
}
