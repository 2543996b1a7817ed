import { closeSync, openSync, readdirSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markOf } from '../state/marks/ledger.ts';
import { copyAdvice, LostData, type Marks, refuseOrAccept } from '../state/marks/lost-data.ts';
import { type Level, repairLevel } from './dynalite.ts';

const currentFile = 'CURRENT';
const tableEnd = '.ldb';
/** The last eight bytes of every table. Source: LevelDB, doc/table_format.md, "Footer". */
const tableMagic = Buffer.from('57fb808b247547db', 'hex');

const filesIn = (path: string) => readdirSync(path);
const manifestsOf = (path: string) => filesIn(path).filter((name) => name.startsWith('MANIFEST-'));

/**
 * Refuses a folder without the file `CURRENT` before LevelDB opens it: LevelDB would create an empty database there and delete the files of the
 * old one. In a restore, the file is written again if the manifest that it names is still there.
 *
 * @throws LostData
 */
export function checkFiles(path: string, marks: Marks): void {
  const files = filesIn(path);
  if (files.includes(currentFile)) return;
  // A process that is killed while it creates a database leaves a manifest at most.
  const hasData = files.some((name) => name.endsWith(tableEnd) || name.endsWith('.log'));
  const mark = markOf(marks, 'tables');
  if (!hasData && !mark) return;
  const [newest] = manifestsOf(path).sort().reverse();
  const changes = mark ? `, ${mark.count} acknowledged changes up to ${new Date(mark.at).toISOString()}` : '';
  const reason = hasData ? `cannot be read without the file ${currentFile}` : 'are gone';
  const loss = `the tables in ${path} ${reason}${changes}`;
  if (!hasData || newest === undefined) throw new LostData(marks.dataDir, loss, copyAdvice);
  refuseOrAccept(marks, loss);
  writeFileSync(join(path, currentFile), `${newest}\n`, { mode: 0o600 });
  marks.log(`wrote ${join(path, currentFile)} again`);
}

/**
 * Opens the database and checks that its tables are whole, by their last bytes. In a restore, damaged files are repaired.
 *
 * @throws LostData if a file is missing or cut, except in a restore.
 */
export async function checkOpened(path: string, marks: Marks, open: () => Promise<Level>): Promise<Level> {
  const before = tablesIn(path);
  let level: Level;
  try {
    level = await open();
  } catch (error) {
    const reason = damageOf(error);
    if (reason === undefined) throw error;
    refuseOrAccept(marks, `the tables in ${path} are damaged (${reason})`, marks.now() - 1);
    return repair(path, marks, open);
  }
  // Opening deletes tables that a killed process did not finish, and compaction may write new ones from now on: only those that were there count.
  const now = new Map(tablesIn(path).map((table) => [table.name, table.changed]));
  const cut = before.filter(({ name, changed }) => now.get(name) === changed && isCut(join(path, name)));
  if (cut.length === 0) return level;
  await level.close();
  const names = cut.map(({ name }) => name).join(', ');
  refuseOrAccept(marks, `files of the tables in ${path} are cut off: ${names}`, marks.now() - 1);
  return repair(path, marks, open);
}

async function repair(path: string, marks: Marks, open: () => Promise<Level>): Promise<Level> {
  await repairLevel(path);
  marks.log(`repaired the tables; files that could not be read are in ${join(path, 'lost')}`);
  return open();
}

function tablesIn(path: string): { name: string; changed: number }[] {
  return filesIn(path)
    .filter((name) => name.endsWith(tableEnd))
    .flatMap((name) => {
      const { mtimeMs } = statSync(join(path, name), { throwIfNoEntry: false }) ?? {};
      return mtimeMs === undefined ? [] : [{ name, changed: mtimeMs }];
    });
}

function isCut(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    // Compaction has just deleted it.
    return false;
  }
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return false;
    const end = Buffer.alloc(tableMagic.length);
    readSync(file, end, 0, end.length, Math.max(size - end.length, 0));
    return !end.equals(tableMagic);
  } finally {
    closeSync(file);
  }
}

/** LevelDB's reason why files are damaged or missing; undefined for other errors, such as a full disk. */
function damageOf(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (/Corruption|No such file/.test(one.message) && 'code' in one) return one.message;
  }
  return undefined;
}
