import { type Question, queryPath } from './question.ts';

export interface Snippet {
  language: 'SQL' | 'curl' | 'TypeScript';
  code: string;
}

/**
 * Code that gives a number: its SQL, if it has any, curl and TypeScript. Both read the token from the variable `TOKEN`.
 *
 * @param base URL above `/services`.
 */
export function snippetsOf(question: Question, base: string): Snippet[] {
  if (question.kind === 'request') {
    const { method, path, body, member } = question;
    const url = `${base}${path}`;
    return [
      { language: 'curl', code: curlRequest(method, url, body) },
      { language: 'TypeScript', code: typescriptRequest({ method, url, body, member }) },
    ];
  }
  const { sql, column } = question;
  const url = `${base}${queryPath}`;
  return [
    { language: 'SQL', code: sql },
    {
      language: 'curl',
      code: `curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: text/plain' --data-binary @- \\
  ${shell(url)} <<'END'
${sql}
END`,
    },
    {
      language: 'TypeScript',
      code: `const response = await fetch(${literal(url)}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.TOKEN}\`, 'Content-Type': 'text/plain' },
  body: \`${sql.replace(/[\\`]|\$\{/g, (found) => `\\${found}`)}\`,
});
if (!response.ok) throw new Error(await response.text());
const [row] = (await response.json()) as Record<string, unknown>[];
console.log(row?.${column});`,
    },
  ];
}

function curlRequest(method: string, url: string, body: unknown): string {
  const head = 'curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN"';
  if (body === undefined) return `${head} \\\n  ${shell(url)}`;
  return `${head} -X ${method} \\
  -H 'Content-Type: application/json' --data-binary @- \\
  ${shell(url)} <<'END'
${JSON.stringify(body)}
END`;
}

function typescriptRequest({
  method,
  url,
  body,
  member,
}: {
  method: string;
  url: string;
  body: unknown;
  member: readonly (string | number)[];
}): string {
  const headers = `{ Authorization: \`Bearer \${process.env.TOKEN}\`${body === undefined ? '' : ", 'Content-Type': 'application/json'"} }`;
  const sent =
    body === undefined
      ? `{ headers: ${headers} }`
      : `{
  method: '${method}',
  headers: ${headers},
  body: JSON.stringify(${JSON.stringify(body)}),
}`;
  const path = member.map((name) => (typeof name === 'number' ? `[${name}]` : `?.${name}`)).join('');
  return `const response = await fetch(${literal(url)}, ${sent});
if (!response.ok) throw new Error(await response.text());
const answer = await response.json();
console.log(answer${path});`;
}

const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const literal = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
