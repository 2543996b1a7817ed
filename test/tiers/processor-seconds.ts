import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock. */
const ticksPerSecond = 100;

/**
 * The processor time that some processes and their children have taken so far, the ended ones included, in seconds. Undefined where there is
 * no /proc.
 */
export function processorSeconds(roots: readonly number[]): number | undefined {
  const processes = readProcesses();
  if (!processes) return undefined;
  const known = new Set<number>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (known.has(id)) continue;
    known.add(id);
    for (const [child, { parent }] of processes) if (parent === id) open.push(child);
  }
  return [...known].reduce((sum, id) => sum + (processes.get(id)?.ticks ?? 0), 0) / ticksPerSecond;
}

function readProcesses(): Map<number, { parent: number; ticks: number }> | undefined {
  try {
    const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return new Map(ids.flatMap((id) => readProcess(Number(id))));
  } catch {
    return undefined;
  }
}

/** The fields of /proc/<id>/stat after the name, which may contain anything: state, parent, …; the 12th to 15th are processor time. */
function readProcess(id: number): [number, { parent: number; ticks: number }][] {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [[id, { parent: Number(fields[1]), ticks }]];
  } catch {
    return []; // has ended meanwhile
  }
}
