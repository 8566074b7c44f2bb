import { checkNextEvent, type SeenEvent } from '../checker/events.ts'
import type { Api } from './api.ts'

interface ApiEvent {
  readonly position: number
  readonly id: string
  readonly type: string
  readonly resource: { readonly id: string; readonly version: number }
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
      for (const { position, id, type, resource } of data) {
        const event = { id, position, type, resourceId: resource.id, version: resource.version }
        this.wrong.push(...checkNextEvent(event, this.events.length, this.#seen))
        this.events.push(event)
        this.#position = position
      }
      if (data.length === 0) return
    }
  }
}
