import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import type { Finding, FindingCode } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { type Check, visitingAll } from '../../ops/doctor/check.ts'
import type { ClassifiedItem } from '../../ops/doctor/classified-item.ts'
import { repairReader } from '../../ops/doctor/item-repair.ts'
import { eventTypeKey, providerKey, scheduleKey, scheduleUsersKey } from '../keys.ts'
import { createSchedule } from '../schedules/schedules.ts'
import { scheduleRule } from './schedules.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const HOURS = [{ weekday: 'monday', windows: [{ start: '09:00', end: '12:00' }] }] as const

const schedule = async (): Promise<string> => {
  const input = { name: 'Mornings', timeZone: 'UTC', availabilityRules: HOURS }
  return unwrap(await createSchedule(world.deps, world.caller, input as never)).id
}

/** Decides how to repair a finding about these items. */
function decide(code: FindingCode, ...keys: readonly ItemKey[]): Promise<NamedWrites> {
  const repair = scheduleRule.repairs?.find(([each]) => each === code)?.[1]
  if (repair === undefined) throw new Error(`no repair of ${code}`)
  return repair(repairReader(world.store), keys)
}

/** Changes an item as a mistake would, past all rules. */
async function damage(key: ItemKey, more: object) {
  const item = await world.store.get(key, { consistent: true })
  const put = { kind: 'put-if-present', item: { ...item, ...key, ...more } } as const
  expect((await world.store.transact([put], key.PK)).committed).toBe(true)
}
const versionOf = async (key: ItemKey) =>
  Number((await world.store.get(key, { consistent: true }))?.version)
const remove = async (key: ItemKey) => {
  await world.store.transact([{ kind: 'delete', key }], `delete ${key.PK}`)
}
const replacing = (key: ItemKey, version: number, userIds: readonly string[]) => ({
  kind: 'put-if-version',
  item: expect.objectContaining({ ...key, version: version + 1, userIds }),
  version,
})
const requiring = ({ PK, SK }: ItemKey, version: number) => ({
  kind: 'check-version',
  key: { PK, SK },
  version,
})

test('a schedule without a record gets an empty one, if it is still there', async () => {
  const id = await schedule()
  const keys = [scheduleUsersKey(id), scheduleKey(id)] as const
  expect(await decide('schedule_users_missing', ...keys)).toEqual({})
  await remove(keys[0])
  expect(await decide('schedule_users_missing', ...keys)).toEqual({
    users: {
      kind: 'put-if-absent',
      item: expect.objectContaining({
        ...keys[0],
        version: 1,
        userIds: [],
        accountId: world.accountId,
      }),
    },
    schedule: requiring(keys[1], 1),
  })
  const provider = await world.provider()
  expect(await decide('schedule_users_missing', keys[0], providerKey(provider.id))).toEqual({})
  await damage(keys[1], { name: 5 })
  expect(await decide('schedule_users_missing', ...keys)).toEqual({})
  await remove(keys[1])
  expect(await decide('schedule_users_missing', ...keys)).toEqual({})
})

test('a user that its schedule does not record is added after the others, as long as it uses it', async () => {
  const id = await schedule()
  const key = scheduleUsersKey(id)
  const provider = await world.provider({ scheduleId: id })
  const { id: typeId } = await world.eventType({
    availabilityRules: undefined,
    scheduleId: id,
  } as never)
  expect(await decide('schedule_user_missing', key, eventTypeKey(typeId))).toEqual({})
  const version = await versionOf(key)
  await damage(key, { userIds: [provider.id] })
  expect(await decide('schedule_user_missing', key, eventTypeKey(typeId))).toEqual({
    users: replacing(key, version, [provider.id, typeId]),
    user: requiring(eventTypeKey(typeId), 1),
  })
  const other = await world.provider()
  expect(await decide('schedule_user_missing', key, providerKey(other.id))).toEqual({})
})

test('a user that does not use the schedule is forgotten, the others stay', async () => {
  const id = await schedule()
  const key = scheduleUsersKey(id)
  const provider = await world.provider({ scheduleId: id })
  const other = await world.provider()
  const version = await versionOf(key)
  const gone = 'prv_01KQ2D9Z6V0000000000000000'
  await damage(key, { userIds: [other.id, provider.id, gone] })
  expect(await decide('schedule_user_stale', key, providerKey(other.id))).toEqual({
    users: replacing(key, version, [provider.id, gone]),
    user: requiring(providerKey(other.id), 1),
  })
  expect(await decide('schedule_user_stale', key, providerKey(gone))).toEqual({
    users: replacing(key, version, [other.id, provider.id]),
  })
  expect(await decide('schedule_user_stale', key, providerKey(provider.id))).toEqual({})
})

