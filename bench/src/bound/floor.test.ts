import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSqliteStore } from '../../../packages/server/src/adapters/sqlite/sqlite-store.ts'
import { createSecrets } from '../../../packages/server/src/adapters/system/secrets.ts'
import type { Item, Write } from '../../../packages/server/src/kernel/ports/store.ts'
import { bookerOf } from '../http/bodies.ts'
import { createBookingRecorder } from '../http/recorded-bookings.ts'
import { instantText, startsAhead } from '../http/slot-pool.ts'
import { createDayMaker, FloorStore, rowOf } from './floor-store.ts'
import { COLUMNS, type HoldSample, type Row, readRows, rowsOfHold } from './hold-sample.ts'
import { type Claim, createHoldMaker } from './made-hold.ts'
import { compileHold, valuesOf } from './texts.ts'
import { ThreadStore } from './thread-store.ts'

const SLOTS_PER_DAY = 14
const ahead = startsAhead(Date.now())
/** Two times of one day, and one of another. */
const STARTS = [ahead[0], ahead[1], ahead[SLOTS_PER_DAY]] as readonly number[]
const secrets = createSecrets(new Uint8Array(32))

const recordThree = async () => {
  const record = await createBookingRecorder()
  const slots = STARTS.map((startEpochMinutes) => ({ provider: 3, startEpochMinutes }))
  return (await record(slots)).map(({ hold }) => hold)
}

const itemsOf = (writes: readonly Write[]): readonly Item[] =>
  writes.flatMap((write) => ('item' in write ? [write.item] : []))

const claimOf = (writes: readonly Write[]): Claim => {
  const claim = writes.find((write) => write.kind === 'ledger-claim')
  if (claim === undefined) throw new Error('a hold claims time')
  return claim
}

const sampleOf = (writes: readonly Write[]): HoldSample => {
  const [booking, trigger, event] = itemsOf(writes) as [Item, Item, Item]
  const { booking: view } = event.data as { readonly booking: { readonly id: string } }
  return {
    status: 202,
    headers: [['x-request-id', '3c3f8a4e-0000-4000-8000-000000000000']],
    answer: JSON.stringify({ ...view, manageToken: secrets.manageToken(view.id) }),
    rows: { booking: rowOf(booking), trigger: rowOf(trigger), event: rowOf(event) },
  }
}

const folderOf = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-floor-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** All rows of a file, by key. */
const rowsIn = (file: string): readonly Row[] => readRows(file, 'ORDER BY pk, sk')

/** A text without what no two holds have in common. */
const shapeOf = (text: unknown): string =>
  String(text)
    .replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, 'id')
    .replaceAll(/[A-Za-z0-9+/]{43}=/g, 'hash')
    .replaceAll(/hm_\w{49}/g, 'token')
    .replaceAll(/\d/g, '0')

test('texts compiled from one hold, with the values of another one, are the rows of the other one', async () => {
  const [first, second, third] = (await recordThree()).map(sampleOf) as HoldSample[] &
    [HoldSample, HoldSample, HoldSample]
  const texts = compileHold(first, valuesOf(first))
  for (const other of [second, third]) {
    const values = valuesOf(other)
    expect(texts.answer(values)).toBe(other.answer)
    expect(texts.rows.booking(values)).toEqual(other.rows.booking)
    expect(texts.rows.trigger(values)).toEqual(other.rows.trigger)
    expect(texts.rows.event(values)).toEqual(other.rows.event)
  }
})

test('a hold of the floor claims the same time as a hold of Holdfast, and writes rows of the same form', async () => {
  const [first, second] = (await recordThree()) as [readonly Write[], readonly Write[]]
  const expected = sampleOf(second)
  const start = STARTS[1] as number
  const { eventTypeId } = valuesOf(expected)
  const body = { eventTypeId, start: instantText(start), booker: bookerOf(start) }
  const made = createHoldMaker(sampleOf(first), [])(body)
  const { key, firstQuantum, quantumCount } = claimOf(second)
  expect(made.claim.key.SK).toBe(key.SK)
  expect(made.claim).toMatchObject({ firstQuantum, quantumCount })
  const { booking, trigger, event } = expected.rows
  expect(made.rows.map((row) => row.map(shapeOf))).toEqual(
    [booking, trigger, event].map((row) => row.map(shapeOf)),
  )
  expect(shapeOf(made.answer)).toBe(shapeOf(expected.answer))
})

