import { expect } from 'vitest'
import type { Body, Call } from './call.ts'

/** The first of Mondays from 19 October 2026 on; the clocks of Berlin go back on the 25th. */
export const TALK = { title: 'Talk', start: '2026-10-19T07:00:00Z', end: '2026-10-19T08:30:00Z' }
/** How it recurs. */
export const WEEKLY = { rrule: 'freq=weekly' }

/** Makes a calendar in Berlin; answers its path. */
export async function makeDiary(call: Call, more: object = {}): Promise<string> {
  const body = { name: 'Diary', timeZone: 'Europe/Berlin', ...more }
  const got = await call('POST', '/v1/calendars', { body })
  expect(got.status, got.text).toBe(201)
  return `/v1/calendars/${got.body.id}`
}

/** Makes a recurring talk in a calendar of its own. */
export async function makeTalk(call: Call, recurrence: object = WEEKLY, more: object = {}) {
  const path = await makeDiary(call)
  const body = { ...TALK, ...more, recurrence }
  const got = await call('POST', `${path}/events`, { body })
  expect(got.status, got.text).toBe(201)
  const event = `${path}/events/${got.body.id}`
  const list = async (from: string, to: string, query = '') => {
    const listed = await call('GET', `${path}/events?from=${from}&to=${to}${query}`)
    expect(listed.status, listed.text).toBe(200)
    return listed.body
  }
  return { path, event, id: String(got.body.id), made: got.body, list }
}

/** The starts of what was listed. */
export const starts = (listed: Body): readonly unknown[] => listed.data.map(({ start }) => start)
