import { type BoundaryProblem, type ProblemCode, problem } from '../../domain/boundary-files/problem.ts';

/** Collects the problems of a set. Of each code so many are kept; the rest is counted, so that a million points make no million problems. */
export function createProblemLog(file: string, perCode: number) {
  const kept: BoundaryProblem[] = [];
  const counts = new Map<ProblemCode, number>();
  return {
    add(found: BoundaryProblem): void {
      const seen = (counts.get(found.code) ?? 0) + 1;
      counts.set(found.code, seen);
      if (seen <= perCode) kept.push(found);
    },
    hasErrors(): boolean {
      return kept.some(({ severity }) => severity === 'error');
    },
    all(): BoundaryProblem[] {
      const more = [...counts].filter(([, seen]) => seen > perCode);
      return [
        ...kept,
        ...more.map(([code, seen]) => {
          const severity = kept.find((one) => one.code === code)?.severity ?? 'error';
          return { ...problem('moreOfTheSame', { file }, { code, more: seen - perCode }), severity };
        }),
      ];
    },
  };
}
