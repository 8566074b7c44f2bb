import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCountWrite, keyOfWrite } from '../../../src/kernel/items/check-writes.ts'
import { ledgerAttributes, ledgerFromItem } from '../../../src/kernel/items/ledger-item.ts'
import type {
  FailedWrite,
  Item,
  ItemKey,
  LedgerState,
  Store,
  TransactOutcome,
  Write,
} from '../../../src/kernel/ports/store.ts'
import { countEffect, countWrites, type Effect, refuseUnless } from './count-model.ts'
import { eventually, freshPartition, type SharedStore, transact } from './harness.ts'

/** The port's documentation of each write, as simple code. */
function effectOf(write: Write, current: Item | undefined): Effect {
  switch (write.kind) {
    case 'put-if-absent': {
      const expiresAt = current?.expiresAtEpochSeconds as number | undefined
      const now = write.orIfExpiredAtEpochSeconds
      const isExpired = expiresAt !== undefined && now !== undefined && expiresAt <= now
      return refuseUnless(current === undefined || isExpired, write.item)
    }
    case 'outbox-append':
      return refuseUnless(current === undefined, write.item)
    case 'put-if-present':
      return refuseUnless(current !== undefined, write.item)
    case 'put-if-version':
      return refuseUnless(current?.version === write.version, write.item)
    case 'delete':
      return { after: undefined }
    case 'delete-if-version':
      return refuseUnless(current?.version === write.version, undefined)
    case 'check-version':
      return refuseUnless(current?.version === write.version, current)
    case 'counter-add': {
      const counted = write.counts.map(({ name, amount, max }) => {
        const next = ((current?.[name] as number | undefined) ?? 0) + amount
        return { name, next, hasRoom: next <= max }
      })
      const after = Object.fromEntries(counted.map(({ name, next }) => [name, next]))
      const hasRoom = counted.every((count) => count.hasRoom)
      return refuseUnless(hasRoom, { ...current, ...write.key, ...after, ttl: write.ttl })
    }
    default:
      return isCountWrite(write)
        ? countEffect(write, current)
        : ledgerEffect(write, ledgerFromItem(current))
  }
}

type LedgerWrite = Extract<Write, { kind: `ledger-${string}` }>

function ledgerEffect(write: LedgerWrite, day: LedgerState): Effect {
  const dayWith = (next: Omit<LedgerState, 'rev'>): Item => ({
    ...write.key,
    ...ledgerAttributes(next),
    rev: day.rev + 1,
  })
  switch (write.kind) {
    case 'ledger-claim': {
      const claimed = quantaOf(write)
      return refuseUnless(
        claimed.every((quantum) => !day.taken.has(quantum)),
        dayWith({
          taken: new Set([...day.taken, ...claimed]),
          holds: [...day.holds, ...(write.hold ? [write.hold] : [])],
          blocks: [...day.blocks, ...(write.block ? [write.block] : [])],
          bookings: [...(day.bookings ?? []), ...(write.booking ? [write.booking] : [])],
        }),
      )
    }
    case 'ledger-confirm': {
      const holds = day.holds.filter((hold) => hold.bookingId !== write.bookingId)
      const bookings = [...(day.bookings ?? []), ...(write.booking ? [write.booking] : [])]
      return refuseUnless(holds.length < day.holds.length, dayWith({ ...day, holds, bookings }))
    }
    case 'ledger-release': {
      const { mark } = write
      const released = new Set(quantaOf(write))
      const taken = new Set([...day.taken].filter((quantum) => !released.has(quantum)))
      if (mark === undefined) return { after: dayWith({ ...day, taken }) }
      const holds = day.holds.filter(
        (hold) => !('holdOf' in mark) || hold.bookingId !== mark.holdOf,
      )
      const blocks = day.blocks.filter(
        (block) => !('blockId' in mark) || block.blockId !== mark.blockId,
      )
      const { bookings: had = [] } = day
      const bookings = had.filter(
        (booking) => !('bookingOf' in mark) || booking.bookingId !== mark.bookingOf,
      )
      const isGone =
        holds.length + blocks.length + bookings.length <
        day.holds.length + day.blocks.length + had.length
      return refuseUnless(isGone, dayWith({ taken, holds, blocks, bookings }))
    }
    case 'ledger-replace':
      return refuseUnless(day.rev === write.ifRev, dayWith(write.next))
    case 'ledger-extend': {
      const { hold } = write
      const own = day.holds.find(({ bookingId }) => bookingId === hold.bookingId)
      const others = day.holds.filter((each) => each !== own)
      return refuseUnless(
        own?.firstQuantum === hold.firstQuantum &&
          own.quantumCount === hold.quantumCount &&
          own.expiresAtEpochSeconds <= hold.expiresAtEpochSeconds,
        dayWith({ ...day, holds: [...others, hold] }),
      )
    }
  }
}