test('what is left out of a hold of the floor is not written', async () => {
  const [hold] = (await recordThree()) as [readonly Write[]]
  const sample = sampleOf(hold)
  const start = STARTS[0] as number
  const { eventTypeId } = valuesOf(sample)
  const body = { eventTypeId, start: instantText(start), booker: bookerOf(start) }
  const partitions = (rows: readonly Row[]) => rows.map(([pk]) => String(pk).split('#')[0])
  const withoutEvent = createHoldMaker(sample, ['event'])(body).rows
  expect(partitions(withoutEvent)).toEqual(['BOOKING', 'EXPIRATION_TRIGGER'])
  const [booking, ...others] = createHoldMaker(sample, ['trigger', 'lists'])(body).rows
  expect(partitions(others)).toEqual(['OUTBOX'])
  expect(booking?.slice(COLUMNS.indexOf('gsi1pk'))).toEqual(Array(10).fill(null))
  const [, lasting] = createHoldMaker(sample, ['time-to-live'])(body).rows
  expect(lasting?.[COLUMNS.indexOf('ttl')]).toBeNull()
})

test('the floor leaves the same rows in its file as the SQLite adapter', async () => {
  const folder = await folderOf()
  const holds = await recordThree()
  const fileOf = (name: string) => join(folder, `${name}.sqlite`)
  const adapter = await createSqliteStore({ file: fileOf('adapter') })
  const [floor, beforehand] = [new FloorStore(fileOf('floor')), new FloorStore(fileOf('before'))]
  const dayOf = createDayMaker()
  for (const [place, writes] of holds.entries()) {
    const rows = itemsOf(writes).map((item) => rowOf(item))
    expect(await adapter.transact(writes, `hold-${place}`)).toEqual({ committed: true })
    expect(await floor.writeHold(rows, claimOf(writes))).toBe(true)
    await beforehand.writeMade({ rows, day: dayOf(claimOf(writes)) })
  }
  await Promise.all([adapter.close(), floor.close(), beforehand.close()])
  const expected = rowsIn(fileOf('adapter'))
  expect(expected).toHaveLength(3 * 3 + 2)
  expect(rowsIn(fileOf('floor'))).toEqual(expected)
  expect(rowsIn(fileOf('before'))).toEqual(expected)
})

test('the rows of one hold are found in a file with several', async () => {
  const file = join(await folderOf(), 'holds.sqlite')
  const holds = await recordThree()
  const floor = new FloorStore(file)
  for (const writes of holds)
    await floor.writeHold(
      itemsOf(writes).map((item) => rowOf(item)),
      claimOf(writes),
    )
  await floor.close()
  const expected = sampleOf(holds[1] as readonly Write[])
  expect(rowsOfHold(file, valuesOf(expected).bookingId)).toEqual(expected.rows)
})

test('the floor refuses a hold whose time is taken, and writes nothing of it', async () => {
  const file = join(await folderOf(), 'taken.sqlite')
  const [writes] = (await recordThree()) as [readonly Write[]]
  const floor = new FloorStore(file)
  const rows = itemsOf(writes).map((item) => rowOf(item))
  await floor.writeHold(rows, claimOf(writes))
  const others = rows.map(([pk, sk, ...rest]): Row => [`${pk}-2`, `${sk}-2`, ...rest])
  expect(await floor.writeHold(others, claimOf(writes))).toBe(false)
  await floor.close()
  expect(rowsIn(file)).toHaveLength(4)
})

test('a writer thread writes the rows of the floor, each hold once, and refuses a time that is taken', async () => {
  const folder = await folderOf()
  const fileOf = (name: string) => join(folder, `${name}.sqlite`)
  const floor = new FloorStore(fileOf('floor'))
  const thread = new ThreadStore(fileOf('thread'))
  const holds = (await recordThree()).map((writes) => ({
    rows: itemsOf(writes).map((item) => rowOf(item)),
    claim: claimOf(writes),
  }))
  const [first] = holds as [(typeof holds)[number]]
  for (const { rows, claim } of holds) await floor.writeHold(rows, claim)
  const answers = holds.map(({ rows, claim }, place) => thread.writeOnce(rows, claim, `${place}`))
  expect(await Promise.all(answers)).toEqual([true, true, true])
  expect(await thread.writeOnce(first.rows, first.claim, '0')).toBe(true)
  expect(await thread.writeOnce(first.rows, first.claim, 'other')).toBe(false)
  await Promise.all([floor.close(), thread.close()])
  expect(rowsIn(fileOf('thread'))).toEqual(rowsIn(fileOf('floor')))
})
