/**
 * Measures due work: how many reminders and completions one process does in a second, how many the timer announces
 * to SQS, and the write units of each. The SQS endpoint is a server on the loopback interface that answers at once.
 *
 *     npm run bench:due            # 10,000 bookings
 *     npm run bench:due -- 1000
 */

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fixedCredentials } from '../../packages/server/src/adapters/aws/credentials.ts'
import { withCapacityMeter } from '../../packages/server/src/adapters/dynamodb/capacity.ts'
import { createTable } from '../../packages/server/src/adapters/dynamodb/create-table.ts'
import {
  connect,
  createStoreOnTransport,
} from '../../packages/server/src/adapters/dynamodb/store.ts'
import { startLocalEngine } from '../../packages/server/src/adapters/dynamodb-local/local-engine.ts'
import { createSqliteStore } from '../../packages/server/src/adapters/sqlite/sqlite-store.ts'
import { dueText } from '../../packages/server/src/adapters/sqs/due-messages.ts'
import { createMessageSender } from '../../packages/server/src/adapters/sqs/sender.ts'
import { bookingEntity } from '../../packages/server/src/booking/bookings/booking-item.ts'
import { createAnnounce } from '../../packages/server/src/composition/aws/announce-due.ts'
import { RUN_LIMITS } from '../../packages/server/src/composition/background-work.ts'
import { actionsDue } from '../../packages/server/src/delivery/keys.ts'
import {
  dueActions,
  runSchedule,
} from '../../packages/server/src/delivery/schedule/run-schedule.ts'
import { scheduledActionEntity } from '../../packages/server/src/delivery/schedule/scheduled-action.ts'
import { updateAccount } from '../../packages/server/src/identity/accounts/accounts.ts'
import type { Store, Write } from '../../packages/server/src/kernel/ports/store.ts'
import { runDueAt } from '../../packages/server/src/kernel/queue/due-work.ts'
import { newTransactionToken } from '../../packages/server/src/kernel/transaction.ts'
import { bookable } from '../../packages/server/tests/support/bookable.ts'
import { testDependencies } from '../../packages/server/tests/support/dependencies.ts'

const BOOKINGS = Number(process.argv[2] ?? 10_000)
const KEYS_PER_MESSAGE = 25
/** How many messages one instance of the function gets at once. */
const MESSAGES_AT_ONCE = 10
const NOW = '2026-04-20T08:00:00Z'
const START = Date.parse('2026-04-21T09:00:00Z') / 1000
const REMINDER_MINUTES = 60
const PER_TRANSACTION = 25

/** Confirmed bookings with a reminder and a completion each. They share a time, which no due work looks at. */
async function openBookings(store: Store, count: number) {
  const { deps, clock } = testDependencies(store, NOW)
  const on = await bookable(deps)
  await updateAccount(deps, on.caller, {
    completesBookings: true,
    reminderMinutes: REMINDER_MINUTES,
  })
  const template = await on.book(new Date(START * 1000).toISOString())
  let writes: Write[] = []
  const flush = async () => {
    if (writes.length > 0) await store.transact(writes, newTransactionToken(deps))
    writes = []
  }
  for (let made = 0; made < count; made += 1) {
    const id = deps.ids.next('booking', clock.nowEpochMilliseconds())
    const action = { accountId: on.accountId, bookingId: id, version: 1 } as const
    writes.push(
      bookingEntity.create({ ...template, id }),
      scheduledActionEntity.create({
        ...action,
        kind: 'remind',
        dueEpochSeconds: START - REMINDER_MINUTES * 60,
        startEpochSeconds: START,
      }),
      scheduledActionEntity.create({
        ...action,
        kind: 'complete',
        dueEpochSeconds: template.endEpochSeconds,
      }),
    )
    if (writes.length >= PER_TRANSACTION * 3) await flush()
  }
  await flush()
  return {
    deps,
    remindNow: () => clock.moveTo((START - REMINDER_MINUTES * 60) * 1000),
    completeNow: () => clock.moveTo(template.endEpochSeconds * 1000),
  }
}

type Bookings = Awaited<ReturnType<typeof openBookings>>

