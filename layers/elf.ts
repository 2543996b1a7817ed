/** The libraries and the loader that a shared library requires. */
export interface Elf {
  /** `x86-64`, or the number that ELF gives another machine. */
  machine: string;
  /** Libraries that must be there: `libc.so.6`. */
  needed: string[];
  /** Symbol versions by the library that must offer them: `libc.so.6` to `GLIBC_2.17`. */
  versions: Map<string, string[]>;
}

const machines: Record<number, string> = { 62: 'x86-64', 183: 'arm64' };

// Section types and tags of the System V ABI and of its GNU extension for symbol versions.
const sectionDynamic = 6;
const sectionVersionNeeds = 0x6ffffffe;
const tagNeeded = 1;

interface Section {
  type: number;
  offset: number;
  size: number;
  /** Index of the section that holds this one's strings. */
  link: number;
  /** Number of entries, in the section of version needs. */
  info: number;
}

/**
 * Reads the needs of a 64-bit little-endian ELF file, which every Linux binary for x86-64 and arm64 is. It is what
 * `readelf --dynamic --version-info` prints, without depending on that program.
 *
 * @throws Error when the file is something else or cut off.
 */
export function readElf(file: Buffer): Elf {
  if (file.length < 64 || file.readUInt32BE(0) !== 0x7f454c46) throw new Error('it is not an ELF file');
  if (file[4] !== 2 || file[5] !== 1) throw new Error('it is not a 64-bit little-endian ELF file');
  const machine = file.readUInt16LE(18);
  try {
    const sections = readSections(file);
    return {
      machine: machines[machine] ?? `machine ${machine}`,
      needed: readNeeded(file, sections),
      versions: readVersions(file, sections),
    };
  } catch (error) {
    throw new Error('its ELF sections cannot be read: it may be cut off', { cause: error });
  }
}

function readSections(file: Buffer): Section[] {
  const start = at(file, 40);
  const entrySize = file.readUInt16LE(58);
  return Array.from({ length: file.readUInt16LE(60) }, (_, index) => {
    const entry = start + index * entrySize;
    return {
      type: file.readUInt32LE(entry + 4),
      offset: at(file, entry + 24),
      size: at(file, entry + 32),
      link: file.readUInt32LE(entry + 40),
      info: file.readUInt32LE(entry + 44),
    };
  });
}

/** Entries of 16 bytes, a tag and a value; the value of a need is where its name begins. */
function readNeeded(file: Buffer, sections: Section[]): string[] {
  const names: string[] = [];
  for (const section of sections.filter(({ type }) => type === sectionDynamic)) {
    for (let entry = section.offset; entry < section.offset + section.size; entry += 16) {
      if (at(file, entry) === tagNeeded) names.push(text(file, sections[section.link], at(file, entry + 8)));
    }
  }
  return names;
}

/** A list of libraries, each with a list of versions; both are linked by distances in bytes. */
function readVersions(file: Buffer, sections: Section[]): Map<string, string[]> {
  const versions = new Map<string, string[]>();
  for (const section of sections.filter(({ type }) => type === sectionVersionNeeds)) {
    const strings = sections[section.link];
    let library = section.offset;
    for (let left = section.info; left > 0; left--) {
      const found: string[] = [];
      let version = library + file.readUInt32LE(library + 8);
      for (let count = file.readUInt16LE(library + 2); count > 0; count--) {
        found.push(text(file, strings, file.readUInt32LE(version + 8)));
        version += file.readUInt32LE(version + 12);
      }
      versions.set(text(file, strings, file.readUInt32LE(library + 4)), found);
      library += file.readUInt32LE(library + 12);
    }
  }
  return versions;
}

function text(file: Buffer, strings: Section | undefined, distance: number): string {
  if (!strings) throw new RangeError('a section of strings is missing');
  const start = strings.offset + distance;
  return file.toString('latin1', start, file.indexOf(0, start));
}

/** A 64-bit number; offsets of files that fit into memory are far below 2^53. */
function at(file: Buffer, offset: number): number {
  return Number(file.readBigUInt64LE(offset));
}
