import { setTimeout } from 'node:timers/promises';

/** Runs statements on a Trino server. */
export interface TrinoClient {
  /**
   * All rows of a statement; whole numbers that JSON would cut are texts.
   *
   * @throws Error with the name of the server's error and its message.
   */
  rows(sql: string): Promise<unknown[][]>;
}

interface Page {
  data?: unknown[][];
  nextUri?: string;
  error?: { errorName: string; message: string };
}

const headers = {
  'X-Trino-User': 'verify',
  'X-Trino-Catalog': 'lake',
  'X-Trino-Schema': 'store',
  'X-Trino-Time-Zone': 'UTC',
  // Without it times are rounded to milliseconds.
  'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
};

export function trinoClient(endpoint: string): TrinoClient {
  return {
    async rows(sql) {
      const begin = async () => read(await fetch(`${endpoint}/v1/statement`, { method: 'POST', body: sql, headers }));
      let page = await begin();
      let tries = 0;
      const rows: unknown[][] = [];
      for (;;) {
        // Right after its start the server has no nodes yet.
        if (page.error?.errorName === 'NO_NODES_AVAILABLE' && tries < 60) {
          tries += 1;
          await setTimeout(500);
          page = await begin();
          continue;
        }
        if (page.error) throw new Error(`${page.error.errorName}: ${page.error.message}`);
        rows.push(...(page.data ?? []));
        if (!page.nextUri) return rows;
        page = await read(await fetch(page.nextUri));
      }
    },
  };
}

async function read(answer: Response): Promise<Page> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the server answers ${answer.status}: ${text.slice(0, 200)}`);
  return exactly(text) as Page;
}

/** Parsed JSON, with whole numbers as texts where they would be rounded. Digits within texts are unchanged. */
export function exactly(json: string): unknown {
  return JSON.parse(
    json.replace(/"(?:[^"\\]|\\.)*"|(?<=[[,:]\s*)-?\d{16,}(?=[,\]}])/g, (token) =>
      token.startsWith('"') ? token : `"${token}"`,
    ),
  );
}
