import { present } from '../../kernel/items/attributes.ts'
import { countAttributes, countMarkValue, USED } from '../../kernel/items/count-item.ts'
import { holdAttribute, REV } from '../../kernel/items/ledger-item.ts'
import type { CountWrite } from '../../kernel/ports/store.ts'
import { marshall, marshallValue } from './codec.ts'
import {
  allOf,
  countHasRoom,
  isFinal,
  markExists,
  markIsAbsent,
  revIs,
  usesAtLeast,
} from './conditions.ts'
import { put, update } from './entries.ts'
import type { TransactEntry } from './wire.ts'

type CountWriteOf<Kind extends CountWrite['kind']> = Extract<CountWrite, { readonly kind: Kind }>

const ONE = { ':one': { N: '1' } } as const

const claim = (table: string, write: CountWriteOf<'count-claim'>): TransactEntry => {
  const { amount, max, hold } = write
  return update(table, write.key, {
    expression: `ADD #used :amount, #rev :one${hold ? ' SET #mark = :mark' : ''}`,
    names: {
      '#used': USED,
      '#rev': REV,
      ...(hold && { '#mark': holdAttribute(hold.ownerId) }),
    },
    values: {
      ':amount': { N: String(amount) },
      ...ONE,
      ...(hold && { ':mark': marshallValue(countMarkValue(hold)) }),
    },
    condition: allOf(countHasRoom(amount, max), hold && markIsAbsent, write.isFinal && isFinal),
  })
}

const confirm = (table: string, write: CountWriteOf<'count-confirm'>): TransactEntry => {
  const { ownerId, hold } = write
  return update(table, write.key, {
    expression: hold ? 'SET #mark = :mark ADD #rev :one' : 'REMOVE #mark ADD #rev :one',
    names: { '#mark': holdAttribute(ownerId), '#rev': REV },
    values: { ...ONE, ...(hold && { ':mark': marshallValue(countMarkValue(hold)) }) },
    condition: allOf(markExists, write.isFinal && isFinal),
  })
}

const release = (table: string, { key, amount, markOf }: CountWriteOf<'count-release'>) => {
  const hasMark = markOf !== undefined
  return update(table, key, {
    expression: `ADD #used :minus, #rev :one${hasMark ? ' REMOVE #mark' : ''}`,
    names: { '#used': USED, '#rev': REV, ...(hasMark && { '#mark': holdAttribute(markOf) }) },
    values: { ':minus': { N: String(-amount) }, ...ONE },
    condition: allOf(usesAtLeast(amount), hasMark ? markExists : undefined),
  })
}

// Puts the whole item instead of updating it, which removes marks that are not in `next`.
const replace = (table: string, write: CountWriteOf<'count-replace'>): TransactEntry =>
  put(
    table,
    marshall({
      ...present(write.attributes ?? {}),
      PK: write.key.PK,
      SK: write.key.SK,
      [REV]: write.ifRev + 1,
      ...countAttributes(write.next),
    }),
    revIs(write.ifRev),
  )

/** Translates a count write of the port into an entry of `TransactWriteItems`. */
export function countEntry(table: string, write: CountWrite): TransactEntry {
  switch (write.kind) {
    case 'count-claim':
      return claim(table, write)
    case 'count-confirm':
      return confirm(table, write)
    case 'count-release':
      return release(table, write)
    case 'count-replace':
      return replace(table, write)
  }
}
