import type { AttributeValue } from './ports/store.ts'

type Value = AttributeValue | undefined

const isList = (value: Value): value is readonly AttributeValue[] => Array.isArray(value)

/** Reports whether two attribute values are equal, regardless of the order of members and sets. */
export function sameValue(a: Value, b: Value): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof Uint8Array || b instanceof Uint8Array) {
    if (!(a instanceof Uint8Array && b instanceof Uint8Array)) return false
    return a.length === b.length && a.every((byte, index) => byte === b[index])
  }
  if (a instanceof Set || b instanceof Set) {
    if (!(a instanceof Set && b instanceof Set)) return false
    return a.size === b.size && [...a].every((member) => b.has(member))
  }
  if (isList(a) || isList(b)) {
    if (!(isList(a) && isList(b))) return false
    return a.length === b.length && a.every((value, index) => sameValue(value, b[index]))
  }
  return sameMembers(a as Readonly<Record<string, Value>>, b as Readonly<Record<string, Value>>)
}

/** Reports whether two items or maps have equal members; an undefined member counts as absent. */
export function sameMembers(
  a: Readonly<Record<string, Value>>,
  b: Readonly<Record<string, Value>>,
): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const name of names) if (!sameValue(a[name], b[name])) return false
  return true
}
