/** A priority queue that can also lose an item from its middle, each step in logarithmic time. */
export interface Heap<T> {
  readonly size: number;
  has(item: T): boolean;
  /** The first item in order, or undefined when empty. */
  peek(): T | undefined;
  push(item: T): void;
  /** Does nothing when the item is absent. The values that determine the order must not have changed since `push`. */
  remove(item: T): void;
}

/** Makes an empty heap; `before(a, b)` says whether `a` comes out before `b`. */
export function createHeap<T>(before: (a: T, b: T) => boolean): Heap<T> {
  const items: T[] = [];
  const positions = new Map<T, number>();

  const put = (item: T, position: number) => {
    items[position] = item;
    positions.set(item, position);
  };

  function up(item: T, from: number): void {
    let position = from;
    while (position > 0) {
      const above = (position - 1) >> 1;
      const parent = items[above] as T;
      if (!before(item, parent)) break;
      put(parent, position);
      position = above;
    }
    put(item, position);
  }

  function down(item: T, from: number): void {
    let position = from;
    for (;;) {
      let below = 2 * position + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && before(items[below + 1] as T, items[below] as T)) below += 1;
      const child = items[below] as T;
      if (!before(child, item)) break;
      put(child, position);
      position = below;
    }
    put(item, position);
  }

  return {
    get size() {
      return items.length;
    },
    has: (item) => positions.has(item),
    peek: () => items[0],
    push(item) {
      items.push(item);
      up(item, items.length - 1);
    },
    remove(item) {
      const position = positions.get(item);
      if (position === undefined) return;
      positions.delete(item);
      const last = items.pop() as T;
      if (position === items.length) return;
      const parent = items[(position - 1) >> 1];
      if (position > 0 && before(last, parent as T)) up(last, position);
      else down(last, position);
    },
  };
}
