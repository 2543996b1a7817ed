import { useEffect, useRef, useState } from 'preact/hooks';

const firstPause = 3_000;
/** Each pause is longer than the one before, so that what arrives at once is there at once, and what never comes is asked for a few times. */
const growth = 1.5;
/** About five minutes: what is then still missing does not come by itself. */
const maxLooks = 10;

/**
 * Calls a function some times while something is awaited and the page is seen: after three seconds, and then more and more seldom, for five minutes.
 *
 * @returns whether it is called no more, and still awaited.
 */
export function useRepeated(isAwaited: boolean, look: () => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    setOver(false);
    if (!isAwaited) return;
    let [looks, pause] = [0, firstPause];
    let timer: ReturnType<typeof setTimeout>;
    const again = () => {
      if (!document.hidden) {
        latest.current();
        looks += 1;
        pause *= growth;
      }
      if (looks >= maxLooks) setOver(true);
      else timer = setTimeout(again, pause);
    };
    timer = setTimeout(again, pause);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  return isAwaited && isOver;
}
