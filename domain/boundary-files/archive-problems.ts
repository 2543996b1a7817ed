import { count, type ProblemRow, size } from './problem-row.ts';

const zipAgain =
  'Create the zip again from the original files, without a password and with the usual (deflate) compression, and upload it again.';
const cutDown = 'Upload only the files that hold boundaries, or several smaller uploads.';

export const archiveProblems = {
  archiveDamaged: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `The zip archive cannot be read: ${reason}.`,
    hint: 'It was probably cut off while it was copied or sent. Check that it opens on your computer and upload it again.',
  },
  archiveBeginsLate: {
    severity: 'warning',
    message: ({ bytes }: { bytes: number }) =>
      `The first ${count(bytes)} bytes of the zip archive belong to none of its files and were skipped.`,
    hint: 'The rest was read. If files are missing, make the zip again and upload it once more.',
  },
  archiveEmpty: {
    severity: 'error',
    message: () => 'The zip archive contains no files.',
    hint: zipAgain,
  },
  entryDamaged: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `The file is damaged inside the zip archive: ${reason}.`,
    hint: 'Check that the archive unpacks on your computer, create it again and upload the new one.',
  },
  entryEncrypted: {
    severity: 'error',
    message: () => 'The file is protected by a password.',
    hint: zipAgain,
  },
  entryCompression: {
    severity: 'error',
    message: ({ method }: { method: number }) => `The file is compressed by method ${method}, which is not supported.`,
    hint: zipAgain,
  },
  entryMismatch: {
    severity: 'error',
    message: ({ what }: { what: string }) => `The zip archive contradicts itself about this file: ${what}.`,
    hint: zipAgain,
  },
  entryUnsafeName: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `The file was refused because its name in the archive ${reason}.`,
    hint: 'Names must stay inside the archive. Create the zip again from the folder that contains the files.',
  },
  entryIsLink: {
    severity: 'error',
    message: () => 'The file was refused because it is a symbolic link, not a file.',
    hint: 'Put the file itself into the archive.',
  },
  archiveTooManyEntries: {
    severity: 'error',
    message: ({ limit }: { limit: number }) => `The upload contains more than ${count(limit)} files.`,
    hint: cutDown,
  },
  archiveTooDeep: {
    severity: 'error',
    message: ({ limit }: { limit: number }) =>
      `The archive is nested more than ${limit} archives deep in the upload and was not opened.`,
    hint: 'Take the files out of the inner archives.',
  },
  archiveBomb: {
    severity: 'error',
    message: ({ ratio, produced }: { ratio: number; produced: number }) =>
      `The file expands more than ${ratio}-fold when unpacked (stopped at ${size(produced)}), like a file made to exhaust a server.`,
    hint: 'If it is real data, upload it without this archive, or in another format such as GeoPackage.',
  },
  archiveTooLarge: {
    severity: 'error',
    message: ({ limit }: { limit: number }) => `The upload unpacks to more than ${size(limit)}.`,
    hint: cutDown,
  },
} satisfies Record<string, ProblemRow>;
