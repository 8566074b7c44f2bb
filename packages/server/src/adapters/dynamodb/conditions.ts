import { invariant } from '@holdfast/engine'
import { REV, TAKEN } from '../../kernel/items/ledger-item.ts'
import { STORE_LIMITS } from '../../kernel/ports/store.ts'
import type { Placeholders, WireItem } from './wire.ts'

/** A named condition of a write: the expression and the placeholders it needs. */
export interface ConditionFragment extends Placeholders {
  readonly ConditionExpression: string
}

/** Most bytes in one expression (DynamoDB: 4 KB). */
export const EXPRESSION_BYTES = 4096

/** No item has that key. */
export const keyIsFree: ConditionFragment = {
  ConditionExpression: 'attribute_not_exists(PK)',
}

/** No item has that key, or the one there lapsed at or before `epochSeconds`. */
export const keyIsFreeOrExpiredAt = (epochSeconds: number): ConditionFragment => ({
  ConditionExpression: 'attribute_not_exists(PK) OR #expires <= :at',
  ExpressionAttributeNames: { '#expires': 'expiresAtEpochSeconds' },
  ExpressionAttributeValues: { ':at': { N: String(epochSeconds) } },
})

/** The item is there and has that version. */
export const versionIs = (version: number): ConditionFragment => ({
  ConditionExpression: '#version = :version',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':version': { N: String(version) } },
})

/** The ledger item has that `rev`; 0 stands for no item. */
export const revIs = (rev: number): ConditionFragment =>
  rev === 0
    ? keyIsFree
    : {
        ConditionExpression: '#rev = :rev',
        ExpressionAttributeNames: { '#rev': REV },
        ExpressionAttributeValues: { ':rev': { N: String(rev) } },
      }

/** The hold or block mark, the attribute `#mark`, is there. */
export const markExists: ConditionFragment = {
  ConditionExpression: 'attribute_exists(#mark)',
}

/**
 * None of the quanta `[firstQuantum, firstQuantum + quantumCount)` is taken. Each costs one
 * `contains`, each but the first one OR, and there is one NOT: 2 × 144 = 288 operators of the 300
 * that DynamoDB allows. More than that is a broken invariant: the local engine would let it pass.
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
