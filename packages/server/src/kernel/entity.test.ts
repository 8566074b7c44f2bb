import { InvariantViolated } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEntity, defineMappedEntity } from './entity.ts'
import { keyTail } from './keys.ts'

interface Room {
  readonly id: string
  readonly version: number
  readonly floor: string
  readonly note?: string
}

const roomEntity = defineEntity<Room, 'id'>({
  name: 'room',
  key: ({ id }) => ({ PK: `ROOM#${id}`, SK: '#METADATA' }),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, floor, note }) => ({
    GSI1: ['FLOOR', `${floor}#${id}`],
    GSI2: note !== undefined && ['NOTED', id],
  }),
  schema: z.object({ version: z.int(), floor: z.string(), note: z.exactOptional(z.string()) }),
  ttl: ({ version }) => (version > 1 ? 1_777_000_000 : undefined),
})

const room: Room = { id: 'r_1', version: 1, floor: '2' }
const item = {
  PK: 'ROOM#r_1',
  SK: '#METADATA',
  GSI1PK: 'FLOOR',
  GSI1SK: '2#r_1',
  version: 1,
  floor: '2',
}

test('an item holds the key, the indexes it is in, and each attribute once', () => {
  expect(roomEntity.encode(room)).toEqual(item)
  expect(roomEntity.encode({ ...room, version: 2, note: 'sunny' })).toEqual({
    ...item,
    GSI2PK: 'NOTED',
    GSI2SK: 'r_1',
    version: 2,
    note: 'sunny',
    ttl: 1_777_000_000,
  })
})

test('decoding an item gives back the value without its keys', () => {
  expect(roomEntity.decode(item)).toEqual(room)
})

test('attributes of a later version survive a read and a write', () => {
  const later = { ...item, colors: ['red'] }
  expect(roomEntity.encode(roomEntity.decode(later))).toEqual(later)
})

test('an item that does not fit its schema is refused with the attribute that is wrong', () => {
  const wrong = { ...item, floor: 2 }
  expect(roomEntity.tryDecode(wrong)).toEqual({
    ok: false,
    refusal: 'floor: Invalid input: expected string, received number',
  })
  expect(() => roomEntity.decode(wrong)).toThrow(
    new InvariantViolated(
      'ROOM#r_1 #METADATA is not a valid room: floor: Invalid input: expected string, received number',
    ),
  )
})

test('each write carries the condition that its name promises', () => {
  const after = { ...room, version: 2 }
  const key = { PK: 'ROOM#r_1', SK: '#METADATA' }
  expect(roomEntity.create(room)).toEqual({ kind: 'put-if-absent', item })
  expect(roomEntity.replace(room, after)).toEqual({
    kind: 'put-if-version',
    item: { ...item, version: 2, ttl: 1_777_000_000 },
    version: 1,
  })
  expect(roomEntity.remove(room)).toEqual({ kind: 'delete-if-version', key, version: 1 })
  expect(roomEntity.discard(room)).toEqual({ kind: 'delete', key })
  expect(roomEntity.check(room)).toEqual({ kind: 'check-version', key, version: 1 })
})

test('an item whose shape a later version has chosen is read, but not changed', () => {
  const read = roomEntity.decode({ ...item, shape: 2 })
  const refusal =
    'a newer version of Holdfast wrote this room (shape 2), so this version does not change it'
  expect(() => roomEntity.replace(read, { ...read, version: 2 })).toThrow(refusal)
  expect(() => roomEntity.remove(read)).toThrow(refusal)
})

interface Sized {
  readonly at: string
  readonly version: number
  readonly size: { readonly width: number }
}

const sizedEntity = defineMappedEntity<Sized, { readonly version: number; readonly width: number }>(
  {
    name: 'sized thing',
    key: ({ at }) => ({ PK: 'THING', SK: at }),
    schema: z.object({ version: z.int(), width: z.int() }),
    toAttributes: ({ version, size }) => ({ version, width: size.width }),
    fromAttributes: ({ version, width }, { SK }) => ({ at: SK, version, size: { width } }),
    ttl: ({ size }) => (size.width > 3 ? 1_777_000_000 : undefined),
  },
)
const sized: Sized = { at: 'here', version: 1, size: { width: 3 } }
const sizedItem = { PK: 'THING', SK: 'here', version: 1, width: 3 }

test('a mapped entity arranges its attributes as its declaration says', () => {
  expect(sizedEntity.encode(sized)).toEqual(sizedItem)
  expect(sizedEntity.decode(sizedItem)).toEqual(sized)
})

test('a mapped entity keeps attributes of a later version in what is made of a value', () => {
  const read = sizedEntity.decode({ ...sizedItem, colors: ['red'], ttl: 1_776_000_000 })
  const wider = { ...read, version: 2, size: { width: 4 } }
  expect(sizedEntity.replace(read, wider)).toEqual({
    kind: 'put-if-version',
    item: { ...sizedItem, version: 2, width: 4, colors: ['red'], ttl: 1_777_000_000 },
    version: 1,
  })
  // The end of an item is nothing unknown: without a new one, it has none.
  const item = sizedEntity.encode({ ...read, size: { width: 2 } })
  expect(item).toEqual({ ...sizedItem, width: 2, colors: ['red'] })
  // They are no part of what the value says.
  expect(JSON.parse(JSON.stringify(read))).toEqual(sized)
})

test('a mapped entity writes no attributes that another entity does not know', () => {
  const other = defineMappedEntity<Sized, { readonly width: number }>({
    name: 'copy of a sized thing',
    key: ({ at }) => ({ PK: 'COPY', SK: at }),
    schema: z.object({ width: z.int() }),
    toAttributes: ({ size }) => ({ width: size.width }),
    fromAttributes: ({ width }, { SK }) => ({ at: SK, version: 1, size: { width } }),
  })
  const read = sizedEntity.decode({ ...sizedItem, colors: ['red'] })
  expect(other.encode(read)).toEqual({ PK: 'COPY', SK: 'here', width: 3 })
})

test('a mapped item whose shape a later version has chosen is read, but not changed', () => {
  const read = sizedEntity.decode({ ...sizedItem, shape: 2 })
  const refusal =
    'a newer version of Holdfast wrote this sized thing (shape 2), so this version does not change it'
  expect(() => sizedEntity.replace(read, { ...read, version: 2 })).toThrow(refusal)
  expect(() => sizedEntity.remove(read)).toThrow(refusal)
})

test('an item that a store returns again is decoded once', () => {
  expect(roomEntity.decode(item)).toBe(roomEntity.decode(item))
  expect(roomEntity.decode({ ...item })).not.toBe(roomEntity.decode(item))
})
