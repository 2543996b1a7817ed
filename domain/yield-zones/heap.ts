/** A priority queue: the first element by `before` is popped first. */
export interface Heap<T> {
  push(item: T): void;
  pop(): T | undefined;
}

/** @param before whether one element comes before another. */
export function heap<T>(before: (a: T, b: T) => boolean): Heap<T> {
  const items: T[] = [];
  const swap = (a: number, b: number) => {
    [items[a], items[b]] = [items[b] as T, items[a] as T];
  };
  const isBefore = (a: number, b: number) => before(items[a] as T, items[b] as T);
  return {
    push(item) {
      let at = items.push(item) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && isBefore(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    pop() {
      const [first] = items;
      const last = items.pop();
      if (items.length === 0 || last === undefined) return first;
      items[0] = last;
      for (let at = 0; ; ) {
        const child = 2 * at + 1;
        const min = child + 1 < items.length && isBefore(child + 1, child) ? child + 1 : child;
        if (child >= items.length || !isBefore(min, at)) return first;
        swap(at, min);
        at = min;
      }
    },
  };
}
