import { invariant } from '@holdfast/engine'
import { CLOSED, IS_FINAL, USED } from '../../kernel/items/count-item.ts'
import { REV, TAKEN } from '../../kernel/items/ledger-item.ts'
import { type CountedAmount, type HoldMark, STORE_LIMITS } from '../../kernel/ports/store.ts'
import type { Placeholders, WireItem } from './wire.ts'

/** A named condition of a write: the expression and the placeholders it needs. */
export interface ConditionFragment extends Placeholders {
  readonly ConditionExpression: string
}

/** DynamoDB's limit on the length of an expression: 4 KB. */
export const EXPRESSION_BYTES = 4096

/** Holds if no item has the key. */
export const keyIsFree: ConditionFragment = {
  ConditionExpression: 'attribute_not_exists(PK)',
}

/** Holds if an item has the key. */
export const keyIsTaken: ConditionFragment = {
  ConditionExpression: 'attribute_exists(PK)',
}

/** Holds if no item has the key, or the item expired at or before `epochSeconds`. */
export const keyIsFreeOrExpiredAt = (epochSeconds: number): ConditionFragment => ({
  ConditionExpression: 'attribute_not_exists(PK) OR #expires <= :at',
  ExpressionAttributeNames: { '#expires': 'expiresAtEpochSeconds' },
  ExpressionAttributeValues: { ':at': { N: String(epochSeconds) } },
})

/** Holds if the item exists and has the version. */
export const versionIs = (version: number): ConditionFragment => ({
  ConditionExpression: '#version = :version',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':version': { N: String(version) } },
})

/** Holds if the ledger or count item has the `rev`; 0 means that no item exists. */
export const revIs = (rev: number): ConditionFragment =>
  rev === 0
    ? keyIsFree
    : {
        ConditionExpression: '#rev = :rev',
        ExpressionAttributeNames: { '#rev': REV },
        ExpressionAttributeValues: { ':rev': { N: String(rev) } },
      }

/** Holds if the mark of a hold or block, the attribute `#mark`, exists. */
export const markExists: ConditionFragment = {
  ConditionExpression: 'attribute_exists(#mark)',
}

/**
 * Holds if none of the quanta `[firstQuantum, firstQuantum + quantumCount)` is taken. Each quantum needs
 * one `contains`, each but the first one OR, and there is one NOT: 2 × 144 = 288 operators of the 300
 * that DynamoDB allows. Throws `InvariantViolated` beyond that, since the local engine does not enforce
 * the limit.
 */
export function quantaAreFree(firstQuantum: number, quantumCount: number): ConditionFragment {
  invariant(
    quantumCount >= 1 && quantumCount <= STORE_LIMITS.quantaPerLedgerClaim,
    `a ledger claim of ${quantumCount} quanta does not fit one expression`,
  )
  const terms: string[] = []
  const values: Record<string, WireItem[string]> = {}
  for (let quantum = firstQuantum; quantum < firstQuantum + quantumCount; quantum += 1) {
    terms.push(`contains(#taken,:${quantum})`)
    values[`:${quantum}`] = { N: String(quantum) }
  }
  const expression = `NOT (${terms.join(' OR ')})`
  invariant(expression.length <= EXPRESSION_BYTES, 'a ledger claim does not fit 4 KB of expression')
  return {
    ConditionExpression: expression,
    ExpressionAttributeNames: { '#taken': TAKEN },
    ExpressionAttributeValues: values,
  }
}

/**
 * Holds if each count has room for its amount. The count at index `i` has the placeholders `#c<i>` and
 * `:room<i>`. An absent count is 0, and an amount above its maximum fits nowhere.
 */
export function countsHaveRoom(counts: readonly CountedAmount[]): ConditionFragment {
  const names: Record<string, string> = {}
  const values: Record<string, WireItem[string]> = {}
  const terms = counts.map(({ name, amount, max }, index) => {
    names[`#c${index}`] = name
    values[`:room${index}`] = { N: String(max - amount) }
    const hasRoom = `#c${index} <= :room${index}`
    return amount > max ? `(${hasRoom})` : `(attribute_not_exists(#c${index}) OR ${hasRoom})`
  })
  return {
    ConditionExpression: terms.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  }
}

/**
 * Holds if the hold mark, the attribute `#mark`, has the quanta of `hold` and expires at or before it.
 * The condition fails if the mark does not exist.
 */
export const markEndsBy = (hold: HoldMark): ConditionFragment => ({
  ConditionExpression: '#mark[0] = :first AND #mark[1] = :count AND #mark[2] <= :expiry',
  ExpressionAttributeValues: {
    ':first': { N: String(hold.firstQuantum) },
    ':count': { N: String(hold.quantumCount) },
    ':expiry': { N: String(hold.expiresAtEpochSeconds) },
  },
})

/** Holds if the count has room for the amount. An absent item counts 0. */
export const countHasRoom = (amount: number, max: number): ConditionFragment => ({
  // An amount above the maximum does not fit into an absent item either.
  ConditionExpression:
    amount > max ? '#used <= :room' : '(attribute_not_exists(#used) OR #used <= :room)',
  ExpressionAttributeNames: { '#used': USED },
  ExpressionAttributeValues: { ':room': { N: String(max - amount) } },
})

/** Holds if at least the amount is used. */
export const usesAtLeast = (amount: number): ConditionFragment => ({
  ConditionExpression: '#used >= :amount',
  ExpressionAttributeNames: { '#used': USED },
  ExpressionAttributeValues: { ':amount': { N: String(amount) } },
})

/** Holds if the attribute `#mark` does not exist. */
export const markIsAbsent: ConditionFragment = {
  ConditionExpression: 'attribute_not_exists(#mark)',
}

/** Holds if the session has a confirmed seat and is not closed. */
export const isFinal: ConditionFragment = {
  ConditionExpression: '#final = :true AND attribute_not_exists(#closed)',
  ExpressionAttributeNames: { '#final': IS_FINAL, '#closed': CLOSED },
  ExpressionAttributeValues: { ':true': { BOOL: true } },
}

/** Holds if all the given conditions hold. Absent ones are left out. */
export function allOf(
  ...conditions: readonly (ConditionFragment | undefined)[]
): ConditionFragment {
  const expressions: string[] = []
  let names: Record<string, string> = {}
  let values: WireItem = {}
  for (const condition of conditions) {
    if (condition === undefined) continue
    expressions.push(condition.ConditionExpression)
    names = { ...names, ...condition.ExpressionAttributeNames }
    values = { ...values, ...condition.ExpressionAttributeValues }
  }
  return {
    ConditionExpression: expressions.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  }
}
