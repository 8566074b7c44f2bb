import { InvariantViolated, ok, type Result, refuse } from '@holdfast/engine'
import type { z } from 'zod'
import type { EventData } from './event-data.ts'
import {
  type AttributeValue,
  INDEX_NAMES,
  type IndexName,
  type Item,
  type ItemKey,
  type Store,
  StoreUnavailable,
  type Write,
} from './ports/store.ts'

/** The key of one secondary index: its partition, and the sort key within it. */
export type IndexKey = readonly [partition: string, sortKey: string]

/** The index keys of an item; an index that is absent does not contain the item. */
export type IndexKeys = Readonly<Partial<Record<IndexName, IndexKey | undefined | false>>>

/** The members that a schema describes, as nobody changes them. */
export type AttributesOf<Schema extends z.ZodType> = Unchanging<z.output<Schema>>

// JSON stays as it is: its type is without end, and cannot be changed anyway.
type Unchanging<Value> = Value extends Uint8Array
  ? Uint8Array
  : [EventData, string] extends [Value, keyof Value]
    ? Value
    : { readonly [Name in keyof Value]: Unchanging<Value[Name]> }

/** Reads members of a value from its key: those that the item does not store a second time. */
type KeyMembers<Value, Name extends keyof Value> = {
  readonly [Member in Name]: (key: ItemKey) => Value[Member]
}

/** The parts that every declaration of an entity has. */
interface Declaration<Value extends object> {
  /** What the item is called in errors, for example `provider`. */
  readonly name: string
  readonly key: (value: Value) => ItemKey
  readonly indexes?: (value: Value) => IndexKeys
  /** Epoch second after which the store may remove the item. Absent: it stays. */
  readonly ttl?: (value: Value) => number | undefined
}

/** An entity whose members are its attributes; given once, to `defineEntity`. */
export interface EntityDefinition<Value extends object, InKey extends keyof Value>
  extends Declaration<Value> {
  /** The members that only the key holds, each with how it is read from there. */
  readonly inKey: KeyMembers<Value, InKey>
  /** The stored attributes. Attributes that a later version adds pass through unchanged. */
  readonly schema: z.ZodType<Omit<Value, InKey>>
  /** The members to store, where they differ from those of the value. */
  readonly attributes?: (value: Value) => object
}

/** An entity whose attributes are arranged otherwise than its members; see `defineMappedEntity`. */
export interface MappedEntityDefinition<Value extends object, Attributes extends object>
  extends Declaration<Value> {
  readonly schema: z.ZodType<Attributes>
  readonly toAttributes: (value: Value) => Attributes
  readonly fromAttributes: (attributes: Attributes, key: ItemKey) => Value
}

/**
 * A kind of item: how its values are encoded, decoded and written under a condition. All of its items
 * are written by these functions, so that keys, indexes and schema stand in one place.
 */
export interface Entity<Value extends object> {
  readonly name: string
  /** Whether its items can be in a secondary index. */
  readonly isIndexed: boolean
  /** The key of a value's item. */
  readonly key: (value: Value) => ItemKey
  /** Encodes a value. Members that are undefined are not stored. */
  readonly encode: (value: Value) => Item
  /** Decodes an item; throws `InvariantViolated` if an attribute does not fit the schema. */
  readonly decode: (item: Item) => Value
  /** Decodes an item, or says which attribute does not fit the schema. */
  readonly tryDecode: (item: Item) => Result<Value, string>
  /** Reads and decodes one item, as it is now. With `consistent: false`, it may be a second old. */
  readonly read: (
    store: Pick<Store, 'get'>,
    key: ItemKey,
    options?: { readonly consistent: boolean },
  ) => Promise<Value | undefined>
  /** Writes a new item; fails if one with that key exists. */
  readonly create: (value: Value) => Write
  /**
   * Replaces the item; fails unless the stored version is that of `before`. Throws `StoreUnavailable` if `before` has a
   * `shape`, as items of later versions do.
   */
  readonly replace: (before: { readonly version: number }, after: Value) => Write
  /** Replaces the item, as `replace` does, or writes a new one if there was none before. */
  readonly put: (before: { readonly version: number } | undefined, after: Value) => Write
  /** Deletes the item; fails unless the stored version is that of `before`. */
  readonly remove: (before: Value & { readonly version: number }) => Write
  /** Deletes the item if it exists; never fails. */
  readonly discard: (value: Value) => Write
  /** Writes nothing; fails unless the stored version is that of `before`. */
  readonly check: (before: Value & { readonly version: number }) => Write
}

const CONSISTENT = { consistent: true } as const

const NOT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'PK',
  'SK',
  ...INDEX_NAMES.flatMap((index) => [`${index}PK`, `${index}SK`]),
])

/** The attributes of an item, without its keys. */
function attributesOf(item: Item): Record<string, unknown> {
  const attributes: Record<string, unknown> = {}
  for (const name in item) if (!NOT_ATTRIBUTES.has(name)) attributes[name] = item[name]
  return attributes
}

function check<Attributes>(
  schema: z.ZodType<Attributes>,
  attributes: unknown,
): Result<Attributes, string> {
  const parsed = schema.safeParse(attributes)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  return refuse(`${issue?.path.join('.')}: ${issue?.message}`)
}

/** An item while it is made. Attributes that are undefined are not stored. */
type NewItem = Record<string, AttributeValue | undefined>

/**
 * Adds index keys. By their names and not in a loop: V8 makes a hash table of an object that gets more than twelve members by
 * computed names. Such items took twice as long to make and to write as text.
 */
