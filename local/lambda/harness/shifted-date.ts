const RealDate = Date;
let ahead = 0;

/** Sets how far the instance's clock is ahead of the machine's, in milliseconds. */
export function setClockOffset(offset: number): void {
  ahead = offset;
}

/**
 * Replaces the global `Date` by one that follows the embedded cloud's clock, so that a test can let a day pass in a
 * function that was not written for it. Only the present moves: timers, `performance` and given times stay as they are.
 */
export function shiftDate(): void {
  function ShiftedDate(this: unknown, ...given: unknown[]): unknown {
    if (new.target === undefined) return new RealDate(RealDate.now() + ahead).toString();
    return Reflect.construct(RealDate, given.length === 0 ? [RealDate.now() + ahead] : given, new.target);
  }
  const length: PropertyDescriptor = { value: RealDate.length };
  Object.defineProperties(ShiftedDate, { name: { value: 'Date' }, length });
  ShiftedDate.prototype = RealDate.prototype;
  Object.assign(ShiftedDate, { parse: RealDate.parse, UTC: RealDate.UTC, now: () => RealDate.now() + ahead });
  Object.defineProperty(RealDate.prototype, 'constructor', { value: ShiftedDate, writable: true, configurable: true });
  globalThis.Date = ShiftedDate as unknown as DateConstructor;
}
