import { InvariantViolated, ok, type Result, refuse } from '@holdfast/engine'
import type { z } from 'zod'
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
  /**
   * Replaces the item; fails unless the stored version is that of `before`. Throws `StoreUnavailable` if `before` has a
   * `shape`, as items of later versions do.
   */
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
  GSI5: ['GSI5PK', 'GSI5SK'],
} as const

const NOT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'PK',
  'SK',
  ...Object.values(INDEX_ATTRIBUTES).flat(),
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

function addIndexAttributes(item: Record<string, AttributeValue>, indexes: IndexKeys): void {
  for (const index of INDEX_NAMES) {
    const place = indexes[index]
    if (!place) continue
    const [partition, sortKey] = INDEX_ATTRIBUTES[index]
    item[partition] = place[0]
    item[sortKey] = place[1]
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Copies the defined members of an object into an item, but for some. */
function addMembers(
  item: Record<string, AttributeValue>,
  members: object,
  except: ReadonlySet<string>,
): void {
  // The schema of the entity says that its members are attributes.
  const attributes = members as Readonly<Record<string, AttributeValue | undefined>>
  for (const name in attributes) {
    const attribute = attributes[name]
    if (attribute !== undefined && !except.has(name)) item[name] = attribute
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
  addAttributes: (item: Record<string, AttributeValue>, value: Value) => void,
  tryDecode: (item: Item) => Result<Value, string>,
  unknownIn: (value: object) => object = (value) => value,
): Entity<Value> {
  const encode = (value: Value): Item => {
    const item: Record<string, AttributeValue> = { ...key(value) }
    if (indexes) addIndexAttributes(item, indexes(value))
    addAttributes(item, value)
    const ttlEpochSeconds = ttl?.(value)
    if (ttlEpochSeconds !== undefined) item.ttl = ttlEpochSeconds
    // The key was spread in above; a record of attributes does not say so.
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
    replace(before, after) {
      checkShape(name, unknownIn(before))
      return { kind: 'put-if-version', item: encode(after), version: before.version }
    },
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
  const keyMembers: ReadonlySet<string> = new Set(inKey.map(([member]) => member))
  const add = (item: Record<string, AttributeValue>, value: Value): void =>
    addMembers(item, attributes(value), keyMembers)
  return entityOf(definition, add, (item) => {
    const value = attributesOf(item)
    const checked = check(schema, value)
    if (!checked.ok) return checked
    for (const [member, read] of inKey) value[member] = read(item)
    // The value that was checked, and not the parsed copy: the copy would drop attributes that a later
    // version of the server has written, and the next write would delete them.
    return ok(value as Value)
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
  const add = (item: Record<string, AttributeValue>, value: Value): void => {
    addMembers(item, unknownIn(value), NONE)
    addMembers(item, toAttributes(value), NONE)
  }
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
  return entityOf(definition, add, tryDecode, unknownIn)
}
