import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDependencies } from '../../tests/support/dependencies.ts'
import { storeWith } from '../../tests/support/store-with.ts'
import { openTestStore, type TestStore, USUAL_ENGINE } from '../../tests/support/stores.ts'
import type { Dependencies } from '../kernel/dependencies.ts'
import { findIdempotencyRecord } from '../kernel/idempotency.ts'
import { ledgerFromItem } from '../kernel/items/ledger-item.ts'
import { StoreUnavailable } from '../kernel/ports/store.ts'
import { type Alternative, type ClaimsFailed, only, propose } from './alternatives.ts'
import { commitClaims } from './commit-claims.ts'
import { ledgerKey } from './keys.ts'

let opened: TestStore
let deps: Dependencies
beforeAll(async () => {
  opened = await openTestStore(USUAL_ENGINE)
  deps = testDependencies(opened.store, '2026-04-20T08:00:00Z').deps
})
afterAll(() => opened.close())

const TEN_MINUTES = Date.parse('2026-04-27T10:00:00Z') / 60_000

let made = 0

/** A claim of the hour from ten of a room, with an item of its own. */
function claimOf(
  providerId: string,
  more: Partial<Alternative<string, ClaimsFailed>> = {},
): Alternative<string, ClaimsFailed> {
  made += 1
  const item = { PK: `CLAIM#${made}`, SK: 'x', version: 1 }
  return {
    claims: {
      owners: [{ writes: () => [{ role: 'basis', write: { kind: 'put-if-absent', item } }] }],
      steps: () => ({
        kind: 'steps',
        times: [
          {
            providerId,
            range: { startEpochMinutes: TEN_MINUTES, endEpochMinutes: TEN_MINUTES + 60 },
            from: { kind: 'none' },
            to: { kind: 'final' },
            ifGone: 'lost',
            mark: { ownerId: `${made}` },
            index: 0,
          },
        ],
        amounts: [],
        sources: [],
      }),
    },
    value: providerId,
    options: { queue: providerId },
    failed: (failure) => failure,
    ...more,
  }
}

/** Commits a claim of each room in turn until one is free. */
const claimFirst = (rooms: readonly string[], seen: (readonly ClaimsFailed[])[] = []) =>
  commitClaims<string, ClaimsFailed>(deps, {}, (failures) => {
    seen.push([...failures])
    const room = rooms[failures.length]
    return room === undefined
      ? { kind: 'refused', refusal: { code: 'slot_taken', startEpochSeconds: 0 } }
      : propose(claimOf(room))
  })

const isTaken = async (providerId: string): Promise<boolean> => {
  const item = await opened.store.get(ledgerKey(providerId, '2026-04-27'), { consistent: true })
  return ledgerFromItem(item).taken.size > 0
}

const taken = (providerId: string) => ({
  kind: 'impossible',
  why: 'taken',
  providerId,
  index: 0,
  epochMinutes: TEN_MINUTES,
})

test('the first alternative that is possible is committed, and each is told why the others were not', async () => {
  await claimFirst(['prv_a'])
  await claimFirst(['prv_b'])
  const seen: (readonly ClaimsFailed[])[] = []
  expect(await claimFirst(['prv_a', 'prv_b', 'prv_c', 'prv_d'], seen)).toEqual({
    kind: 'done',
    value: 'prv_c',
  })
  expect(seen).toEqual([[], [taken('prv_a')], [taken('prv_a'), taken('prv_b')]])
  expect([await isTaken('prv_c'), await isTaken('prv_d')]).toEqual([true, false])
})

test('a claim without an alternative ends with its own failure', async () => {
  await claimFirst(['prv_e'])
  expect(await commitClaims<string, ClaimsFailed>(deps, {}, only(claimOf('prv_e')))).toEqual(
    taken('prv_e'),
  )
})

test('when nothing is left, the outcome is what the caller says, and nothing is written', async () => {
  await claimFirst(['prv_f'])
  expect(await claimFirst(['prv_f'])).toEqual({
    kind: 'refused',
    refusal: { code: 'slot_taken', startEpochSeconds: 0 },
  })
  expect(await opened.store.get({ PK: `CLAIM#${made}`, SK: 'x' })).toBeUndefined()
})

test('only the whole of what was asked is stored as the answer under an idempotency key', async () => {
  const seal = (value: string) => new TextEncoder().encode(value)
  const keyed = (scopeHash: string) => ({
    idempotency: { scopeHash, fingerprint: 'body', seal },
  })
  await claimFirst(['prv_g'])
  await commitClaims<string, ClaimsFailed>(deps, keyed('part'), ([failure]) =>
    propose(failure ? claimOf('prv_h', { isPart: true }) : claimOf('prv_g')),
  )
  await commitClaims<string, ClaimsFailed>(deps, keyed('whole'), only(claimOf('prv_i')))
  const answerOf = async (scopeHash: string) => {
    const record = await findIdempotencyRecord(opened.store, scopeHash, 0)
    return record && new TextDecoder().decode(record.sealedAnswer)
  }
  expect([await isTaken('prv_h'), await isTaken('prv_i')]).toEqual([true, true])
  expect([await answerOf('part'), await answerOf('whole')]).toEqual([undefined, 'prv_i'])
})

test('an optional alternative that the store does not apply is followed by the next one', async () => {
  let left = 1
  const store = storeWith(opened.store, {
    async transact(writes, token) {
      left -= 1
      if (left >= 0) throw new StoreUnavailable('too busy', 'not-applied')
      return await opened.store.transact(writes, token)
    },
  })
  const outcome = await commitClaims<string, ClaimsFailed>({ ...deps, store }, {}, ([failure]) =>
    propose(failure ? claimOf('prv_k') : claimOf('prv_j', { isOptional: true })),
  )
  expect(outcome).toEqual({ kind: 'done', value: 'prv_k' })
  expect(await isTaken('prv_j')).toBe(false)
  left = 1
  await expect(
    commitClaims<string, ClaimsFailed>({ ...deps, store }, {}, only(claimOf('prv_l'))),
  ).rejects.toThrow('too busy')
})
