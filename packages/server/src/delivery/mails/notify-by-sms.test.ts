import { expect, test } from 'vitest'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import { type SmsSubject, withSms } from './notify-by-sms.ts'

const DONE: Attempt = { kind: 'done' }
const DEAD: Attempt = { kind: 'dead', error: 'no such address' }
const RETRY: Attempt = { kind: 'retry', error: 'no answer' }
const AT_5: Attempt = { kind: 'retry', error: 'busy', atEpochMilliseconds: 5 }
const LATER_9: Attempt = { kind: 'later', atEpochMilliseconds: 9 }
const DEAD_SMS: Attempt = { kind: 'dead', error: 'no such number' }

// Neither the store nor the subject is read here.
const deps = {} as Dependencies
const subject = {} as SmsSubject

const both = (mails: Attempt, sms: Attempt) =>
  withSms({ ...deps, sms: async () => sms }, mails, subject)

test('a server without SMS goes by its emails alone', async () => {
  expect(await withSms(deps, RETRY, subject)).toBe(RETRY)
})

test('the SMS is written for the subject of the emails', async () => {
  const told: SmsSubject[] = []
  const sms = async (_: Dependencies, given: SmsSubject) => {
    told.push(given)
    return DONE
  }
  expect(await withSms({ ...deps, sms }, DONE, subject)).toBe(DONE)
  expect(told).toEqual([subject])
  expect(told[0]).toBe(subject)
})

test.each<[string, Attempt, Attempt, Attempt]>([
  ['both are done', DONE, DONE, DONE],
  ['only the emails are done', DONE, AT_5, AT_5],
  ['only the SMS is done', DEAD, DONE, DEAD],
  [
    'both have failed for good',
    DEAD,
    DEAD_SMS,
    { kind: 'dead', error: 'no such address; no such number' },
  ],
  [
    'the emails alone have failed for good',
    DEAD,
    AT_5,
    { kind: 'retry', error: 'no such address; busy', atEpochMilliseconds: 5 },
  ],
  [
    'the SMS alone has failed for good',
    LATER_9,
    DEAD_SMS,
    { kind: 'retry', error: 'no such number', atEpochMilliseconds: 9 },
  ],
  [
    'both wait, for the sooner time',
    LATER_9,
    AT_5,
    { kind: 'retry', error: 'busy', atEpochMilliseconds: 5 },
  ],
  [
    'one is retried after the common pause, which is sooner',
    RETRY,
    LATER_9,
    { kind: 'retry', error: 'no answer' },
  ],
  ['both failed', RETRY, RETRY, { kind: 'retry', error: 'no answer; no answer' }],
])('an event is attempted again for what is not done: %s', async (_, mails, sms, outcome) => {
  expect(await both(mails, sms)).toEqual(outcome)
})
