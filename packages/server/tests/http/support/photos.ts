import { expect } from 'vitest'
import { scheduleConsumer } from '../../../src/delivery/schedule/schedule.ts'
import { runQueue } from '../../../src/kernel/queue/queue.ts'
import type { TestApp } from './app.ts'
import type { Body, Call, Got } from './call.ts'

/** An uploaded photo by the names that tests ask for. */
export interface Uploaded extends Body {
  readonly url: string
  readonly widthPixels: number
  readonly heightPixels: number
  readonly sizes: readonly { readonly url: string; readonly widthPixels: number }[]
  readonly usedBy: readonly string[]
  readonly removedAt: string | null
}

/** Uploads a file. */
export const upload = (
  call: Call,
  file: Uint8Array<ArrayBuffer>,
  type = 'image/png',
  more: { readonly key?: string | null } = {},
): Promise<Got> =>
  call('POST', '/v1/photos', { rawBody: file, headers: { 'content-type': type }, ...more })

/** Uploads a file that is taken. */
export async function uploaded(
  call: Call,
  file: Uint8Array<ArrayBuffer>,
  type?: string,
): Promise<Uploaded> {
  const got = await upload(call, file, type)
  expect(got.status, got.text).toBeLessThan(300)
  // The answer was held against the schema of the document, which has these names.
  return got.body as Uploaded
}

/** The photo as a list names it. */
export const inList = ({ url }: Uploaded, alt = 'A room') => ({ url, alt })

const HOUR_MILLISECONDS = 3_600_000

/** Lets time pass, and does what is due of the consumer that removes unused photos. */
export async function afterHours({ clock, deps }: TestApp, hours: number): Promise<void> {
  clock.moveTo(clock.nowEpochMilliseconds() + hours * HOUR_MILLISECONDS)
  await runQueue({ ...deps, random: () => 0.5 }, scheduleConsumer(deps), {
    limit: 100,
    concurrency: 1,
  })
}
