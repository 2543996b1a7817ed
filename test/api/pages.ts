import type { TestOwner } from './owner.ts';

/** The URLs of a Link header by relation. */
export function links(headers: Headers): Record<string, string> {
  const found = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(found.map(([, address, rel]) => [rel, address]));
}

/** The rows of one page: its body, or the only array in it. */
export function rowsOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body;
  return (Object.values(body as object).find(Array.isArray) as unknown[] | undefined) ?? [];
}

/** All rows of a list, page after page by its cursors. `between` is called with the number of each page that was read, from 0. */
export async function followNext<T>(
  owner: TestOwner,
  path: string,
  between: (page: number) => Promise<void> = async () => {},
): Promise<T[]> {
  const rows: T[] = [];
  let next: string | undefined = path;
  for (let page = 0; next && page < 100; page += 1) {
    const { status, headers, body }: Awaited<ReturnType<typeof owner.get<T[]>>> = await owner.get<T[]>(next);
    if (status !== 200) throw new Error(JSON.stringify(body));
    rows.push(...body);
    await between(page);
    next = links(headers).next;
  }
  return rows;
}
