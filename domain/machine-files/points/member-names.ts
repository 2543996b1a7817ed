import type { MachineMember } from '../sets/machine-set.ts';

/** The folder that a file of an upload stands in, with the archives around it. */
export function folderOf({ name }: Pick<MachineMember, 'name'>): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

/** Its name in that folder. */
export function baseName({ name }: Pick<MachineMember, 'name'>): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** Its place in the upload, without the upload's own name. */
export function placeInUpload({ name }: Pick<MachineMember, 'name'>): string {
  return name.slice(name.indexOf('/') + 1);
}
