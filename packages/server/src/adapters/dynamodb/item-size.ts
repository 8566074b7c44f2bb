import type { WireItem, WireValue } from './wire.ts'

/**
 * Item sizes by the rules that AWS documents ("DynamoDB item sizes and formats"): names and strings
 * count their UTF-8 bytes; a number about one byte per two significant digits, plus one; a list or map
 * three bytes, plus one per element.
 */

/** Counts digits without sign, point, exponent, and leading and trailing zeros ("-0.0120e5": 2). */
function significantDigits(number: string): number {
  const [mantissa = ''] = number.toLowerCase().split('e')
  return mantissa.replace(/[-+.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length
}

const numberSize = (number: string): number => Math.ceil(significantDigits(number) / 2) + 1
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

/** Size of one value in bytes, without its name. */
export function valueSize(value: WireValue): number {
  if ('S' in value) return Buffer.byteLength(value.S)
  if ('N' in value) return numberSize(value.N)
  if ('NS' in value) return sum(value.NS.map(numberSize))
  if ('B' in value) return Buffer.byteLength(value.B, 'base64')
  if ('L' in value) return 3 + sum(value.L.map((element) => 1 + valueSize(element)))
  if ('M' in value) return 3 + Object.keys(value.M).length + itemSize(value.M)
  return 1
}

/** Size of an item in bytes, including its attribute names. */
export const itemSize = (item: WireItem): number =>
  sum(Object.entries(item).map(([name, value]) => Buffer.byteLength(name) + valueSize(value)))
