import { readFileSync, writeFileSync } from 'node:fs';
import { type Expression, findExpressions } from './find-expressions.ts';

/*
 * Every regular expression of the product takes linear time in its input: `npm run lint` refuses one that
 * `proven.json` does not name, and `npm run expressions` proves new ones and writes them there. A proof takes
 * up to seconds, so it is made once.
 */

const ledger = new URL('proven.json', import.meta.url);
const proofTimeoutMillis = 60_000;

/** Files that build an expression from a text, and why it is not a user's text. */
const mayConstruct = new Map([
  ['adapters/query/duckdb/engine-problem.ts', 'of a text of our own'],
  ['adapters/query/query-failure.ts', 'of a text of our own'],
  ['local/athena/session-permissions.ts', "of the session policies that Furrow's own functions ask for"],
  ['local/sts/sessions.ts', 'of a constant prefix'],
]);

const { literals, constructed } = findExpressions();
const proven = new Set<string>(JSON.parse(readFileSync(ledger, 'utf8')));
const isNew = (expression: Expression) => !proven.has(written(expression));
const complaints = constructed
  .filter((location) => !mayConstruct.has(location.split(':', 1)[0] ?? ''))
  .map(
    (location) =>
      `${location} makes a regular expression of a text, which cannot be proven to be linear: write it out.`,
  );

if (process.argv.includes('--prove')) {
  for (const expression of literals.filter(isNew)) {
    if (!isNew(expression)) continue;
    const attack = await attackOn(expression);
    if (attack) complaints.push(`${expression.location} ${written(expression)} ${attack}`);
    else proven.add(written(expression));
  }
  const used = new Set(literals.map(written));
  const kept = [...proven].filter((expression) => used.has(expression)).sort();
  writeFileSync(ledger, `${JSON.stringify(kept, null, 2)}\n`);
} else {
  for (const expression of literals.filter(isNew)) {
    complaints.push(
      `${expression.location} ${written(expression)} is new: prove that it is linear, npm run expressions.`,
    );
  }
}
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;

function written({ source, flags }: Expression): string {
  return `/${source}/${flags}`;
}

/** An attack on an expression, or why none was decided; undefined when it is linear. */
async function attackOn({ source, flags }: Expression): Promise<string | undefined> {
  // The checker's native builds are not installed.
  process.env.RECHECK_BACKEND = 'pure';
  const { checkSync } = await import('recheck');
  const verdict = checkSync(source, flags, { timeout: proofTimeoutMillis });
  if (verdict.status === 'safe') return undefined;
  if (verdict.status === 'unknown') return `cannot be judged (${verdict.error.kind}): write it in simpler parts.`;
  return `takes ${verdict.complexity.summary} time, with ${verdict.attack.pattern.slice(0, 120)}`;
}
