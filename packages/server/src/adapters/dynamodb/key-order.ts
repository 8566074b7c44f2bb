/**
 * Compares sort keys by their UTF-8 bytes, as DynamoDB does. JavaScript compares UTF-16 code units,
 * which sorts U+1F600 (d83d de00) before U+FFFD.
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i += 1) {
    const difference = rank(a.charCodeAt(i)) - rank(b.charCodeAt(i))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

// Surrogates (d800 to dfff) encode code points above ffff, so they sort after e000 to ffff.
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000
}
