/** The time that clients have had of instances lately, of all functions together. */
export interface ClientTime {
  add(client: string, milliseconds: number): void;
  /** In milliseconds, each of which counts half after a while. */
  of(client: string): number;
  /** Whether a client has had little: less than two seconds, or than half of what clients have had on average. */
  isLittle(client: string): boolean;
}

const halfLifeMilliseconds = 30_000;
const littleMilliseconds = 2_000;

export function clientTime(now: () => number): ClientTime {
  const spent = new Map<string, { milliseconds: number; at: number }>();
  const of = (client: string): number => {
    const { milliseconds, at } = spent.get(client) ?? { milliseconds: 0, at: 0 };
    return milliseconds * 0.5 ** ((now() - at) / halfLifeMilliseconds);
  };
  return {
    of,
    add(client, milliseconds) {
      spent.set(client, { milliseconds: of(client) + milliseconds, at: now() });
    },
    isLittle(client) {
      const own = of(client);
      if (own <= littleMilliseconds) return true;
      for (const one of spent.keys()) if (of(one) < 1) spent.delete(one);
      const all = [...spent.keys()].map(of);
      return own * 2 <= all.reduce((sum, one) => sum + one, 0) / all.length;
    },
  };
}
