import { invariant } from '@holdfast/engine'
import {
  type AttributeValue,
  type IndexName,
  type Item,
  STORE_LIMITS,
} from '../../kernel/ports/store.ts'
import { decodeNumberSet, encodeNumberSet } from './number-set.ts'

/**
 * An item as a row. Keys, index keys, `version` and `ttl` are columns. The attributes are one text,
 * `body`: a JSON object or, if the item has number sets or bytes, the JSON array
 * `[attributes, { name: text }]`. The first letter of such a text is its type: `s` for a number set, `b`
 * for bytes in base64. No stored value can look like this encoding.
 */

/** The indexes, in the order of their columns. */
export const INDEX_NAMES = [
  'GSI1',
  'GSI2',
  'GSI3',
  'GSI4',
  'GSI5',
] as const satisfies readonly IndexName[]

/** The columns of a row. Absent values are null. */
export interface EncodedItem {
  readonly pk: string
  readonly sk: string
  readonly body: string
  readonly version: number | null
  readonly ttl: number | null
  /** Partition and sort key of GSI1 to GSI5, ten in all. Each pair is complete or null. */
  readonly indexKeys: readonly (string | null)[]
}

const SET = 's'
const BYTES = 'b'
const OPEN_BRACKET = 91
// Below this length, a body is within the limit in any encoding. Only longer bodies are measured.
const SURELY_SMALL_CHARACTERS = Math.floor(STORE_LIMITS.itemBytes / 4)

const KEY = -1
/** The attributes that are columns: the keys, and index keys with the place of their pair. */
const IN_COLUMNS: ReadonlyMap<string, number> = new Map([
  ['PK', KEY],
  ['SK', KEY],
  ...INDEX_NAMES.flatMap((name, index): [string, number][] => [
    [`${name}PK`, index * 2],
    [`${name}SK`, index * 2],
  ]),
])

/** Throws `InvariantViolated` for a value that is not plain JSON. Sets and bytes are not. */
function checkPlain(value: unknown): void {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return
    case 'number':
      invariant(Number.isFinite(value), 'a number in an item is not finite')
      return
    case 'object':
      if (value === null) return
      if (Array.isArray(value)) {
        for (const element of value) checkPlain(element)
        return
      }
      checkMap(value)
      return
    default:
      invariant(false, `an item cannot contain a ${typeof value}`)
  }
}

function checkMap(value: object): void {
  const prototype: unknown = Object.getPrototypeOf(value)
  invariant(
    prototype === Object.prototype || prototype === null,
    'a nested value in an item is not a list, plain map, string, number, boolean or null',
  )
  // It has no inherited members.
  for (const name in value) checkPlain((value as Record<string, unknown>)[name])
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/** Encodes a set or bytes. Undefined for any other value. */
function encodeSpecial(value: AttributeValue): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (value instanceof Set) {
    for (const number of value) {
      invariant(Number.isFinite(number), 'a number in a set of an item is not finite')
    }
    return SET + encodeNumberSet(value)
  }
  if (value instanceof Uint8Array) return BYTES + base64(value)
  return undefined
}

function decodeSpecial(text: string): AttributeValue {
  if (text.startsWith(SET)) return decodeNumberSet(text.slice(SET.length))
  return new Uint8Array(Buffer.from(text.slice(BYTES.length), 'base64'))
}

/** The index keys of an item. Half a pair stays an ordinary attribute: the item is not in the index. */
function indexKeysOf(item: Item): (string | null)[] {
  // By their names: V8 reads members by computed names slowly.
  const { GSI1PK, GSI1SK, GSI2PK, GSI2SK, GSI3PK, GSI3SK, GSI4PK, GSI4SK, GSI5PK, GSI5SK } = item
  return [
    ...pairOf(GSI1PK, GSI1SK),
    ...pairOf(GSI2PK, GSI2SK),
    ...pairOf(GSI3PK, GSI3SK),
    ...pairOf(GSI4PK, GSI4SK),
    ...pairOf(GSI5PK, GSI5SK),
  ]
}

const NO_PAIR = [null, null] as const

const pairOf = (partition: Item[string], sort: Item[string]) =>
  typeof partition === 'string' && typeof sort === 'string' ? ([partition, sort] as const) : NO_PAIR

/** Encodes the attributes of an item. Throws `InvariantViolated` for values that no engine can store. */
export function encodeBody(item: Item, indexKeys: readonly (string | null)[]): string {
  // A ledger day that was changed has no prototype. Its marks need a hash table here, too.
  const attributes: Record<string, AttributeValue> = Object.create(Object.getPrototypeOf(item))
  let specials: Record<string, string> | undefined
  for (const name in item) {
    const value = item[name]
    if (value === undefined) continue
    const pair = IN_COLUMNS.get(name)
    if (pair === KEY || (pair !== undefined && indexKeys[pair] !== null)) continue
    invariant(name !== '__proto__', 'an attribute is named __proto__')
    const special = encodeSpecial(value)
    if (special === undefined) {
      checkPlain(value)
      attributes[name] = value
    } else {
      specials ??= {}
      specials[name] = special
    }
  }
  const body = JSON.stringify(specials === undefined ? attributes : [attributes, specials])
  invariant(
    body.length <= SURELY_SMALL_CHARACTERS || Buffer.byteLength(body) <= STORE_LIMITS.itemBytes,
    `an item has more than ${STORE_LIMITS.itemBytes} bytes`,
  )
  return body
}

const numberOrNull = (value: AttributeValue | undefined): number | null =>
  typeof value === 'number' ? value : null

/** Encodes an item. Throws `InvariantViolated` for values that no engine can store. */
export function encodeItem(item: Item): EncodedItem {
  const indexKeys = indexKeysOf(item)
  return {
    pk: item.PK,
    sk: item.SK,
    body: encodeBody(item, indexKeys),
    version: numberOrNull(item.version),
    ttl: numberOrNull(item.ttl),
    indexKeys,
  }
}

/** Decodes a row. `indexKeys` is as in `EncodedItem`, or undefined if all eight are null. */
export function decodeItem(
  pk: string,
  sk: string,
  body: string,
  indexKeys: readonly (string | null)[] | undefined,
): Item {
  const item = decodeBody(body)
  item.PK = pk
  item.SK = sk
  if (indexKeys !== undefined) {
    for (const [place, name] of INDEX_NAMES.entries()) {
      const [partition, sort] = [indexKeys[place * 2], indexKeys[place * 2 + 1]]
      if (typeof partition === 'string' && typeof sort === 'string') {
        item[`${name}PK`] = partition
        item[`${name}SK`] = sort
      }
    }
  }
  return item as Item
}

function decodeBody(body: string): Record<string, AttributeValue> {
  const parsed: unknown = JSON.parse(body)
  if (body.charCodeAt(0) !== OPEN_BRACKET) return parsed as Record<string, AttributeValue>
  const [attributes, specials] = parsed as [Record<string, AttributeValue>, Record<string, string>]
  for (const name in specials) attributes[name] = decodeSpecial(specials[name] as string)
  return attributes
}
