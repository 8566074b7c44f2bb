import { EMPTY_COUNT, invariant } from '@holdfast/engine'
import type { AttributeValue, CountMark, CountState, Item, StoredCount } from '../ports/store.ts'
import { HOLD, holdAttribute, REV } from './ledger-item.ts'

/**
 * The count item: `used` is the sum of all amounts; `hold:<ownerId>` is `[amount, expiresAtEpochSeconds]`;
 * `rev` counts the writes. `isFinal` is true on a session that has a confirmed seat; `closed` exists once
 * nobody can join it. An item may have attributes of its owner beside them.
 */

export const USED = 'used'
export const IS_FINAL = 'isFinal'
export const CLOSED = 'closed'

/** The value of the mark of an owner. */
export const countMarkValue = (mark: CountMark): readonly number[] => [
  mark.amount,
  mark.expiresAtEpochSeconds,
]

/** Reports whether an attribute is a part of the count itself, or of the key. */
export const isCountAttribute = (name: string): boolean =>
  name === USED || name === REV || name === 'PK' || name === 'SK' || name.startsWith(HOLD)

/** Reads a count item; `undefined` is a count of 0. Throws `InvariantViolated` for a malformed mark. */
export function countFromItem(item: Item | undefined): StoredCount {
  if (item === undefined) return { rev: 0, ...EMPTY_COUNT }
  const holds: CountMark[] = []
  for (const name in item) {
    if (!name.startsWith(HOLD)) continue
    const value = item[name]
    invariant(Array.isArray(value) && value.length === 2, 'a count mark is malformed')
    const [amount, expiresAtEpochSeconds] = value as readonly number[]
    holds.push({
      ownerId: name.slice(HOLD.length),
      amount: amount as number,
      expiresAtEpochSeconds: expiresAtEpochSeconds as number,
    })
  }
  return { rev: item[REV] as number, used: item[USED] as number, holds }
}

/** The attributes of a count, without the key, `rev` and the attributes of its owner. */
export function countAttributes({ used, holds }: CountState): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = { [USED]: used }
  for (const mark of holds) attributes[holdAttribute(mark.ownerId)] = countMarkValue(mark)
  return attributes
}
