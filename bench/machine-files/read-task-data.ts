import { readFileSync } from 'node:fs';
import { ISOXMLManager } from 'isoxml';

/** Reads a zip of task data with the isoxml library alone, and prints its rows and its time as JSON. */
const [, , zip = ''] = process.argv;

interface Task {
  attributes: { TimeLog?: { parseBinaryFile(): { timeLogs: unknown[] } }[] };
}

const startedAt = performance.now();
const manager = new ISOXMLManager();
await manager.parseISOXMLFile(readFileSync(zip), 'application/zip');
const tasks = (manager.rootElement as unknown as { attributes: { Task?: Task[] } }).attributes.Task ?? [];
const logs = tasks.flatMap(({ attributes }) => attributes.TimeLog ?? []);
const rows = logs.reduce((sum, log) => sum + log.parseBinaryFile().timeLogs.length, 0);
console.log(JSON.stringify({ milliseconds: performance.now() - startedAt, rows }));
