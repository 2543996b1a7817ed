/**
 * The checksum of two byte strings in a row, from the checksums of each: how a multipart upload gets the checksum of the
 * whole object without reading it again. Shifting a CRC over `length` zero bytes is multiplying it by x^(8 * length)
 * modulo the polynomial.
 *
 * @param polynomial reversed, as in `crc.ts`
 * @param bits width of the checksum: 32 or 64
 */
export function combineCrc(
  polynomial: bigint,
  bits: number,
  first: Buffer,
  second: Buffer,
  secondLength: number,
): Buffer {
  const shifted = multiply(toNumber(first), zeroBytes(secondLength, polynomial, bits), polynomial, bits);
  return Buffer.from((shifted ^ toNumber(second)).toString(16).padStart(bits / 4, '0'), 'hex');
}

function toNumber(crc: Buffer): bigint {
  return BigInt(`0x${crc.toString('hex')}`);
}

/** x^(8 * length) modulo the polynomial, by squaring. The highest bit is the coefficient of x^0. */
function zeroBytes(length: number, polynomial: bigint, bits: number): bigint {
  const one = 1n << BigInt(bits - 1);
  let power = one >> 8n;
  let product = one;
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) product = multiply(product, power, polynomial, bits);
    power = multiply(power, power, polynomial, bits);
  }
  return product;
}

function multiply(a: bigint, b: bigint, polynomial: bigint, bits: number): bigint {
  let product = 0n;
  let shifted = b;
  for (let mask = 1n << BigInt(bits - 1); mask > 0n; mask >>= 1n) {
    if (a & mask) product ^= shifted;
    shifted = shifted & 1n ? (shifted >> 1n) ^ polynomial : shifted >> 1n;
  }
  return product;
}
