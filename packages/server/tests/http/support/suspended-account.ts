import { expect } from 'vitest'
import type { Body, Call } from './call.ts'
import { makeEventType, newSlug } from './fixtures.ts'

/** The key of the operator, as the setting `operatorKey` of an app whose accounts a test suspends. */
export const OPERATOR_KEY = 'operator-key-of-the-tests-0123456789'

/** Creates an account with an event type and suspends it. The app needs `OPERATOR_KEY`. */
export async function eventTypeOfSuspendedAccount(
  call: Call,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Body> {
  const operator = { key: OPERATOR_KEY }
  const body = { name: 'Practice', slug: newSlug() }
  const account = await call('POST', '/v1/accounts', { ...operator, body })
  const { secret: key } = account.body.apiKey as { readonly secret: string }
  const asAccount: Call = Object.assign(
    (method: string, path: string, sent = {}) => call(method, path, { key, ...sent }),
    { unseen: call.unseen },
  )
  const eventType = await makeEventType(asAccount, more)
  const status = { ...operator, body: { status: 'suspended' } }
  const suspended = await call('PATCH', `/v1/accounts/${account.body.id}`, status)
  expect(suspended.status, suspended.text).toBe(200)
  return eventType
}
