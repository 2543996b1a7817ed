/** A path's stage and what follows it. Undefined when no stage takes the path. */
export function splitStage(
  stages: ReadonlySet<string>,
  segments: string[],
): { stage: string; rest: string[] } | undefined {
  const [first = '', ...rest] = segments;
  if (first !== '$default' && stages.has(first)) return { stage: first, rest: rest.length > 0 ? rest : [''] };
  return stages.has('$default') ? { stage: '$default', rest: segments } : undefined;
}
