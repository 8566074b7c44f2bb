import { expect } from 'vitest'
import type { Call } from './call.ts'

/** Sends one POST with one Idempotency-Key twice at once, and expects that the second is told to wait. */
export async function sendTwice(call: Call, path: string, body: unknown): Promise<void> {
  const send = () => call('POST', path, { body, headers: { 'idempotency-key': 'twice-at-once' } })
  const [, second] = await Promise.all([send(), send()])
  expect([second.status, second.body.code]).toEqual([409, 'request_in_progress'])
}
