import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookable } from '../../../tests/support/bookable.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import { withWakeUps } from '../../composition/wake-ups.ts'
import { updateAccount } from '../../identity/accounts/accounts.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { runDueAt } from '../../kernel/queue/due-work.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { dueKey } from '../keys.ts'
import { dueActions, type MissedReminder, runSchedule } from './run-schedule.ts'
import { scheduleAction } from './schedule-action.ts'

const NOW = '2026-04-20T08:00:00Z'
const seconds = (instant: string) => Date.parse(instant) / 1000

describe.each(ENGINES)('on %s', (engine) => {
  let opened: TestStore
  let deps: ReturnType<typeof testDependencies>['deps']
  let clock: ReturnType<typeof testDependencies>['clock']
  let on: Awaited<ReturnType<typeof bookable>>
  beforeAll(async () => {
    opened = await openTestStore(engine)
    ;({ deps, clock } = testDependencies(opened.store, NOW))
    on = await bookable(deps)
    await updateAccount(deps, on.caller, { completesBookings: true, reminderMinutes: 60 })
  })
  beforeEach(() => clock.moveTo(Date.parse(NOW)))
  afterAll(() => opened.close())

  /** A confirmed booking of an hour with its reminder and its completion, and their keys. */
  async function scheduled(start: string) {
    const booking = await on.book(start)
    const action = { accountId: on.accountId, bookingId: booking.id }
    const [startEpochSeconds, remindAt, completeAt] = [0, -3600, 3600].map(
      (later) => seconds(start) + later,
    ) as [number, number, number]
    await scheduleAction(deps, {
      ...action,
      kind: 'remind',
      dueEpochSeconds: remindAt,
      startEpochSeconds,
    })
    await scheduleAction(deps, { ...action, kind: 'complete', dueEpochSeconds: completeAt })
    return {
      id: booking.id,
      reminder: dueKey(booking.id, 'remind', remindAt),
      completion: dueKey(booking.id, 'complete', completeAt),
    }
  }

  const tasksOf = async (bookingId: string): Promise<readonly Item[]> => {
    const tasks: Item[] = []
    for await (const items of deps.store.scan()) {
      tasks.push(
        ...items.filter(
          ({ PK, resourceId }) => /^QUEUE#mails/.test(PK) && resourceId === bookingId,
        ),
      )
    }
    return tasks
  }
  const runAt = (instant: string, ...keys: readonly ItemKey[]) => {
    clock.moveTo(Date.parse(instant))
    return runDueAt(deps, dueActions, keys)
  }

  test('a message that names an action does it once, however often it arrives', async () => {
    const { id, reminder, completion } = await scheduled('2026-04-21T09:00:00Z')
    expect(await runAt('2026-04-21T07:59:59Z', reminder)).toEqual({ done: [], errors: [] })
    expect(await runAt('2026-04-21T08:00:00Z', reminder, completion)).toEqual({
      done: ['reminded'],
      errors: [],
    })
    expect(await runAt('2026-04-21T10:00:00Z', reminder, completion)).toEqual({
      done: ['completed'],
      errors: [],
    })
    expect(await runAt('2026-04-21T10:00:00Z', reminder, completion)).toEqual({
      done: [],
      errors: [],
    })
    expect(await tasksOf(id)).toHaveLength(1)
  })

  test('two workers with one message, and the timer beside them, remind once and complete once', async () => {
    const { id, reminder, completion } = await scheduled('2026-04-21T12:00:00Z')
    clock.moveTo(Date.parse('2026-04-21T11:00:00Z'))
    const together = () =>
      Promise.all([
        runDueAt(deps, dueActions, [reminder, completion]),
        runDueAt(deps, dueActions, [reminder, completion]),
        runSchedule(deps, 100),
      ])
    await together()
    expect(await tasksOf(id)).toHaveLength(1)
    clock.moveTo(Date.parse('2026-04-21T13:00:00Z'))
    await together()
    // Created at version 1, confirmed at 2, completed at 3.
    expect(await getBooking(deps, on.caller, id)).toMatchObject({
      value: { status: 'completed', version: 3 },
    })
    expect(await tasksOf(id)).toHaveLength(1)
  })

  test('a worker that dies between the effect and the removal of an action causes no second one', async () => {
    const { id, reminder, completion } = await scheduled('2026-04-22T12:00:00Z')
    const sent: Task[] = []
    const { store } = deps
    const dying = {
      ...deps,
      store: withWakeUps(store, () => {}),
      sendMailTask: async (task: Task) => void sent.push(task),
    }
    // It is gone when an action is to be removed.
    dying.store.transact = (writes, token) =>
      writes.some((write) => 'key' in write && write.key.PK.startsWith('DUE#'))
        ? Promise.reject(new Error('died'))
        : store.transact(writes, token)
    clock.moveTo(Date.parse('2026-04-22T11:00:00Z'))
    expect((await runDueAt(dying, dueActions, [reminder])).errors).toEqual([new Error('died')])
    const again = { ...deps, sendMailTask: dying.sendMailTask }
    clock.moveTo(Date.parse('2026-04-22T11:00:30Z'))
    expect((await runDueAt(again, dueActions, [reminder])).done).toEqual(['reminded'])
    // The consumer of mails drops an email whose event it has seen.
    expect(sent.map((task) => task.event.id)).toEqual([sent[0]?.event.id, sent[0]?.event.id])
    clock.moveTo(Date.parse('2026-04-22T13:00:00Z'))
    expect((await runDueAt(dying, dueActions, [completion])).errors).toHaveLength(1)
    expect((await runDueAt(deps, dueActions, [completion])).done).toEqual(['void'])
    expect(await getBooking(deps, on.caller, id)).toMatchObject({
      value: { status: 'completed', version: 3 },
    })
  })

  test('an email that nobody accepted leaves its reminder due', async () => {
    const { reminder } = await scheduled('2026-04-23T12:00:00Z')
    clock.moveTo(Date.parse('2026-04-23T11:00:00Z'))
    const refusing = { ...deps, sendMailTask: () => Promise.reject(new Error('SQS is down')) }
    expect((await runDueAt(refusing, dueActions, [reminder])).errors).toEqual([
      new Error('SQS is down'),
    ])
    expect((await runDueAt(deps, dueActions, [reminder])).done).toEqual(['reminded'])
  })

  test('a reminder that comes after the start is reported with how late it was', async () => {
    const { id, reminder } = await scheduled('2026-04-24T12:00:00Z')
    const missed: MissedReminder[] = []
    clock.moveTo(Date.parse('2026-04-24T12:00:00Z'))
    const reporting = { ...deps, onMissedReminder: (each: MissedReminder) => missed.push(each) }
    expect((await runDueAt(reporting, dueActions, [reminder])).done).toEqual(['missed'])
    expect(missed).toEqual([{ accountId: on.accountId, bookingId: id, lateSeconds: 3600 }])
    expect(await tasksOf(id)).toEqual([])
  })

  test('an entry that cannot be read holds up no other', async () => {
    const { reminder } = await scheduled('2026-04-27T12:00:00Z')
    const broken = { PK: reminder.PK, SK: '0000000001#bkg_broken#remind', version: 1 }
    await deps.store.transact([{ kind: 'put-if-absent', item: broken }], 'broken')
    const report = await runAt('2026-04-27T11:00:00Z', broken, reminder)
    expect(report).toMatchObject({ done: ['reminded'], errors: [expect.any(Error)] })
    await deps.store.transact([{ kind: 'delete', key: broken }], 'mended')
  })
})
