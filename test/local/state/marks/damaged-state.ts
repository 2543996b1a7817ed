import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { createResources, openState, rowsIn, writeOnce } from './populated-state.ts';

export const root = temporaryFolder('lost-data');
/** A state after forty changes of each store, and the same after twenty. */
export const [whole, earlier] = [join(root, 'whole'), join(root, 'earlier')];
let copies = 0;

/** Makes both states; for `beforeAll`. */
export async function makeStates(): Promise<void> {
  const state = await openState(whole);
  await createResources(state);
  for (let number = 0; number < 20; number += 1) await writeOnce(state, number);
  await state.close();
  cpSync(whole, earlier, { recursive: true });
  const again = await openState(whole);
  for (let number = 20; number < 40; number += 1) await writeOnce(again, number);
  await again.close();
}

/** A copy of the whole state for one test. */
export function copyOfState(): string {
  copies += 1;
  const dataDir = join(root, String(copies));
  cpSync(whole, dataDir, { recursive: true });
  return dataDir;
}

/** Opens the state of a test and closes it again. @throws the reason why a start is refused. */
export async function start(dataDir: string): Promise<{ rows: number; lines: string[] }> {
  const state = await openState(dataDir);
  const rows = await rowsIn(state).finally(state.close);
  return { rows, lines: state.lines };
}

export async function refusal(dataDir: string): Promise<string> {
  const error = await start(dataDir).then(
    () => new Error('it started'),
    (reason: Error) => reason,
  );
  return error.message;
}

export const inTables = (dataDir: string, end: string) => {
  const folder = join(dataDir, 'dynamodb/tables');
  return readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name))
    .sort();
};
export const halve = (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2));
/** The command that a refusal names. */
export const command = (dataDir: string) => `npx furrow restore --to latest --data-dir ${dataDir}`;
export const markOf = (dataDir: string, name: string) =>
  JSON.parse(readFileSync(join(dataDir, 'marks', `${name}.json`), 'utf8'));
export const removeFolder = (...path: string[]) => rmSync(join(...path), { recursive: true });
export const putEarlier = (dataDir: string, name: string) => {
  removeFolder(dataDir, name);
  cpSync(join(earlier, name), join(dataDir, name), { recursive: true });
};