const quantaOf = (claim: { readonly firstQuantum: number; readonly quantumCount: number }) =>
  Array.from({ length: claim.quantumCount }, (_, index) => claim.firstQuantum + index)

/** Applies all writes to the model, or none. */
function transactInModel(model: Map<string, Item>, writes: readonly Write[]): TransactOutcome {
  const effects = writes.map((write) => effectOf(write, model.get(keyOfWrite(write).SK)))
  const failed = effects.flatMap((effect, index): FailedWrite[] => {
    if (effect !== 'refused') return []
    const current = model.get(keyOfWrite(writes[index] as Write).SK)
    return [current === undefined ? { index } : { index, current }]
  })
  if (failed.length > 0) return { committed: false, failed }
  for (const [index, write] of writes.entries()) {
    const effect = effects[index] as Exclude<Effect, 'refused'>
    if (effect.after === undefined) model.delete(keyOfWrite(write).SK)
    else model.set(keyOfWrite(write).SK, effect.after)
  }
  return { committed: true }
}

/** Placeholder for the partition of a run, so that runs do not interfere. */
const ANY_PARTITION = 'P'

/** Few keys, versions and quanta, so that writes interact. */
function anyWrites(): fc.Arbitrary<readonly Write[]> {
  const PK = ANY_PARTITION
  const version = fc.integer({ min: 1, max: 3 })
  const key: fc.Arbitrary<ItemKey> = fc.constantFrom('A', 'B', 'C').map((SK) => ({ PK, SK }))
  const day: fc.Arbitrary<ItemKey> = fc.constantFrom('DAY#1', 'DAY#2').map((SK) => ({ PK, SK }))
  const optional = { requiredKeys: [] }
  const inIndex = fc.option(
    fc.record({
      GSI1PK: fc.constantFrom(`${PK}#x`, `${PK}#y`),
      GSI1SK: fc.constantFrom('1', '2'),
    }),
    { nil: {} },
  )
  const attributes = fc.record(
    { name: fc.string(), expiresAtEpochSeconds: fc.integer({ min: 1, max: 9 }) },
    optional,
  )
  const item = fc
    .tuple(key, version, inIndex, attributes)
    .map(([itemKey, each, index, more]): Item => ({ ...itemKey, version: each, ...index, ...more }))
  const claim = {
    firstQuantum: fc.integer({ min: 0, max: 9 }),
    quantumCount: fc.integer({ min: 1, max: 4 }),
  }
  const bookingId = fc.constantFrom('bkg_1', 'bkg_2')
  const hold = fc.record({ bookingId, ...claim, expiresAtEpochSeconds: fc.nat({ max: 9 }) })
  const block = fc.record({ blockId: fc.constant('blk_1'), ...claim })
  const booking = fc.record({ bookingId, ...claim })
  const oneOf = <Value>(value: fc.Arbitrary<Value>) =>
    fc.option(value, { nil: undefined }).map((each) => (each === undefined ? [] : [each]))
  const next = fc.record({
    taken: fc.uniqueArray(fc.nat({ max: 12 })).map((quanta) => new Set(quanta)),
    holds: oneOf(hold),
    blocks: oneOf(block),
    bookings: oneOf(booking),
  })
  const kind = <Kind extends string>(name: Kind) => ({ kind: fc.constant(name) })
  const count = fc.record({
    name: fc.constantFrom('day', 'hour'),
    amount: fc.integer({ min: 1, max: 3 }),
    max: fc.integer({ min: 1, max: 6 }),
  })
  const counterAdd = fc.record({
    ...kind('counter-add'),
    key: fc.constantFrom('C#1', 'C#2').map((SK) => ({ PK, SK })),
    counts: fc.uniqueArray(count, { minLength: 1, maxLength: 2, selector: ({ name }) => name }),
    ttl: fc.constantFrom(4_000_000_000, 4_000_000_001),
  })
  const write: fc.Arbitrary<Write> = fc.oneof(
    counterAdd,
    fc.record({ ...kind('put-if-absent'), item }),
    fc.record({ ...kind('put-if-absent'), item, orIfExpiredAtEpochSeconds: fc.nat({ max: 9 }) }),
    fc.record({ ...kind('outbox-append'), item }),
    fc.record({ ...kind('put-if-version'), item, version }),
    fc.record({ ...kind('delete'), key }),
    fc.record({ ...kind('delete-if-version'), key, version }),
    fc.record({ ...kind('check-version'), key, version }),
    fc.record({ ...kind('ledger-claim'), key: day, ...claim }),
    fc.record({ ...kind('ledger-claim'), key: day, ...claim, hold }),
    fc.record({ ...kind('ledger-claim'), key: day, ...claim, block }),
    fc.record({ ...kind('ledger-claim'), key: day, ...claim, booking }),
    fc.record({ ...kind('ledger-confirm'), key: day, bookingId }),
    fc.record({ ...kind('ledger-confirm'), key: day, bookingId, booking }),
    fc.record({ ...kind('ledger-release'), key: day, ...claim }),
    fc.record({
      ...kind('ledger-release'),
      key: day,
      ...claim,
      mark: fc.oneof(
        fc.record({ holdOf: bookingId }),
        fc.constant({ blockId: 'blk_1' }),
        fc.record({ bookingOf: bookingId }),
      ),
    }),
    fc.record({ ...kind('ledger-extend'), key: day, hold }),
    { weight: 5, arbitrary: countWrites(PK) },
    fc.record({ ...kind('ledger-replace'), key: day, ifRev: fc.nat({ max: 3 }), next }),
  )
  return fc.uniqueArray(write, {
    minLength: 1,
    maxLength: 4,
    selector: (each) => keyOfWrite(each).SK,
  })
}

