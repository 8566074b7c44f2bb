import { InvariantViolated, ok, type Result, refuse } from '@holdfast/engine'
import type { z } from 'zod'
import type { AttributeValue, Item, ItemKey, Store, Write } from './ports/store.ts'

/** The key of one secondary index: its partition, and the sort key within it. */
export type IndexKey = readonly [partition: string, sortKey: string]

/** The index keys of an item; an index that is absent does not contain the item. */
export type IndexKeys = Readonly<
  Partial<Record<'GSI1' | 'GSI2' | 'GSI3' | 'GSI4', IndexKey | undefined | false>>
>

/** Reads members of a value from its key: those that the item does not store a second time. */
type KeyMembers<Value, Name extends keyof Value> = {
  readonly [Member in Name]: (key: ItemKey) => Value[Member]
}

/** How a kind of item is stored; given once, to `defineEntity`. */
export interface EntityDefinition<Value extends object, InKey extends keyof Value> {
  /** What the item is called in errors, for example `provider`. */
  readonly name: string
  readonly key: (value: Value) => ItemKey
  readonly indexes?: (value: Value) => IndexKeys
  /** The members to store, where they differ from those of the value. */
  readonly attributes?: (value: Value) => object
  /** The members that only the key holds, each with how it is read from there. */
  readonly inKey: KeyMembers<Value, InKey>
  /** The stored attributes. Attributes that a later version adds pass through unchanged. */
  readonly schema: z.ZodType<Omit<Value, InKey>>
  /** Epoch second after which the store may remove the item. Absent: it stays. */
  readonly ttl?: (value: Value) => number | undefined
}

/**
 * A kind of item: how its values are encoded, decoded and written under a condition. All of its items
 * are written by these functions, so that keys, indexes and schema stand in one place.
 */
export interface Entity<Value extends object> {
  readonly name: string
  /** The key of a value's item. */
  readonly key: (value: Value) => ItemKey
  /** Encodes a value. Members that are undefined are not stored. */
  readonly encode: (value: Value) => Item
  /** Decodes an item; throws `InvariantViolated` if an attribute does not fit the schema. */
  readonly decode: (item: Item) => Value
  /** Decodes an item, or says which attribute does not fit the schema. */
  readonly tryDecode: (item: Item) => Result<Value, string>
  /** Reads and decodes one item. */
  readonly read: (
    store: Pick<Store, 'get'>,
    key: ItemKey,
    options?: { readonly consistent?: boolean },
  ) => Promise<Value | undefined>
  /** Writes a new item; fails if one with that key exists. */
  readonly create: (value: Value) => Write
  /** Replaces the item; fails unless the stored version is that of `before`. */
  readonly replace: (before: { readonly version: number }, after: Value) => Write
  /** Deletes the item; fails unless the stored version is that of `before`. */
  readonly remove: (before: Value & { readonly version: number }) => Write
  /** Deletes the item if it exists; never fails. */
  readonly discard: (value: Value) => Write
  /** Writes nothing; fails unless the stored version is that of `before`. */
  readonly check: (before: Value & { readonly version: number }) => Write
}

const INDEX_ATTRIBUTES = {
  GSI1: ['GSI1PK', 'GSI1SK'],
  GSI2: ['GSI2PK', 'GSI2SK'],
  GSI3: ['GSI3PK', 'GSI3SK'],
  GSI4: ['GSI4PK', 'GSI4SK'],
} as const

const NOT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'PK',
  'SK',
  ...Object.values(INDEX_ATTRIBUTES).flat(),
])

/** Declares a kind of item. */
export function defineEntity<Value extends object, InKey extends keyof Value = never>(
  definition: EntityDefinition<Value, InKey>,
): Entity<Value> {
  const { name, key, schema } = definition
  const inKey = Object.entries<(key: ItemKey) => unknown>(definition.inKey)
  const keyMembers = new Set(inKey.map(([member]) => member))

  const encode = (value: Value): Item => {
    const item: Record<string, AttributeValue> = { ...key(value) }
    const indexes = definition.indexes?.(value)
    for (const index in indexes) {
      const place = indexes[index as keyof IndexKeys]
      if (!place) continue
      const [partition, sortKey] = INDEX_ATTRIBUTES[index as keyof IndexKeys]
      item[partition] = place[0]
      item[sortKey] = place[1]
    }
    const stored = definition.attributes?.(value) ?? value
    for (const [member, attribute] of Object.entries(stored)) {
      if (attribute === undefined || keyMembers.has(member)) continue
      // The schema describes attributes; the compiler cannot see that from an interface without an
      // index signature.
      item[member] = attribute as AttributeValue
    }
    const ttl = definition.ttl?.(value)
    if (ttl !== undefined) item.ttl = ttl
    return item as Item
  }

  const tryDecode = (item: Item): Result<Value, string> => {
    const value: Record<string, unknown> = {}
    for (const attribute in item) {
      if (!NOT_ATTRIBUTES.has(attribute)) value[attribute] = item[attribute]
    }
    const parsed = schema.safeParse(value)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return refuse(`${issue?.path.join('.')}: ${issue?.message}`)
    }
    for (const [member, read] of inKey) value[member] = read(item)
    // The value that was checked, and not the parsed copy: the copy would drop attributes that a
    // later version of the server has written, and the next write would delete them.
    return ok(value as Value)
  }

  const decode = (item: Item): Value => {
    const decoded = tryDecode(item)
    if (decoded.ok) return decoded.value
    const { PK, SK } = item
    throw new InvariantViolated(`${PK} ${SK} is not a valid ${name}: ${decoded.refusal}`)
  }

  return {
    name,
    key,
    encode,
    decode,
    tryDecode,
    async read(store, at, options) {
      const item = await store.get(at, options)
      return item && decode(item)
    },
    create: (value) => ({ kind: 'put-if-absent', item: encode(value) }),
    replace: ({ version }, after) => ({ kind: 'put-if-version', item: encode(after), version }),
    remove: (before) => ({
      kind: 'delete-if-version',
      key: key(before),
      version: before.version,
    }),
    discard: (value) => ({ kind: 'delete', key: key(value) }),
    check: (before) => ({ kind: 'check-version', key: key(before), version: before.version }),
  }
}
