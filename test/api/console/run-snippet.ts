import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Question } from '../../../web/console/how/question.ts';
import { snippetsOf } from '../../../web/console/how/snippets.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const run = promisify(execFile);

/** What each snippet of a question answers: the SQL as it is sent, curl in a shell, and TypeScript by `tsx`. */
export async function answersOf(question: Question, base: string, token: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const env = { ...process.env, TOKEN: token };
  for (const { language, code } of snippetsOf(question, base)) {
    if (language === 'SQL') {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
      const answer = await fetch(`${base}/services/pointlake/api/v2/query`, { method: 'POST', headers, body: code });
      answers.SQL = memberOf(await answer.json(), question);
    } else if (language === 'curl') {
      const { stdout } = await run('bash', ['-c', code], { env });
      answers.curl = memberOf(JSON.parse(stdout), question);
    } else {
      const file = join(temporaryFolder('furrow-how-'), 'number.mts');
      writeFileSync(file, code);
      const { stdout } = await run(resolve('node_modules/.bin/tsx'), [file], { env });
      answers.TypeScript = stdout.trim();
    }
  }
  return answers;
}

function memberOf(answer: unknown, question: Question): unknown {
  const path = question.kind === 'sql' ? [0, question.column] : question.member;
  return path.reduce((value, name) => (value as Record<string | number, unknown>)[name], answer);
}