function addIndexKeys(item: NewItem, { GSI1, GSI2, GSI3, GSI4, GSI5 }: IndexKeys): void {
  if (GSI1) {
    item.GSI1PK = GSI1[0]
    item.GSI1SK = GSI1[1]
  }
  if (GSI2) {
    item.GSI2PK = GSI2[0]
    item.GSI2SK = GSI2[1]
  }
  if (GSI3) {
    item.GSI3PK = GSI3[0]
    item.GSI3SK = GSI3[1]
  }
  if (GSI4) {
    item.GSI4PK = GSI4[0]
    item.GSI4SK = GSI4[1]
  }
  if (GSI5) {
    item.GSI5PK = GSI5[0]
    item.GSI5SK = GSI5[1]
  }
}

/**
 * An item that an earlier version must not change has a `shape`. No item of this version has one. Throws `StoreUnavailable`
 * for one that does.
 */
function checkShape(name: string, before: object): void {
  if (!('shape' in before) || before.shape === undefined) return
  const message = `a newer version of Holdfast wrote this ${name} (shape ${before.shape}), so this version does not change it`
  throw new StoreUnavailable(message, 'not-applied')
}

/** The functions of an entity, made of how it is encoded and decoded. */
function entityOf<Value extends object>(
  { name, key, indexes, ttl }: Declaration<Value>,
  attributesOf: (value: Value) => object,
  tryDecode: (item: Item) => Result<Value, string>,
  unknownIn: (value: object) => object = (value) => value,
): Entity<Value> {
  const encode = (value: Value): Item => {
    // A copy that nobody else has. The schema of the entity says that its members are attributes.
    const item = attributesOf(value) as NewItem
    const { PK, SK } = key(value)
    item.PK = PK
    item.SK = SK
    if (indexes) addIndexKeys(item, indexes(value))
    const ttlEpochSeconds = ttl?.(value)
    if (ttlEpochSeconds !== undefined) item.ttl = ttlEpochSeconds
    // It has the key now; a record of attributes does not say so.
    return item as Item
  }
  // A store that caches its answers (SQLite) returns the same item until it changes. Checking an event
  // type costs 10 µs, a tenth of a list of slots; finding it here costs nearly nothing.
  const decodedItems = new WeakMap<Item, Value>()
  const decode = (item: Item): Value => {
    const known = decodedItems.get(item)
    if (known !== undefined) return known
    const decoded = tryDecode(item)
    if (decoded.ok) {
      decodedItems.set(item, decoded.value)
      return decoded.value
    }
    const { PK, SK }: ItemKey = item
    throw new InvariantViolated(`${PK} ${SK} is not a valid ${name}: ${decoded.refusal}`)
  }
  const create = (value: Value): Write => ({ kind: 'put-if-absent', item: encode(value) })
  const replace = (before: { readonly version: number }, after: Value): Write => {
    checkShape(name, unknownIn(before))
    return { kind: 'put-if-version', item: encode(after), version: before.version }
  }
  return {
    name,
    isIndexed: indexes !== undefined,
    key,
    encode,
    decode,
    tryDecode,
    async read(store, at, options = CONSISTENT) {
      const item = await store.get(at, options)
      return item && decode(item)
    },
    create,
    replace,
    put: (before, after) => (before === undefined ? create(after) : replace(before, after)),
    remove(before) {
      checkShape(name, unknownIn(before))
      return { kind: 'delete-if-version', key: key(before), version: before.version }
    },
    discard: (value) => ({ kind: 'delete', key: key(value) }),
    check: (before) => ({ kind: 'check-version', key: key(before), version: before.version }),
  }
}

/** Declares an entity whose members are its attributes. */
export function defineEntity<Value extends object, InKey extends keyof Value = never>(
  definition: EntityDefinition<Value, InKey>,
): Entity<Value> {
  const { schema, attributes = (value) => value } = definition
  const inKey = Object.entries<(key: ItemKey) => unknown>(definition.inKey)
  const toAttributes = (value: Value): object => {
    const copy: Record<string, unknown> = { ...attributes(value) }
    for (const [member] of inKey) copy[member] = undefined
    return copy
  }
  return entityOf(definition, toAttributes, (item) => {
    const value = attributesOf(item)
    const checked = check(schema, value)
    if (!checked.ok) return checked
    for (const [member, read] of inKey) value[member] = read(item)
    // The value that was checked, and not the parsed copy: the copy would drop attributes that a later
    // version of the server has written, and the next write would delete them.
    // A copy by spread is no hash table, so what asks the value is faster.
    return ok({ ...value } as Value)
  })
}

/**
 * Declares an entity whose attributes are arranged otherwise than its members: for example an event
 * whose members lie flat in the item of a task. Attributes that a later version adds stay with a value and with its copies by
 * spread (`{ ...value }`), under a symbol, and are written back.
 */
export function defineMappedEntity<Value extends object, Attributes extends object>(
  definition: MappedEntityDefinition<Value, Attributes>,
): Entity<Value> {
  const { schema, toAttributes, fromAttributes } = definition
  // One for each entity: what is unknown of one item is no part of another one.
  const unknown = Symbol(`what is unknown of a ${definition.name}`)
  const unknownIn = (value: { readonly [unknown]?: object }): object => value[unknown] ?? {}
  const tryDecode = (item: Item): Result<Value, string> => {
    const attributes = attributesOf(item)
    const checked = check(schema, attributes)
    if (!checked.ok) return checked
    const value = fromAttributes(checked.value, item)
    // A value says itself until when its item stays.
    const others = Object.keys(attributes).filter((at) => at !== 'ttl' && !(at in checked.value))
    if (others.length === 0) return ok(value)
    return ok({ ...value, [unknown]: Object.fromEntries(others.map((at) => [at, attributes[at]])) })
  }
  const attributes = (value: Value) => ({ ...unknownIn(value), ...toAttributes(value) })
  return entityOf(definition, attributes, tryDecode, unknownIn)
}
