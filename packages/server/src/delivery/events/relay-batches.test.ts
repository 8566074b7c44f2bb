import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../../../tests/support/stores.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { type Consumer, enqueueFor } from '../../kernel/queue/queue.ts'
import { listEvents } from './event-log.ts'
import { relayOutbox } from './relay.ts'

const NOW = '2026-04-20T08:00:00Z'

/** Two consumers of all events. */
const CONSUMERS: readonly Consumer[] = (['contacts', 'mails'] as const).map((name) => ({
  name,
  wants: () => true,
  handle: async () => ({ kind: 'done' }),
}))

async function change(deps: Dependencies, accountId: string, count: number, note: string) {
  for (let n = 0; n < count; n += 1) {
    const resourceId = `bkg_${accountId}_${n}`
    const changed = { accountId, resourceId, resourceVersion: 1, data: { booking: { note } } }
    const write = outboxWrite(
      deps,
      { type: 'booking.created', actor: { kind: 'system' }, ...changed },
      Date.parse(NOW),
    )
    await deps.store.transact([write], `${accountId}-${n}`)
  }
}

describe.each(SOME_ENGINES)('on %s', (engine) => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await openTestStore(engine)
  })
  afterAll(() => opened.close())

  /** Publishes everything in one run and returns the number of writes of each transaction. */
  async function relayed(
    fill: (deps: Dependencies) => Promise<void>,
  ): Promise<{ readonly writes: readonly number[]; readonly deps: Dependencies }> {
    const { deps } = testDependencies(opened.store, NOW)
    await fill(deps)
    const writes: number[] = []
    const { store } = deps
    const counting: Dependencies = {
      ...deps,
      store: storeWith(store, {
        transact(all, token) {
          writes.push(all.length)
          return store.transact(all, token)
        },
      }),
    }
    const { more } = await relayOutbox(counting, { enqueue: enqueueFor(deps, CONSUMERS) }, 50)
    expect(more).toBe(false)
    return { writes, deps }
  }

  const logOf = async (deps: Dependencies, accountId: string) =>
    (await listEvents(deps, { accountId }, { afterPosition: 0, limit: 100 })).data

  test('a transaction moves as many events of an account as fit', async () => {
    const { writes, deps } = await relayed((to) => change(to, 'acc_many', 40, 'short'))
    // Each event has 4 writes and the head of the log 1: 24 events fill a transaction, 16 are left.
    expect(writes).toEqual([97, 65])
    expect(await logOf(deps, 'acc_many')).toHaveLength(40)
  })

  test('large events move in transactions that stay within the size limit', async () => {
    const { writes, deps } = await relayed((to) => change(to, 'acc_large', 5, 'x'.repeat(300_000)))
    // Three copies of 300 kB each: two events stay below 2 MB.
    expect(writes).toEqual([9, 9, 5])
    expect(await logOf(deps, 'acc_large')).toHaveLength(5)
  })

  test('accounts have transactions of their own', async () => {
    const { writes, deps } = await relayed(async (to) => {
      await change(to, 'acc_a', 2, 'short')
      await change(to, 'acc_b', 3, 'short')
    })
    expect([...writes].sort()).toEqual([13, 9])
    expect(await logOf(deps, 'acc_a')).toHaveLength(2)
    expect(await logOf(deps, 'acc_b')).toHaveLength(3)
  })
})
