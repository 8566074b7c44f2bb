import fc from 'fast-check'
import { countAttributes, countFromItem } from '../../../src/kernel/items/count-item.ts'
import type { CountMark, CountWrite, Item } from '../../../src/kernel/ports/store.ts'

/** The result of a write in the model: the item afterwards (undefined if none), or a failed condition. */
export type Effect = { readonly after: Item | undefined } | 'refused'

/** An effect that a condition decides. */
export const refuseUnless = (condition: boolean, after: Item | undefined): Effect =>
  condition ? { after } : 'refused'

/** The port's documentation of each count write, as simple code. */
export function countEffect(write: CountWrite, current: Item | undefined): Effect {
  const { rev, used, holds } = countFromItem(current)
  const isFinal = current?.isFinal === true
  const isOpen = isFinal && current.closed === undefined
  const itemWith = (next: Parameters<typeof countAttributes>[0]): Item => ({
    ...write.key,
    ...(isFinal && { isFinal }),
    ...(current?.closed !== undefined && { closed: current.closed }),
    ...countAttributes(next),
    rev: rev + 1,
  })
  switch (write.kind) {
    case 'count-claim': {
      const { amount, max, hold } = write
      const isNew = holds.every(({ ownerId }) => ownerId !== hold?.ownerId)
      return refuseUnless(
        used + amount <= max && isNew && (isOpen || !write.isFinal),
        itemWith({ used: used + amount, holds: hold ? [...holds, hold] : holds }),
      )
    }
    case 'count-confirm': {
      const others = holds.filter(({ ownerId }) => ownerId !== write.ownerId)
      return refuseUnless(
        others.length < holds.length && (isOpen || !write.isFinal),
        itemWith({ used, holds: write.hold ? [...others, write.hold] : others }),
      )
    }
    case 'count-release': {
      const { amount, markOf } = write
      const others = holds.filter(({ ownerId }) => ownerId !== markOf)
      return refuseUnless(
        current !== undefined &&
          amount <= used &&
          (markOf === undefined || others.length < holds.length),
        itemWith({ used: used - amount, holds: others }),
      )
    }
    case 'count-replace': {
      const { next, attributes } = write
      const after = { ...write.key, ...attributes, ...countAttributes(next), rev: rev + 1 }
      return refuseUnless(rev === write.ifRev, after)
    }
  }
}

/** Count writes of few owners, amounts and revisions, so that they interact. */
export function countWrites(PK: string): fc.Arbitrary<CountWrite> {
  const key = fc.constantFrom('SESSION#1', 'SESSION#2').map((SK) => ({ PK, SK }))
  const kind = <Kind extends string>(name: Kind) => ({ kind: fc.constant(name) })
  const ownerId = fc.constantFrom('bkg_1', 'ety_1@1777280400')
  const amount = fc.integer({ min: 1, max: 3 })
  const max = fc.integer({ min: 1, max: 8 })
  const mark: fc.Arbitrary<CountMark> = fc.record({
    ownerId,
    amount,
    expiresAtEpochSeconds: fc.nat({ max: 9 }),
  })
  const isFinal = fc.constant(true as const)
  const claim = { ...kind('count-claim'), key, amount, max }
  const confirm = fc.record(
    { ...kind('count-confirm'), key, ownerId, isFinal },
    { requiredKeys: ['kind', 'key', 'ownerId'] },
  )
  return fc.oneof(
    fc.record(claim),
    fc.record({ ...claim, isFinal }),
    fc
      .record({ ...claim, hold: mark })
      .map((write) => ({ ...write, hold: { ...write.hold, amount: write.amount } })),
    confirm,
    fc
      .record({ write: confirm, mark })
      .map(({ write, mark }) => ({ ...write, hold: { ...mark, ownerId: write.ownerId } })),
    fc.record(
      { ...kind('count-release'), key, amount, markOf: ownerId },
      { requiredKeys: ['kind', 'key', 'amount'] },
    ),
    fc
      .record({
        ...kind('count-replace'),
        key,
        ifRev: fc.nat({ max: 3 }),
        next: fc.record({
          used: amount,
          holds: fc.uniqueArray(mark, { maxLength: 2, selector: ({ ownerId }) => ownerId }),
        }),
        attributes: fc.record(
          { isFinal, closed: fc.constant({ kind: 'cancelled' }) },
          { requiredKeys: [] },
        ),
      })
      .map((write) => {
        const marked = write.next.holds.reduce((sum, each) => sum + each.amount, 0)
        return { ...write, next: { ...write.next, used: write.next.used + marked } }
      }),
  )
}
