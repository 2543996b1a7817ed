import { createHash, randomBytes } from 'node:crypto';

/** Lambda stops the invocation after "approximately" this one: "recursive loop detection" in the Lambda developer guide. */
export const maxLineage = 16;

/** An invocation's place in a chain of requests: invocations that lead to one another through messages. */
export interface Link {
  /** Header that the SDK sends with every call (`X-Amzn-Trace-Id`), and SQS keeps with a message: `Root=…;Parent=…;Sampled=0;Lineage=…`. */
  traceHeader: string;
  /** The number of invocations of the function in the chain, including this one. */
  count: number;
}

/**
 * The next invocation of a function in the chain that led to it. The header's lineage counts the invocations of each function,
 * as `HASH:COUNT|HASH:COUNT`; AWS does not document its own form.
 *
 * @param headers of the messages of one event: the longest chain counts.
 */
export function nextLink(functionName: string, headers: readonly string[]): Link {
  const counts = new Map<string, number>();
  for (const [id, count] of headers.flatMap(lineageOf)) counts.set(id, Math.max(count, counts.get(id) ?? 0));
  const id = idOf(functionName);
  const count = (counts.get(id) ?? 0) + 1;
  counts.set(id, count);
  const root = headers.flatMap((header) => partOf(header, 'Root')).find(isRoot) ?? newRoot();
  const lineage = [...counts].map(([one, times]) => `${one}:${times}`).join('|');
  const traceHeader = `Root=${root};Parent=${randomBytes(8).toString('hex')};Sampled=0;Lineage=${lineage}`;
  return { traceHeader, count };
}

const ids = new Map<string, string>();

/** A function's name in a lineage, hashed once and not with each of its invocations. */
function idOf(functionName: string): string {
  const known = ids.get(functionName) ?? createHash('sha256').update(functionName).digest('hex').slice(0, 8);
  ids.set(functionName, known);
  return known;
}

function lineageOf(header: string): [string, number][] {
  return partOf(header, 'Lineage').flatMap((lineage) =>
    lineage.split('|').flatMap((part): [string, number][] => {
      const [id = '', count] = part.split(':');
      return isHex(id) && Number.isInteger(Number(count)) ? [[id, Number(count)]] : [];
    }),
  );
}

function partOf(header: string, name: string): string[] {
  const found = header.split(';').find((part) => part.startsWith(`${name}=`));
  return found === undefined ? [] : [found.slice(name.length + 1)];
}

const isHex = (text: string) => text.length === 8 && [...text].every((one) => '0123456789abcdef'.includes(one));

const isRoot = (text: string) => text.length < 100 && [...text].every((one) => '0123456789abcdef-'.includes(one));

const newRoot = () => `1-${randomBytes(4).toString('hex')}-${randomBytes(12).toString('hex')}`;
