import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'

/** A refusal of a tool, with the code of the API, such as `slot_taken`. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal'
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

const Refusal = z.object({ code: z.string(), detail: z.string().default('') })

async function call<Shape extends z.ZodType>(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>,
  shape: Shape,
): Promise<z.infer<Shape>> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
  const [first] = content
  const body: unknown =
    structuredContent ?? JSON.parse(first?.type === 'text' ? first.text : 'null')
  if (isError !== true) return shape.parse(body)
  const { code, detail } = Refusal.parse(body)
  throw new ToolRefusal(code, detail)
}

const EventTypes = z.object({
  eventTypes: z.array(z.object({ id: z.string(), title: z.string() })),
})
const Slots = z.object({
  slots: z.array(z.object({ start: z.string(), localStart: z.string() })),
})
const Booking = z.object({ id: z.string(), status: z.string(), start: z.string() })

/** Who the booking is for. */
export interface Booker {
  readonly name: string
  readonly email: string
}

/** The tools of Holdfast that this assistant uses. They throw a `ToolRefusal`. */
export const toolsOf = (client: Client) => ({
  listEventTypes: async () => (await call(client, 'list_event_types', {}, EventTypes)).eventTypes,
  searchAvailability: async (query: {
    readonly eventTypeId: string
    readonly from: string
    readonly to: string
    readonly timeZone: string
  }) => (await call(client, 'search_availability', { ...query, limit: 3 }, Slots)).slots,
  hold: (time: { readonly eventTypeId: string; readonly start: string; readonly booker: Booker }) =>
    call(client, 'hold_time', time, Booking),
  confirm: (bookingId: string) => call(client, 'confirm_booking', { bookingId }, Booking),
  release: (bookingId: string) => call(client, 'cancel_booking', { bookingId }, Booking),
})

/** See `toolsOf`. */
export type Tools = ReturnType<typeof toolsOf>
