import { useEffect } from 'preact/hooks';

const milliseconds = 3_000;
/** About five minutes: what is then still missing does not come by itself. */
const maxTimes = 100;

/** Calls a function every three seconds while something is awaited and the page is seen, for at most five minutes. */
export function useRepeated(isAwaited: boolean, look: () => void): void {
  useEffect(() => {
    if (!isAwaited) return;
    let times = 0;
    const timer = setInterval(() => {
      if (!document.hidden) look();
      times += 1;
      if (times >= maxTimes) clearInterval(timer);
    }, milliseconds);
    return () => clearInterval(timer);
  }, [isAwaited]);
}
