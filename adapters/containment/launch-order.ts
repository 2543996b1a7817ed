import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { Reach } from './linux/landlock.ts';

/** Barriers that restrict a process to its work. A system may lack some of them. */
export const barriers = ['files', 'calls', 'parent'] as const;
export type Barrier = (typeof barriers)[number];

/** The environment variable with the launch order as JSON. */
export const orderVariable = 'FURROW_LAUNCH';
/** The environment variable of the program with the barriers in effect, separated by commas. */
export const heldVariable = 'FURROW_HELD';

/** Descriptor of the pipe between a process and its parent. */
export const pipeDescriptor = 3;

export interface LaunchOrder {
  /** The module of the program to run. */
  program: string;
  execArgv: readonly string[];
  reach: Reach;
  /** The parent process, with which it must end. */
  parentId: number;
  /** Maximum memory that it may allocate, on Linux; the system refuses more. */
  maxMegabytes: number;
  /** Number of file descriptors that the program inherits; all others are closed. */
  descriptors: number;
  /** Barriers to leave out, as on a system without them. */
  without?: readonly Barrier[];
}

/**
 * Libraries and tables of the system, of GDAL and of PROJ that programs on Linux load at their start. They contain no
 * data of users.
 */
const systemFiles = [
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib'],
  ...['/usr/share/gdal', '/usr/share/proj', '/usr/share/zoneinfo', '/usr/local/share/gdal', '/usr/local/share/proj'],
  ...['/etc/ld.so.cache', '/etc/localtime', '/etc/ssl/openssl.cnf'],
  // The resources of the machine, and the process itself.
  ...['/proc/self', '/proc/meminfo', '/proc/cpuinfo', '/proc/stat', '/proc/version', '/proc/filesystems'],
  ...[
    '/proc/sys/vm',
    '/sys/devices/system/cpu',
    '/sys/devices/system/node',
    '/sys/fs/cgroup',
    '/dev/urandom',
    '/dev/random',
  ],
];

/** Paths of the dynamic loader, by the names that programs use. */
const loaders = [
  '/lib64/ld-linux-x86-64.so.2',
  '/lib/ld-linux-aarch64.so.1',
  '/lib/ld-musl-x86_64.so.1',
  '/lib/ld-musl-aarch64.so.1',
];

/** Environment variables with the paths of installed libraries and tables. */
export const installVariables = ['NODE_PATH', 'LD_LIBRARY_PATH', 'GDAL_DATA', 'PROJ_LIB', 'PROJ_DATA'];

/**
 * The files that a program for foreign files needs, besides a folder of its own.
 *
 * @example restrictFiles(libc, reachOf(program, folder, process.env));
 */
export function reachOf(program: string, folder: string, environment: NodeJS.ProcessEnv): Reach {
  const installed = installVariables.flatMap((name) => (environment[name] ?? '').split(delimiter)).filter(isAbsolute);
  const node = process.execPath;
  return {
    read: [
      ...[...systemFiles, ...installed, join(dirname(node), '../lib')],
      ...[program, join(dirname(program), 'assets'), ...packageFilesAbove(program)],
    ],
    run: [node, ...loaders],
    devices: ['/dev/null'],
    folder,
  };
}

/** Where Node.js looks for the package that a module belongs to. Since 24, one that exists and must not be read is an error of the next `require`. */
function packageFilesAbove(path: string): string[] {
  const folder = dirname(path);
  const file = join(folder, 'package.json');
  return folder === path ? [] : [file, ...packageFilesAbove(folder)];
}
