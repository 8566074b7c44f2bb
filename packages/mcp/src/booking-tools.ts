import { type components, type HoldfastClient, unwrap } from '@holdfast/client'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type ApiCall, answerOf, ToolRefusal } from './answer.ts'
import * as inputs from './inputs.ts'
import { bookingAnswer } from './representations.ts'

const CHANGES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const
// It emails people, and what it gives up may be taken by others at once.
const GIVES_UP = { ...CHANGES, destructiveHint: true } as const

const THEN_CONFIRM = 'call `confirm_booking` once the person agrees, or `cancel_booking` if not.'
const ONLY_HOLDS = 'Only for event types whose `confirmation` is `hold`.'
const AT_ONCE =
  'at once (`confirmation` is `instant`), or requests it from the provider (`approval`)'

/** How an event type is confirmed. Its answer decides only which tool is meant; the server decides the booking. */
async function confirmationOf(holdfast: HoldfastClient, id: string) {
  const params = { path: { id } }
  return (await unwrap(holdfast.GET('/v1/event-types/{id}', { params }))).confirmation
}

const bookingOf = async (call: ApiCall<Parameters<typeof bookingAnswer>[0]>) =>
  bookingAnswer(await unwrap(call))

type NewBooking = components['schemas']['BookingCreate'] & { readonly eventTypeId: string }

/** Registers the tools that take time or nights. They read the event type first. */
export function registerTakingTools(server: McpServer, holdfast: HoldfastClient): void {
  const take = (body: NewBooking) => bookingOf(holdfast.POST('/v1/bookings', { body }))
  const hold = (noun: string) => (body: NewBooking) =>
    answerOf(async () => {
      const confirmation = await confirmationOf(holdfast, body.eventTypeId)
      if (confirmation === 'hold') return take(body)
      throw new ToolRefusal(
        `The confirmation of this event type is "${confirmation}", so it cannot be held. Ask the person first, and then use book_${noun}.`,
      )
    })
  const book = (noun: string) => (body: NewBooking) =>
    answerOf(async () => {
      if ((await confirmationOf(holdfast, body.eventTypeId)) !== 'hold') return take(body)
      throw new ToolRefusal(
        `The confirmation of this event type is "hold". Use hold_${noun}, and confirm_booking once the person agrees.`,
      )
    })
  const time = { inputSchema: inputs.knownOnly(inputs.booking), annotations: CHANGES }
  const stay = { inputSchema: inputs.knownOnly(inputs.stay), annotations: CHANGES }
  server.registerTool(
    'hold_time',
    {
      title: 'Hold a time',
      description: `Takes a free time for a few minutes, so that nobody else can book it while the person decides. Propose the time only after this succeeded, then ${THEN_CONFIRM} Without either, the time is free again at \`holdExpiresAt\`. ${ONLY_HOLDS}`,
      ...time,
    },
    hold('time'),
  )
  server.registerTool(
    'book_time',
    {
      title: 'Book a time',
      description: `Books a free time ${AT_ONCE}. The person must have agreed to the exact time. For \`hold\`, use \`hold_time\`.`,
      ...time,
    },
    book('time'),
  )
  server.registerTool(
    'hold_stay',
    {
      title: 'Hold a stay',
      description: `Takes the nights of a stay for a few minutes, so that nobody else can book them while the person decides. Propose the stay only after this succeeded, then ${THEN_CONFIRM} Without either, the nights are free again at \`holdExpiresAt\`. ${ONLY_HOLDS}`,
      ...stay,
    },
    hold('stay'),
  )
  server.registerTool(
    'book_stay',
    {
      title: 'Book a stay',
      description: `Books the nights of a stay ${AT_ONCE}. The person must have agreed to the dates and the price. For \`hold\`, use \`hold_stay\`.`,
      ...stay,
    },
    book('stay'),
  )
}

/** Registers the tools that confirm, move and release time. */
export function registerChangingTools(server: McpServer, holdfast: HoldfastClient): void {
  server.registerTool(
    'confirm_booking',
    {
      title: 'Confirm a held booking',
      description:
        'Confirms a hold after the person agreed. A booking that is already confirmed stays as it is. Fails if the hold has expired; then hold a time again.',
      inputSchema: inputs.knownOnly({ bookingId: inputs.bookingId() }),
      annotations: { ...CHANGES, idempotentHint: true },
    },
    ({ bookingId: id }) =>
      answerOf(async () => {
        const params = { path: { id } }
        return bookingOf(holdfast.POST('/v1/bookings/{id}/confirm', { params, body: {} }))
      }),
  )
  server.registerTool(
    'reschedule_booking',
    {
      title: 'Move a booking',
      description:
        'Moves a booking to another free time (`start`), or a stay to other nights (`arrival` and `departure`). The old time or nights are free from then on, and everybody involved gets an email. The person must have agreed to the exact time or dates.',
      inputSchema: inputs.knownOnly({
        bookingId: inputs.bookingId(),
        start: inputs.start().exactOptional(),
        arrival: inputs.dates.arrival.exactOptional(),
        departure: inputs.dates.departure.exactOptional(),
      }),
      annotations: GIVES_UP,
    },
    ({ bookingId: id, ...body }) =>
      answerOf(async () => {
        const params = { path: { id } }
        return bookingOf(holdfast.POST('/v1/bookings/{id}/reschedule', { params, body }))
      }),
  )
  server.registerTool(
    'cancel_booking',
    {
      title: 'Cancel a booking or release a hold',
      description:
        'Cancels a booking, or releases a hold. Its time is free from then on, and it cannot be restored. A booking that is already cancelled is refused and stays as it is. The person must have agreed, except for holds that you made.',
      inputSchema: inputs.knownOnly({
        bookingId: inputs.bookingId(),
        reason: z.string().exactOptional().describe('Why. The emails about it state the reason.'),
      }),
      annotations: { ...GIVES_UP, idempotentHint: true },
    },
    ({ bookingId: id, ...body }) =>
      answerOf(async () => {
        const params = { path: { id } }
        return bookingOf(holdfast.POST('/v1/bookings/{id}/cancel', { params, body }))
      }),
  )
}