const bySortKey = (items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => (a.SK < b.SK ? -1 : 1))

async function expectSame(store: Store, PK: string, model: Map<string, Item>): Promise<void> {
  const expected = bySortKey([...model.values()])
  expect((await store.query({ partition: PK, consistent: true })).items).toEqual(expected)
  for (const partition of [`${PK}#x`, `${PK}#y`]) {
    const inIndex = expected.filter((item) => item.GSI1PK === partition)
    await eventually(async () => {
      const { items } = await store.query({ index: 'GSI1', partition })
      expect(bySortKey(items)).toEqual(inIndex)
    })
  }
}

/** Random transactions, compared with a model of the port. */
export function modelTests(store: SharedStore): void {
  describe('against a model', () => {
    test('any sequence of transactions has the outcomes and the state of the model', async () => {
      const sequence = fc.array(anyWrites(), { minLength: 5, maxLength: 25 })
      await fc.assert(
        fc.asyncProperty(sequence, async (transactions) => {
          const PK = freshPartition()
          const model = new Map<string, Item>()
          for (const writes of transactions) {
            const moved = writes.map((write) => inPartition(write, PK))
            expect(await transact(store(), ...moved)).toEqual(transactInModel(model, moved))
          }
          await expectSame(store(), PK, model)
        }),
        { numRuns: 40 },
      )
    })
  })
}

function inPartition(write: Write, PK: string): Write {
  if (!('item' in write)) return { ...write, key: { ...write.key, PK } }
  const { GSI1PK, ...item } = write.item
  const index = typeof GSI1PK === 'string' ? { GSI1PK: GSI1PK.replace(ANY_PARTITION, PK) } : {}
  return { ...write, item: { ...item, ...index, PK, SK: write.item.SK } }
}
