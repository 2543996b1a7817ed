import { expect, test } from 'vitest';
import { cloud } from '../cloud.ts';

const get = (path: string, accept: string) => fetch(`${cloud.baseUrl}${path}`, { headers: { accept } });

test.each(['/console/nothing', '/console/fields', '/console/fields/a/2016/b', '/v2/console/<script>'])(
  'a wrong path of the console is a page: %s',
  async (path) => {
    const answered = await get(encodeURI(path), 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([answered.status, answered.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answered.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await answered.text();
    expect(page).toContain('<h1>There is no such page</h1>');
    expect(page).toContain(`href="${cloud.baseUrl}/console"`);
    expect(page).not.toMatch(/<script/);
  },
);

test('callers that ask for JSON get a problem document, and pages that exist are as before', async () => {
  const problem = await get('/console/nothing', 'application/json');
  expect([problem.status, problem.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  const page = await get('/console/fields/a/2016', 'text/html');
  expect([page.status, (await page.text()).includes('There is no such page')]).toEqual([200, false]);
  expect((await get('/consoles', 'text/html')).headers.get('content-type')).not.toContain('html');
});
