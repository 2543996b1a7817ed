import { useEffect, useState } from 'preact/hooks';
import { reasonOf } from '../season/part.ts';

export type Loaded<T> = { step: 'loading' } | { step: 'ready'; value: T } | { step: 'failed'; reason: string };

/** What a page of the navigation shows, and a function that loads it again. @param read is called once, and by the function. */
export function useLoaded<T>(read: () => Promise<T>): [Loaded<T>, () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ step: 'loading' });
  const load = () => {
    setLoaded({ step: 'loading' });
    read().then(
      (value) => setLoaded({ step: 'ready', value }),
      (error) => setLoaded({ step: 'failed', reason: reasonOf(error) }),
    );
  };
  useEffect(load, []);
  return [loaded, load];
}
