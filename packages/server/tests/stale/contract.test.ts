import { describe, expect, onTestFinished, test } from 'vitest'
import { openTestApp, type TestApp } from '../http/support/app.ts'
import { makeSampleIds, samplesOf, sentBy } from '../http/support/samples.ts'
import { deepTest } from '../support/depth.ts'
import type { StaleOptions } from '../support/stale-store.ts'
import { openStaleApp } from './support.ts'

// Plays a sample of every call on two servers: one whose reads are all current, and one whose reads are as old as
// DynamoDB may make them. Nothing is settled in between, so each call follows the writes before it at once.

/** Calls that read an index: their answers may lack what was written a moment ago. See "Reads" in the architecture. */
const LISTED_BY_INDEX: readonly string[] = [
  'listProviders',
  'listProperties',
  'listRatePlans',
  'listSchedules',
  'listEventTypes',
  'listCalendars',
  'listBookings',
  'listBookingGroups',
  'listWaitlist',
  'listPayments',
  'downloadPayments',
  'exportContact',
  'getAgenda',
  'search',
]

/** Calls that look for bookings, payments or the event type of a unit in an index before they change something, which then shows. */
const DECIDED_BY_INDEX: readonly string[] = [
  'adoptStays',
  'deleteEventType',
  'disconnectPaymentVendor',
  'eraseContact',
]

/** Slots may be a moment old. */
const SLOTS: readonly string[] = [
  'listSlots',
  'listMoveSlots',
  'listSoonestSlots',
  'listProviderSlots',
]

/** An answer without what differs by chance: ids, secrets, and slugs that are made up. */
const withoutChance = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
    .replaceAll(/\b([a-z]{2,8})_[\w+/=-]{20,}/g, '$1')
    .replaceAll(/"nextCursor":"[^"]*"/g, '"nextCursor":"cursor"')
    .replaceAll(/[\w+/=-]{40,}/g, 'secret')
    .replaceAll(/"hint":"[^"]*"/g, '"hint":""')
    .replaceAll(/\bslug-\d+|dr-ada-weber-\w+/g, 'slug')

/** The status of the answer to each sample, with its body unless that may be old. */
async function play(
  server: TestApp,
  { mayBeOld, left }: { readonly mayBeOld: readonly string[]; readonly left: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  // The work for a security deposit is done in an order that ids decide, so lists of it would differ by chance.
  for (const sample of samplesOf(await makeSampleIds(server, false))) {
    const { operationId, method, path } = sample
    if (operationId === 'streamEvents' || left.includes(operationId)) continue
    const { status, text } = await server.call(method, path, sentBy(sample))
    const body = mayBeOld.includes(operationId) ? '' : ` ${withoutChance(text)}`
    answers.set(operationId, `${status}${body}`)
  }
  return answers
}

async function expectSameAnswers(
  stale: StaleOptions,
  mayBeOld: readonly string[],
  left: readonly string[] = [],
) {
  const current = await openTestApp()
  onTestFinished(() => current.close())
  const old = await openStaleApp({}, stale)
  onTestFinished(() => old.close())
  const expected = await play(current, { mayBeOld, left })
  const answers = await play(old, { mayBeOld, left })
  const different = [...expected].flatMap(([operationId, answer]) =>
    answers.get(operationId) === answer ? [] : [[operationId, answer, answers.get(operationId)]],
  )
  expect(different).toEqual([])
}

describe('each call, at once after the writes before it,', () => {
  const MAY_BE_OLD = [...SLOTS, ...LISTED_BY_INDEX]

  test('answers as if every read were current while the table and its indexes are old', async () => {
    await expectSameAnswers({ mode: 'worst' }, MAY_BE_OLD, DECIDED_BY_INDEX)
  })

  deepTest('answers so at any mixture of ages', async () => {
    for (const seed of [1, 2, 3, 4]) {
      await expectSameAnswers({ mode: 'random', seed }, MAY_BE_OLD, DECIDED_BY_INDEX)
    }
  })

  deepTest('answers lists as they are while the table alone is old', async () => {
    // A search reads the people that the index names from the table.
    const mayBeOld = [...SLOTS, 'search']
    await expectSameAnswers({ mode: 'worst', indexLag: { commits: 0 } }, mayBeOld)
  })
})
