import { expect, test } from 'vitest'
import { manualRetryPolicy } from '../../../tests/support/retry-policy.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { createTransact } from './transact.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'

const key = { PK: 'PROVIDER#prv_1', SK: 'DAY#2026-04-27' }
const claim: Write = { kind: 'ledger-claim', key, firstQuantum: 108, quantumCount: 1 }
const append: Write = { kind: 'outbox-append', item: { PK: 'OUTBOX#1', SK: 'evn_1' } }

const conflict = new DynamoDbFailure({
  code: 'TransactionCanceledException',
  message: 'm',
  outcome: 'refused',
  reasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
})
const throttled = new DynamoDbFailure({
  code: 'ThrottlingException',
  message: 'm',
  outcome: 'refused',
})
const timeout = new DynamoDbFailure({
  code: 'UND_ERR_HEADERS_TIMEOUT',
  message: 'm',
  outcome: 'unknown',
})

/** A `transact` whose requests fail in order, the last failure for ever, unless `succeeds`. */
function failing(failures: readonly DynamoDbFailure[], succeeds = false) {
  const sent = { count: 0 }
  const transport = {
    async send() {
      const failure = failures[sent.count] ?? (succeeds ? undefined : failures.at(-1))
      sent.count += 1
      if (failure) throw failure
      return {}
    },
    close: async () => undefined,
  } as Transport
  const transact = createTransact({
    transport,
    tableName: 'holdfast',
    retry: manualRetryPolicy(),
    readStored: async () => undefined,
  })
  return { transact, sent }
}

test.each([
  ['conflicts are', conflict],
  ['throttling is', throttled],
])('%s retried until ten seconds are over', async (_, failure) => {
  const { transact, sent } = failing([failure])
  await expect(transact([claim, append], 't')).rejects.toMatchObject({
    name: 'StoreUnavailable',
    outcome: 'not-applied',
  })
  expect(sent.count).toBe(18)
})

test('a conflict is answered at once where the caller decides again itself', async () => {
  const { transact, sent } = failing([conflict])
  const outcome = await transact([claim, append], 't', { contention: 'answer' })
  expect(outcome).toEqual({ committed: false, failed: [] })
  expect(sent.count).toBe(1)
})

test('a conflict after a lost answer is not answered: the lost attempt may have been applied', async () => {
  const { transact, sent } = failing([timeout, conflict], true)
  const outcome = await transact([claim, append], 't', { contention: 'answer' })
  expect(outcome).toEqual({ committed: true })
  expect(sent.count).toBe(3)
})
