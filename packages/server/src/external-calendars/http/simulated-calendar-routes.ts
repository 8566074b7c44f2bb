import { CalendarConnection, SimulatedBusy, SimulatedOutage } from '@holdfast/contracts'
import { resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { secondsOf } from '../../kernel/http/instants.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { connectionRepresentation } from '../connections/connection-representation.ts'
import { setSimulatedBusy, setSimulatedFailure } from '../connections/simulated-calendar.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'

const endpoint = endpointOf('Simulated calendars')
const access = 'open'
const params = idParam('provider')

/** Endpoints for the simulated calendar of a provider. Only in test mode. */
export const simulatedCalendarEndpoints = ({
  deps,
}: HttpContext<ExternalCalendarsDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'put',
    path: '/v1/test/providers/{id}/busy',
    operationId: 'setSimulatedBusy',
    summary: 'Set the busy times of the simulated calendar and connect it',
    access,
    params,
    body: SimulatedBusy,
    answers: {
      200: { description: 'The connection after a new read.', schema: CalendarConnection },
    },
    perform: ({ params: { id }, body }) =>
      setSimulatedBusy(
        deps,
        id,
        body.map(({ start, end }) => ({
          startEpochMinutes: Math.floor(secondsOf(start) / 60),
          endEpochMinutes: Math.ceil(secondsOf(end) / 60),
        })),
      ),
    answer: (connection) => resource(connectionRepresentation(connection)),
  }),
  endpoint({
    method: 'put',
    path: '/v1/test/providers/{id}/calendar-outage',
    operationId: 'setSimulatedOutage',
    summary: 'Make reads of the simulated calendar fail or succeed',
    access,
    params,
    body: SimulatedOutage,
    answers: { 200: { description: 'The connection.', schema: CalendarConnection } },
    perform: ({ params: { id }, body: { code, retryAfterSeconds } }) =>
      setSimulatedFailure(
        deps,
        id,
        code === null
          ? undefined
          : { code, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
      ),
    answer: (connection) => resource(connectionRepresentation(connection)),
  }),
]
