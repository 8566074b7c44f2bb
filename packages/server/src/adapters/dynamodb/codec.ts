import { invariant } from '@holdfast/engine'
import type { AttributeValue, Item, ItemKey } from '../../kernel/ports/store.ts'
import type { WireItem, WireValue } from './wire.ts'

/** Assigning to `__proto__` would change the object instead of adding an attribute. */
function assign<Value>(target: Record<string, Value>, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  } else {
    target[name] = value
  }
}

function wireNumber(value: number): string {
  invariant(Number.isFinite(value), 'a number in an item is not finite')
  return String(value)
}

function marshallNumberSet(values: ReadonlySet<number>): WireValue {
  // DynamoDB rejects empty sets; leave the attribute out instead.
  invariant(values.size > 0, 'a number set in an item is empty')
  return { NS: Array.from(values, wireNumber) }
}

/**
 * Encodes one attribute. Throws `InvariantViolated` for a type that the port does not have (a date, a
 * bigint), an empty set, or a number that is not finite.
 */
export function marshallValue(value: AttributeValue): WireValue {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: wireNumber(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value === null) return { NULL: true }
  if (Array.isArray(value)) return { L: value.map(marshallValue) }
  if (value instanceof Set) return marshallNumberSet(value as ReadonlySet<number>)
  if (value instanceof Uint8Array) {
    const { buffer, byteOffset, byteLength } = value
    return { B: Buffer.from(buffer, byteOffset, byteLength).toString('base64') }
  }
  invariant(isPlain(value), 'an item has a value that no engine can store')
  return { M: marshall(value as Readonly<Record<string, AttributeValue>>) }
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Encodes an item or a map in it. Undefined attributes are left out. */
export function marshall(item: Readonly<Record<string, AttributeValue | undefined>>): WireItem {
  const wire: Record<string, WireValue> = {}
  for (const name in item) {
    const value = item[name]
    if (value !== undefined) assign(wire, name, marshallValue(value))
  }
  return wire
}

/** Encodes a primary key; ignores other attributes of `key`. */
export const marshallKey = (key: ItemKey): WireItem => ({ PK: { S: key.PK }, SK: { S: key.SK } })

/** Decodes one attribute. Throws `InvariantViolated` for a type that the port does not have. */
export function unmarshallValue(wire: WireValue): AttributeValue {
  if ('S' in wire) return wire.S
  if ('N' in wire) return Number(wire.N)
  if ('NS' in wire) return new Set(wire.NS.map(Number))
  if ('L' in wire) return wire.L.map(unmarshallValue)
  if ('M' in wire) return unmarshallMap(wire.M)
  if ('BOOL' in wire) return wire.BOOL
  if ('NULL' in wire) return null
  invariant('B' in wire, 'an item has an attribute of a type that the store never writes')
  return new Uint8Array(Buffer.from(wire.B, 'base64'))
}

function unmarshallMap(wire: WireItem): Record<string, AttributeValue> {
  const map: Record<string, AttributeValue> = {}
  for (const name in wire) assign(map, name, unmarshallValue(wire[name] as WireValue))
  return map
}

/**
 * Names the transaction that wrote an item, by `writerMark`. An attribute of this adapter alone; it is added to the
 * request and never decoded. It is short: many items are just below a kilobyte.
 */
export const WRITER = '~w'
/** What earlier versions called it. */
const EARLIER_WRITER = '~writer'

/** The mark of a transaction: the random part of its event's id. */
export const writerMark = (eventId: string): string => eventId.slice(-16)

/** Decodes an item. */
export function unmarshall(wire: WireItem): Item {
  const item: Record<string, AttributeValue> = {}
  for (const name in wire) {
    if (name === WRITER || name === EARLIER_WRITER) continue
    assign(item, name, unmarshallValue(wire[name] as WireValue))
  }
  // Every stored item has a key.
  return item as Item
}

/** The mark of the transaction that wrote an item. Undefined if it published no event. */
export function writerOf(wire: WireItem): string | undefined {
  const writer = wire[WRITER]
  return writer && 'S' in writer ? writer.S : undefined
}