test('a user whose item is damaged is neither added nor forgotten: nobody can tell what it uses', async () => {
  const id = await schedule()
  const key = scheduleUsersKey(id)
  const provider = await world.provider({ scheduleId: id })
  await damage(providerKey(provider.id), { timeZone: 5 })
  expect(await decide('schedule_user_stale', key, providerKey(provider.id))).toEqual({})
  expect(await decide('schedule_user_stale', key)).toEqual({})
  expect(await decide('schedule_user_stale', scheduleUsersKey('sch_0'), key)).toEqual({})
})

const ALL = () => true
const check = (inShare: InShare) => visitingAll(scheduleRule.check(inShare))

// The rule reads these members of an entry alone.
const entry = (kind: ClassifiedItem['kind'], partitionId: string, value: object | undefined) =>
  ({ kind, partitionId, item: { PK: partitionId, SK: '#METADATA' }, value }) as ClassifiedItem

const findingsOf = (visiting: Check, entries: readonly ClassifiedItem[]) => {
  for (const each of entries) visiting.visit(each)
  return [...(visiting.findings(0) as Iterable<Finding>)]
}
const codes = (findings: readonly Finding[]) =>
  findings.map(({ code, keys }) => [code, ...keys.map(({ PK }) => PK)])

const SCHEDULE = entry('schedule', 'sch_1', {})
const recorded = (...userIds: readonly string[]) => entry('schedule_users', 'sch_1', { userIds })
const PROVIDER = 'prv_01kq2d9z6v0000000000000000'
const EVENT_TYPE = 'ety_01kq2d9z6v0000000000000000'
const user = (kind: 'provider' | 'event_type', scheduleId?: string) =>
  entry(kind, kind === 'provider' ? PROVIDER : EVENT_TYPE, {
    ...(scheduleId !== undefined && { scheduleId }),
  })
const schedules = (...entries: readonly ClassifiedItem[]) => codes(findingsOf(check(ALL), entries))

test('a schedule that records exactly its users is right', () => {
  expect(schedules(SCHEDULE, recorded())).toEqual([])
  expect(schedules(user('provider', 'sch_1'), recorded(PROVIDER), SCHEDULE)).toEqual([])
})

test('a schedule without a record, without a user and with a stale one is found', () => {
  const users = 'SCHEDULE#sch_1'
  expect(schedules(SCHEDULE)).toEqual([['schedule_users_missing', users, users]])
  expect(schedules(SCHEDULE, recorded(), user('provider', 'sch_1'))).toEqual([
    ['schedule_user_missing', users, `PROVIDER#${PROVIDER}`],
  ])
  expect(schedules(SCHEDULE, recorded(), user('event_type', 'sch_1'))).toEqual([
    ['schedule_user_missing', users, `EVENTTYPE#${EVENT_TYPE}`],
  ])
  expect(schedules(SCHEDULE, recorded(PROVIDER), user('provider'))).toEqual([
    ['schedule_user_stale', users, `PROVIDER#${PROVIDER}`],
  ])
  expect(schedules(SCHEDULE, recorded(PROVIDER), user('provider', 'sch_2'))).toEqual([
    ['schedule_user_stale', users, `PROVIDER#${PROVIDER}`],
  ])
})

test('nothing is said of a damaged user, nor of a schedule that is gone', () => {
  expect(schedules(SCHEDULE, recorded(PROVIDER), entry('provider', PROVIDER, undefined))).toEqual(
    [],
  )
  expect(schedules(user('provider', 'sch_1'))).toEqual([])
})

test('what a scan remembers of schedules is its share', () => {
  const none = check(() => false)
  const entries = [SCHEDULE, recorded(), user('provider', 'sch_1')]
  expect(findingsOf(none, entries)).toEqual([])
  expect(none.factCount).toBe(0)
  const all = check(ALL)
  findingsOf(all, [...entries, entry('event_type', EVENT_TYPE, undefined)])
  // The schedule, its record, its user, and a damaged one.
  expect(all.factCount).toBe(4)
})
