/** How often a provider may be asked: at most so many calls in any span of so many seconds. */
export interface Rate {
  calls: number;
  seconds: number;
}

/** Windows of a rate, and the permits in each. */
export interface Windows {
  milliseconds: number;
  permits: number;
}

/** Windows of a rate of at least so many milliseconds are shared well by instances, whose permits are taken for a window. */
const shortestMilliseconds = 250;
const maxWindowsOfSpan = 5;

/**
 * Divides a rate into windows. Any span of the rate touches one window more than fit into it, so that no span has more calls than the rate allows, wherever it
 * begins.
 *
 * @example windowsOf({ calls: 30, seconds: 60 }) // { milliseconds: 12_000, permits: 5 }
 */
export function windowsOf({ calls, seconds }: Rate): Windows {
  const span = seconds * 1_000;
  let best: Windows = { milliseconds: span, permits: Math.max(1, Math.floor(calls / 2)) };
  for (let count = 2; count <= maxWindowsOfSpan; count += 1) {
    const [milliseconds, permits] = [span / count, Math.floor(calls / (count + 1))];
    if (milliseconds < shortestMilliseconds || permits < 1) break;
    if (permits / milliseconds >= best.permits / best.milliseconds) best = { milliseconds, permits };
  }
  // One call in any span is one in every second window.
  return calls < 2 ? { milliseconds: span * 2, permits: 1 } : best;
}
