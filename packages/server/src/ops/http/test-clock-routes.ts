import { TestClock, TestClockChange } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { json } from '../../kernel/http/answer.ts'
import type { MovableClock } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'

const endpoint = endpointOf('Test mode')

const view = (clock: MovableClock) => ({
  now: new Date(clock.nowEpochMilliseconds()).toISOString(),
  frozen: clock.frozen,
})

/** Endpoints for the test clock of the server. Only in test mode. */
export function testModeEndpoints(clock: MovableClock): readonly AnyEndpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/v1/test/clock',
      operationId: 'getTestClock',
      summary: 'Read the test clock',
      access: 'open',
      answers: { 200: { description: 'The time.', schema: TestClock } },
      perform: async () => ok(view(clock)),
      answer: (time) => json(time),
    }),
    endpoint({
      method: 'put',
      path: '/v1/test/clock',
      operationId: 'setTestClock',
      summary: 'Set or advance the test clock, which also freezes it',
      access: 'open',
      body: TestClockChange,
      answers: { 200: { description: 'The new time.', schema: TestClock } },
      perform: async ({ body }) => {
        clock.moveTo(
          body.now === undefined
            ? clock.nowEpochMilliseconds() + (body.advanceSeconds ?? 0) * 1000
            : Date.parse(body.now),
        )
        return ok(view(clock))
      },
      answer: (time) => json(time),
    }),
  ]
}
