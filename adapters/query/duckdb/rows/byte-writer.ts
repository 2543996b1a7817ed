const firstBytes = 1 << 16;
/** Maximum bytes in UTF-8 of a UTF-16 code unit. */
const maxBytesOfUnit = 3;
const lastAscii = 0x7f;
const maxAscii = 200;

/** Numbers below this have at most fifteen digits with `decimals` decimals. */
const maxWithDecimals = 1e8;
const decimals = 7;
const unit = 10 ** decimals;
const maxDigits = 10;

const [space, quote, minus, point, zero, backslash] = [0x20, 0x22, 0x2d, 0x2e, 0x30, 0x5c];
/** Byte order marks are treated like other characters. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Writes text as UTF-8 into memory that it reuses: joining as many strings takes longer, and makes as much garbage. */
export class ByteWriter {
  #memory = Buffer.allocUnsafeSlow(firstBytes);
  #other = Buffer.allocUnsafeSlow(firstBytes);
  #length = 0;

  /** The bytes written since the last call; valid until the call after the next. */
  take(): Uint8Array {
    const taken = this.#memory.subarray(0, this.#length);
    [this.#memory, this.#other] = [this.#other, this.#memory];
    this.#length = 0;
    return taken;
  }

  bytes(some: Uint8Array): void {
    this.#reserve(some.length);
    this.#memory.set(some, this.#length);
    this.#length += some.length;
  }

  text(text: string): void {
    // A call of Buffer takes as long as a hundred characters do here.
    if (!this.#ascii(text)) {
      this.#reserve(text.length * maxBytesOfUnit);
      this.#length += this.#memory.write(text, this.#length);
    }
  }

  /** Writes a UTF-8 string from other memory as JSON. */
  quoted(from: Uint8Array, start: number, length: number): void {
    this.#reserve(length + 2);
    const memory = this.#memory;
    let to = this.#length;
    memory[to++] = quote;
    for (let index = start; index < start + length; index++) {
      const byte = from[index] ?? 0;
      const isPlain = byte >= space && byte !== quote && byte !== backslash;
      if (!isPlain) {
        this.text(JSON.stringify(decoder.decode(from.subarray(start, start + length))));
        return;
      }
      memory[to++] = byte;
    }
    memory[to++] = quote;
    this.#length = to;
  }

  /** Writes a finite number as JavaScript does. */
  number(value: number): void {
    const magnitude = Math.abs(value);
    const units = Math.round(magnitude * unit);
    // Two different numbers of fifteen digits are never the same double, so these digits are the shortest
    // representation; smaller numbers have an exponent.
    const isPlain = magnitude < maxWithDecimals && units / unit === magnitude && (units === 0 || units >= 10);
    if (isPlain) this.#decimal(units, value < 0);
    else this.#ascii(String(value));
  }

  /** @param units the number as an integer, in units of the last decimal. */
  #decimal(units: number, isNegative: boolean): void {
    this.#reserve(maxDigits + decimals + 2);
    if (isNegative) this.#memory[this.#length++] = minus;
    const whole = Math.floor(units / unit) | 0;
    let count = 1;
    for (let power = 10; power <= whole; power *= 10) count++;
    writeDigits(this.#memory, this.#length, count, whole);
    this.#length += count;
    let fraction = (units - whole * unit) | 0;
    if (fraction === 0) return;
    count = decimals;
    for (; fraction % 10 === 0; count--) fraction = (fraction / 10) | 0;
    this.#memory[this.#length++] = point;
    writeDigits(this.#memory, this.#length, count, fraction);
    this.#length += count;
  }

  /** Writes a text if it is ASCII; false otherwise. */
  #ascii(text: string): boolean {
    const { length } = text;
    if (length > maxAscii) return false;
    this.#reserve(length);
    const memory = this.#memory;
    const start = this.#length;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > lastAscii) return false;
      memory[start + index] = unit;
    }
    this.#length = start + length;
    return true;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#memory.length) return;
    const larger = Buffer.allocUnsafeSlow(needed * 2);
    larger.set(this.#memory.subarray(0, this.#length));
    this.#memory = larger;
  }
}

/** Writes an integer below 2³¹ with a number of digits. */
export function writeDigits(memory: Uint8Array, start: number, count: number, value: number): void {
  let rest = value | 0;
  for (let at = start + count - 1; at >= start; at--) {
    const tenth = (rest / 10) | 0;
    memory[at] = zero + rest - tenth * 10;
    rest = tenth;
  }
}