/** Does everything that is due, as the worker of a server does; answers how many a second. */
async function drain({ deps }: Bookings): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  let more = true
  while (more) {
    const report = await runSchedule(deps, RUN_LIMITS.scheduledActions)
    if (report.errors.length > 0) throw report.errors[0]
    done += report.reminded + report.completed
    more = report.more
  }
  if (done !== BOOKINGS) throw new Error(`${done} of ${BOOKINGS} entries were done`)
  return (done / (performance.now() - startedAt)) * 1000
}

/** An SQS that accepts every message and keeps the bodies. */
async function startSqs() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const { Entries } = JSON.parse(await text(request)) as {
      readonly Entries: readonly { readonly Id: string; readonly MessageBody: string }[]
    }
    for (const { MessageBody } of Entries) bodies.push(MessageBody)
    response.end(JSON.stringify({ Successful: Entries.map(({ Id }) => ({ Id })) }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sender = createMessageSender({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'local',
    credentials: fixedCredentials({ accessKeyId: 'local', secretAccessKey: 'local' }),
    queueUrl: 'http://sqs/due',
  })
  return {
    bodies,
    sender,
    async stop() {
      await sender.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Announces what is due, then does it as one instance of the function; answers both rates. */
async function announceAndDo({ deps }: Bookings, sqs: Awaited<ReturnType<typeof startSqs>>) {
  const announce = createAnnounce(deps, {
    kind: 'due_actions',
    queue: actionsDue,
    graceMilliseconds: 0,
    keysPerMessage: KEYS_PER_MESSAGE,
    textOf: dueText,
    sender: sqs.sender,
  })
  const announcedFrom = performance.now()
  const announced = await announce(Number.POSITIVE_INFINITY)
  const announcing = (announced / (performance.now() - announcedFrom)) * 1000
  const messages = sqs.bodies.splice(0)
  const sending = { ...deps, sendMailTask: async () => {} }
  const startedAt = performance.now()
  let done = 0
  const instance = async () => {
    for (let body = messages.pop(); body !== undefined; body = messages.pop()) {
      const { PK, SKs } = JSON.parse(body) as { readonly PK: string; readonly SKs: string[] }
      const keys = SKs.map((SK) => ({ PK, SK }))
      const report = await runDueAt(sending, dueActions, keys)
      if (report.errors.length > 0) throw report.errors[0]
      done += report.done.length
    }
  }
  await Promise.all(Array.from({ length: MESSAGES_AT_ONCE }, instance))
  return { announcing, doing: (done / (performance.now() - startedAt)) * 1000 }
}

const show = (name: string, value: number) => console.log(`| ${name} | ${Math.round(value)} |`)

const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-due-'))
try {
  console.log('| entries per second | |\n|---|---|')
  const sqlite = await createSqliteStore({ file: join(folder, 'due.sqlite') })
  const local = await openBookings(sqlite, BOOKINGS)
  local.remindNow()
  show('SQLite: reminders', await drain(local))
  local.completeNow()
  show('SQLite: completions', await drain(local))
  await sqlite.close()

  const engine = await startLocalEngine({ dataDir: join(folder, 'engine') })
  let [writes, reads] = [0, 0]
  const transport = withCapacityMeter(
    connect({
      endpoint: engine.endpoint(),
      region: 'local',
      credentials: fixedCredentials({ accessKeyId: 'local', secretAccessKey: 'local' }),
    }),
    ({ readUnits, writeUnits }) => {
      writes += writeUnits
      reads += readUnits
    },
  )
  await createTable(transport, { tableName: 'due' })
  const dynamodb = createStoreOnTransport(transport, { tableName: 'due' })
  const onAws = await openBookings(dynamodb, BOOKINGS)
  const sqs = await startSqs()
  const units: string[] = []
  for (const [name, begin] of [
    ['reminders', onAws.remindNow],
    ['completions', onAws.completeNow],
  ] as const) {
    begin()
    ;[writes, reads] = [0, 0]
    const { announcing, doing } = await announceAndDo(onAws, sqs)
    show(`local DynamoDB: ${name} announced`, announcing)
    show(`local DynamoDB: ${name} done by one instance`, doing)
    units.push(`| ${name} | ${(writes / BOOKINGS).toFixed(2)} | ${(reads / BOOKINGS).toFixed(2)} |`)
  }
  console.log(`\n| for each | WCU | RCU |\n|---|---|---|\n${units.join('\n')}`)
  await sqs.stop()
  await dynamodb.close()
  await engine.close()
} finally {
  await rm(folder, { recursive: true })
}
