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

test('a mapped entity arranges its attributes as its declaration says', () => {
  const entity = defineMappedEntity<
    { readonly at: string; readonly size: { readonly width: number } },
    { readonly width: number }
  >({
    name: 'sized thing',
    key: ({ at }) => ({ PK: 'THING', SK: at }),
    schema: z.object({ width: z.int() }),
    toAttributes: ({ size }) => ({ width: size.width }),
    fromAttributes: ({ width }, { SK }) => ({ at: SK, size: { width } }),
  })
  const value = { at: 'here', size: { width: 3 } }
  expect(entity.encode(value)).toEqual({ PK: 'THING', SK: 'here', width: 3 })
  expect(entity.decode(entity.encode(value))).toEqual(value)
})

test('an item that a store returns again is decoded once', () => {
  expect(roomEntity.decode(item)).toBe(roomEntity.decode(item))
  expect(roomEntity.decode({ ...item })).not.toBe(roomEntity.decode(item))
})
