import type { SeenEvent } from '../checker/events.ts'
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
        this.events.push({ id, position, type, resourceId: resource.id, version: resource.version })
        this.#position = position
      }
      if (data.length === 0) return
    }
  }
}
