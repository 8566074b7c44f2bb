import { invariant } from '@holdfast/engine'
import {
  blockAttribute,
  bookingAttribute,
  holdAttribute,
  holdValue,
  ledgerAttributes,
  markAttribute,
  REV,
  rangeValue,
  TAKEN,
} from '../../kernel/items/ledger-item.ts'
import type { Item, ItemKey, Write } from '../../kernel/ports/store.ts'
import { marshall, marshallKey, marshallValue } from './codec.ts'
import {
  countsHaveRoom,
  keyIsFree,
  keyIsFreeOrExpiredAt,
  keyIsTaken,
  markEndsBy,
  markExists,
  quantaAreFree,
  revIs,
  versionIs,
} from './conditions.ts'
import { countEntry } from './count-requests.ts'
import { ALL_OLD, put, update } from './entries.ts'
import type { PutInput, TransactEntry, WireValue } from './wire.ts'

type WriteOf<Kind extends Write['kind']> = Extract<Write, { kind: Kind }>

/** The key of the item that a write is about. */
export const keyOf = (write: Write): ItemKey => ('item' in write ? write.item : write.key)

function quantumSet(firstQuantum: number, quantumCount: number): WireValue {
  invariant(quantumCount >= 1, 'a ledger write has no quantum')
  return { NS: Array.from({ length: quantumCount }, (_, i) => String(firstQuantum + i)) }
}

function ledgerClaim(table: string, write: WriteOf<'ledger-claim'>): TransactEntry {
  const names: Record<string, string> = { '#taken': TAKEN, '#rev': REV }
  const values: Record<string, WireValue> = {
    ':quanta': quantumSet(write.firstQuantum, write.quantumCount),
    ':one': { N: '1' },
  }
  const marks: string[] = []
  if (write.hold) {
    marks.push('#hold = :hold')
    names['#hold'] = holdAttribute(write.hold.bookingId)
    values[':hold'] = marshallValue(holdValue(write.hold))
  }
  if (write.block) {
    marks.push('#block = :block')
    names['#block'] = blockAttribute(write.block.blockId)
    values[':block'] = marshallValue(rangeValue(write.block))
  }
  if (write.booking) {
    marks.push('#booking = :booking')
    names['#booking'] = bookingAttribute(write.booking.bookingId)
    values[':booking'] = marshallValue(rangeValue(write.booking))
  }
  const setMarks = marks.length > 0 ? ` SET ${marks.join(', ')}` : ''
  return update(table, write.key, {
    expression: `ADD #taken :quanta, #rev :one${setMarks}`,
    names,
    values,
    condition: quantaAreFree(write.firstQuantum, write.quantumCount),
  })
}

const ledgerConfirm = (table: string, { key, bookingId, booking }: WriteOf<'ledger-confirm'>) =>
  update(table, key, {
    expression: `REMOVE #mark ADD #rev :one${booking ? ' SET #booking = :booking' : ''}`,
    names: {
      '#mark': holdAttribute(bookingId),
      '#rev': REV,
      ...(booking && { '#booking': bookingAttribute(booking.bookingId) }),
    },
    values: {
      ':one': { N: '1' },
      ...(booking && { ':booking': marshallValue(rangeValue(booking)) }),
    },
    condition: markExists,
  })

function ledgerRelease(table: string, write: WriteOf<'ledger-release'>): TransactEntry {
  const { mark } = write
  const names = { '#taken': TAKEN, '#rev': REV }
  const values = {
    ':quanta': quantumSet(write.firstQuantum, write.quantumCount),
    ':one': { N: '1' },
  } as const
  const expression = 'DELETE #taken :quanta ADD #rev :one'
  if (mark === undefined) return update(table, write.key, { expression, names, values })
  return update(table, write.key, {
    expression: `${expression} REMOVE #mark`,
    names: { ...names, '#mark': markAttribute(mark) },
    values,
    condition: markExists,
  })
}

// Puts the whole item instead of updating it, which removes marks that are not in `next`.
const ledgerReplace = (table: string, write: WriteOf<'ledger-replace'>): TransactEntry =>
  put(
    table,
    marshall({
      PK: write.key.PK,
      SK: write.key.SK,
      [REV]: write.ifRev + 1,
      ...ledgerAttributes(write.next),
    }),
    revIs(write.ifRev),
  )

const ledgerExtend = (table: string, { key, hold }: WriteOf<'ledger-extend'>) =>
  update(table, key, {
    expression: 'SET #mark = :mark ADD #rev :one',
    names: { '#mark': holdAttribute(hold.bookingId), '#rev': REV },
    values: { ':mark': marshallValue(holdValue(hold)), ':one': { N: '1' } },
    condition: markEndsBy(hold),
  })

function counterAdd(table: string, { key, counts, ttl }: WriteOf<'counter-add'>): TransactEntry {
  invariant(counts.length >= 1, 'a counter write has no count')
  const values: Record<string, WireValue> = { ':ttl': { N: String(ttl) } }
  const additions = counts.map(({ amount }, index) => {
    values[`:add${index}`] = { N: String(amount) }
    return `#c${index} :add${index}`
  })
  return update(table, key, {
    expression: `ADD ${additions.join(', ')} SET #ttl = :ttl`,
    names: { '#ttl': 'ttl' },
    values,
    condition: countsHaveRoom(counts),
  })
}

/** The request that puts an item unless one with its key exists, as a lone write. */
export const putIfAbsent = (table: string, item: Item): PutInput => ({
  TableName: table,
  Item: marshall(item),
  ...keyIsFree,
  ...ALL_OLD,
})

/**
 * Translates a write of the port into an entry of `TransactWriteItems`. Every entry asks DynamoDB to
 * return the stored item if its condition fails. Throws `InvariantViolated` beyond DynamoDB's limits.
 */
export function transactEntry(table: string, write: Write): TransactEntry {
  switch (write.kind) {
    case 'put-if-absent': {
      const expiredAt = write.orIfExpiredAtEpochSeconds
      const condition = expiredAt === undefined ? keyIsFree : keyIsFreeOrExpiredAt(expiredAt)
      return put(table, marshall(write.item), condition)
    }
    case 'outbox-append':
      return put(table, marshall(write.item), keyIsFree)
    case 'put-if-version':
      return put(table, marshall(write.item), versionIs(write.version))
    case 'put-if-present':
      return put(table, marshall(write.item), keyIsTaken)
    case 'delete-if-version':
      return {
        Delete: {
          TableName: table,
          Key: marshallKey(write.key),
          ...versionIs(write.version),
          ...ALL_OLD,
        },
      }
    case 'delete':
      return { Delete: { TableName: table, Key: marshallKey(write.key), ...ALL_OLD } }
    case 'check-version':
      return {
        ConditionCheck: {
          TableName: table,
          Key: marshallKey(write.key),
          ...versionIs(write.version),
          ...ALL_OLD,
        },
      }
    case 'ledger-claim':
      return ledgerClaim(table, write)
    case 'ledger-confirm':
      return ledgerConfirm(table, write)
    case 'ledger-release':
      return ledgerRelease(table, write)
    case 'ledger-replace':
      return ledgerReplace(table, write)
    case 'ledger-extend':
      return ledgerExtend(table, write)
    case 'count-claim':
    case 'count-confirm':
    case 'count-release':
    case 'count-replace':
      return countEntry(table, write)
    case 'counter-add':
      return counterAdd(table, write)
  }
}
