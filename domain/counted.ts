const ofOne: Record<string, string> = { are: 'is', were: 'was', have: 'has', do: 'does' };

/**
 * A number with its noun.
 *
 * @example counted(1, 'result') // '1 result'
 * @example counted(1200, 'vertex', 'vertices') // '1,200 vertices'
 */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`;
}

/**
 * The form of a verb for so many.
 *
 * @example agreeing(1, 'were') // 'was'
 * @example agreeing(1, 'differ') // 'differs'
 */
export function agreeing(count: number, verb: string): string {
  return count === 1 ? (ofOne[verb] ?? `${verb}s`) : verb;
}
