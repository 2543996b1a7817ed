import { escaped } from '../../../formats/markup.ts';

/** What the contents show of an OpenAPI document. */
export interface Described {
  info: { title: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, { tags?: string[]; summary?: string }>>;
}

/** All endpoints by area as HTML: readers see it before the reference with its forms has loaded, and without JavaScript instead of it. */
export function contentsOf({ tags = [], paths }: Described): string {
  const rows = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { tags: [tag = ''] = [], summary = '' }] of Object.entries(methods)) {
      const row = `<li><code>${method.toUpperCase()} ${escaped(path)}</code> ${escaped(summary)}</li>`;
      rows.set(tag, [...(rows.get(tag) ?? []), row]);
    }
  }
  return tags
    .filter(({ name }) => rows.has(name))
    .map(
      ({ name, description = '' }) =>
        `<details><summary><h2>${escaped(name)}</h2> ${escaped(description)}</summary><ul>${rows.get(name)?.join('')}</ul></details>`,
    )
    .join('\n');
}
