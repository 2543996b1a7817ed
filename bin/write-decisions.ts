import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { decisionIndex, readDecision } from './decisions/decision-index.ts';

/** Writes the index of decisions from the heads of their pages: `npm run decisions`. */
const folder = new URL('../docs/decisions/', import.meta.url);
const pages = readdirSync(folder).filter((name) => /^\d/.test(name));
const read = pages.map((file) => {
  try {
    return readDecision(file, readFileSync(new URL(file, folder), 'utf8'));
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
});
if (read.includes(undefined)) process.exitCode = 1;
else writeFileSync(new URL('README.md', folder), decisionIndex(read.filter((page) => page !== undefined)));
