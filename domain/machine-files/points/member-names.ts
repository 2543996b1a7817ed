import type { MachineMember } from '../sets/machine-set.ts';

/**
 * The folder of a file in an upload, including archives around it.
 *
 * @example folderOf({ name: 'a.zip/TASKDATA/TASKDATA.XML' }) // 'a.zip/TASKDATA'
 */
export function folderOf({ name }: Pick<MachineMember, 'name'>): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

/**
 * The name of a file without its folder.
 *
 * @example baseName({ name: 'a.zip/TASKDATA/TASKDATA.XML' }) // 'TASKDATA.XML'
 */
export function baseName({ name }: Pick<MachineMember, 'name'>): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** The path of a file in the upload, without the upload's own name. */
export function pathInUpload({ name }: Pick<MachineMember, 'name'>): string {
  return name.slice(name.indexOf('/') + 1);
}
