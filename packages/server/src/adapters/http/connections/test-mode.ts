import { CalendarConnection, SimulatedBusy, SimulatedOutage } from '@holdfast/contracts'
import { connectionView } from '../../../application/connections/connection-view.ts'
import {
  setSimulatedBusy,
  setSimulatedFailure,
} from '../../../application/connections/simulated-calendar.ts'
import { resource } from '../answer.ts'
import type { HttpContext } from '../context.ts'
import { type AnyEndpoint, endpoint } from '../endpoint.ts'
import { secondsOf } from '../instants.ts'
import { idParam } from '../paths.ts'

const tag = 'Simulated calendars'
const access = 'open'
const params = idParam('provider')

/** The simulated calendar of a provider; only in test mode. */
export const simulatedCalendarEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'put',
    path: '/v1/test/providers/{id}/busy',
    operationId: 'setSimulatedBusy',
    tag,
    summary: 'Set what the simulated calendar of a provider says is busy, and connect it',
    access,
    params,
    body: SimulatedBusy,
    answers: { 200: { description: 'The connection, read again.', schema: CalendarConnection } },
    perform: ({ params: { id }, body }) =>
      setSimulatedBusy(
        deps,
        id,
        body.map(({ start, end }) => ({
          startEpochMinutes: Math.floor(secondsOf(start) / 60),
          endEpochMinutes: Math.ceil(secondsOf(end) / 60),
        })),
      ),
    answer: (connection) => resource(connectionView(connection)),
  }),
  endpoint({
    method: 'put',
    path: '/v1/test/providers/{id}/calendar-outage',
    operationId: 'setSimulatedOutage',
    tag,
    summary: 'Let reads of the simulated calendar of a provider fail, or succeed again',
    access,
    params,
    body: SimulatedOutage,
    answers: { 200: { description: 'The connection as it is.', schema: CalendarConnection } },
    perform: ({ params: { id }, body: { code, retryAfterSeconds } }) =>
      setSimulatedFailure(
        deps,
        id,
        code === null
          ? undefined
          : { code, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
      ),
    answer: (connection) => resource(connectionView(connection)),
  }),
]
