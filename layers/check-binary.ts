import { type Elf, readElf } from './elf.ts';

/**
 * The newest symbol versions that Lambda's Node 24 offers. It runs on Amazon Linux 2023: glibc 2.34, and libstdc++ of
 * GCC 11 (GCC's own manual maps releases to versions).
 */
const newest: Record<string, string> = { GLIBC: '2.34', GLIBCXX: '3.4.29', CXXABI: '1.3.13', GCC: '11.0' };

/** Libraries that are part of Lambda's Node 24. */
const present = new Set([
  'ld-linux-x86-64.so.2',
  'libc.so.6',
  'libdl.so.2',
  'libgcc_s.so.1',
  'libm.so.6',
  'libpthread.so.0',
  'librt.so.1',
  'libstdc++.so.6',
]);

/** Why a native binary cannot be loaded in Lambda; empty when it can. `beside` are libraries in the same folder. */
export function binaryProblems(file: Buffer, beside: readonly string[] = []): string[] {
  let elf: Elf;
  try {
    elf = readElf(file);
  } catch (error) {
    return [(error as Error).message];
  }
  return [
    ...(elf.machine === 'x86-64' ? [] : [`it is for ${elf.machine}, and the functions run on x86-64`]),
    ...elf.needed
      .filter((library) => !present.has(library) && !beside.includes(library))
      .map((library) => `it needs ${library}, which Lambda does not have`),
    ...[...elf.versions].flatMap(([library, versions]) =>
      versions.filter(isTooNew).map((version) => `it needs ${version} of ${library}; Lambda has ${limitOf(version)}`),
    ),
  ];
}

function isTooNew(version: string): boolean {
  const [, number = ''] = split(version);
  const limit = newest[split(version)[0] ?? ''];
  return limit !== undefined && compare(number, limit) > 0;
}

function limitOf(version: string): string {
  const [family = ''] = split(version);
  return `${family}_${newest[family]}`;
}

function split(version: string): string[] {
  return version.split('_');
}

/** Compares numbers part by part: 2.34 is newer than 2.4. */
function compare(one: string, other: string): number {
  const others = other.split('.').map(Number);
  for (const [index, part] of one.split('.').map(Number).entries()) {
    const difference = part - (others[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
