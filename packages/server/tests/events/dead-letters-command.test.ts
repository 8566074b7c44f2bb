import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/composition/config.ts'
import { openStore } from '../../src/composition/open-store.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import type { Dependencies } from '../../src/kernel/dependencies.ts'
import { outboxWrite } from '../../src/kernel/events/outbox.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { type Consumer, enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { type Run, runCommand } from '../support/command.ts'
import { testDependencies } from '../support/dependencies.ts'
import { isInDataFolder, SOME_ENGINES, storeSettings } from '../support/stores.ts'

const NOW = '2026-04-20T08:00:00Z'
const QUEUE = { limit: 100, concurrency: 1 }

/** A consumer whose tasks all fail for good, and the bookings of the tasks it handled. */
function failingConsumer(name: Consumer['name']) {
  const handled: string[] = []
  const consumer: Consumer = {
    name,
    wants: () => true,
    handle: async ({ event }) => {
      handled.push(event.resourceId)
      return { kind: 'dead', error: `no such\u001b[31m mailbox` }
    },
  }
  return { consumer, handled }
}

async function change(deps: Dependencies, accountId: string, resourceId: string): Promise<void> {
  const now = deps.clock.nowEpochMilliseconds()
  const event = { type: 'booking.created', accountId, resourceId, resourceVersion: 1, data: {} }
  await deps.store.transact(
    [outboxWrite(deps, { ...event, type: 'booking.created', actor: { kind: 'system' } }, now)],
    deps.ids.next('event', now),
  )
}

describe.each(SOME_ENGINES)('npm run dead-letters on %s', (engine) => {
  let folder: string
  let settings: Readonly<Record<string, string>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-dead-letters-'))
    settings = { ...(await storeSettings(engine)), HOLDFAST_DATA_DIR: folder }
    await withStore(async (deps) => {
      const consumers = [failingConsumer('mails').consumer, failingConsumer('contacts').consumer]
      await change(deps, 'acc_1', 'bkg_one')
      await change(deps, 'acc_2', 'bkg_two')
      await relayOutbox(deps, { enqueue: enqueueFor(deps, consumers) }, 100)
      for (const consumer of consumers) await runQueue(deps, consumer, QUEUE)
    })
  })
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

  async function withStore(
    work: (deps: Dependencies & { readonly random: () => number }) => Promise<void>,
  ): Promise<void> {
    const opened = await openStore(readConfig(settings), () => {})
    const store: Store = opened.store
    await work({ ...testDependencies(store, NOW).deps, random: () => 0.5 })
    await opened.close()
  }
  const run = (...args: readonly string[]): Promise<Run> =>
    runCommand('dead-letters', settings, ...args)
  const listed = async (...args: readonly string[]) =>
    JSON.parse((await run('list', '--json', ...args)).report) as {
      readonly id: string
      readonly accountId: string
      readonly consumer: string
    }[]
  /** The bookings of the tasks in a consumer's queue. */
  async function queued(name: Consumer['name']): Promise<readonly string[]> {
    const { consumer, handled } = failingConsumer(name)
    await withStore(async (deps) => {
      await runQueue(deps, consumer, QUEUE)
    })
    return handled.sort()
  }

  test('lists dead letters of all accounts, of one account, or of one consumer', async () => {
    const { exitCode, report } = await run()
    expect([exitCode, report.split('\n').at(-2)]).toEqual([0, '4 dead letters'])
    expect(report).toMatch(
      /^acc_1 {2}mails\.evn_\w+\n {4}booking\.created for bkg_one, failed at 2026-04-20T08:00:00Z after 1 attempt: no such \[31m mailbox$/m,
    )
    expect((await listed('--account', 'acc_1')).map(({ consumer }) => consumer)).toEqual([
      'contacts',
      'mails',
    ])
    const mails = await listed('--consumer', 'mails')
    expect(mails.map(({ accountId }) => accountId).sort()).toEqual(['acc_1', 'acc_2'])
  })

  test('redrives a dead letter, and names an id that it did not find', async () => {
    const [letter] = await listed('--account', 'acc_2', '--consumer', 'mails')
    const redriven = await run('redrive', letter?.id ?? '', 'mails.evn_nowhere')
    expect(redriven).toEqual({
      exitCode: 1,
      report: 'Put 1 dead letter back into the queues.\n',
      notices: 'Dead letter not found: "mails.evn_nowhere".\n',
    })
    expect(await listed()).toHaveLength(3)
    expect(await queued('mails')).toEqual(['bkg_two'])
    expect(await listed()).toHaveLength(4)
  })

  test('redrives all dead letters of a consumer', async () => {
    const { exitCode, report } = await run('redrive', '--all', '--consumer', 'contacts')
    expect([exitCode, report]).toEqual([0, 'Put 2 dead letters back into the queues.\n'])
    expect(await queued('mails')).toEqual([])
    expect(await queued('contacts')).toEqual(['bkg_one', 'bkg_two'])
  })

  test.each([
    [['redrive']],
    [['list', 'x']],
    [['remove']],
    [['--consumer', 'nobody']],
    [['--what']],
  ])('rejects the arguments %j and changes nothing', async (args) => {
    const { exitCode, notices } = await run(...args)
    expect([exitCode, notices.length > 0]).toEqual([2, true])
    expect(await listed()).toHaveLength(4)
  })

  if (!isInDataFolder(engine)) return

  test('does not create a store if there is none', async () => {
    const nowhere = join(folder, 'nowhere')
    const { exitCode, notices } = await runCommand('dead-letters', {
      ...settings,
      HOLDFAST_DATA_DIR: nowhere,
    })
    expect([exitCode, notices]).toEqual([2, expect.stringContaining('No store at')])
  })
})
