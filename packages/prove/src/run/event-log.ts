import { checkNextEvent, type SeenEvent } from '../checker/events.ts'
import type { Api } from './api.ts'

interface ApiEvent {
  readonly position: number
  readonly id: string
  readonly type: string
  readonly resource: { readonly id: string; readonly version: number }
  readonly data: {
    readonly stay?: { readonly calendarId: string }
    readonly adoptedStayId?: string
  }
}

/** Where the booking or the stay of an event is read. Undefined if it is about something else. */
function pathOf({ type, resource, data }: ApiEvent): string | undefined {
  if (type.startsWith('booking.')) return `/v1/bookings/${resource.id}`
  return data.stay && `/v1/calendars/${data.stay.calendarId}/events/${resource.id}`
}

/** Reads the account's log from where it was read to the last time. */
export class EventLog {
  readonly events: SeenEvent[] = []
  /** What was found wrong in it while it was read. */
  readonly wrong: string[] = []
  readonly #seen = new Set<string>()
  readonly #api: Api
  #position = 0

  constructor(api: Api) {
    this.#api = api
  }

  /** Reads what is new. */
  async read(): Promise<void> {
    for (;;) {
      const path = `/v1/events?after=${this.#position}&limit=100`
      const page = await this.#api.must({ method: 'GET', path })
      const data = page.data as readonly ApiEvent[]
      for (const told of data) {
        const { position, id, type, resource, data: about } = told
        const path = pathOf(told)
        const event: SeenEvent = {
          id,
          position,
          type,
          resourceId: resource.id,
          version: resource.version,
          ...(path !== undefined && { path }),
          ...(about.adoptedStayId !== undefined && { adoptedStayId: about.adoptedStayId }),
        }
        this.wrong.push(...checkNextEvent(event, this.events.length, this.#seen))
        this.events.push(event)
        this.#position = position
      }
      if (data.length === 0) return
    }
  }
}
