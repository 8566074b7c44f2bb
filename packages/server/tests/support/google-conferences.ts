import type { JsonObject } from './vendor-server.ts'

type GoogleEvent = JsonObject & { readonly id: string; readonly status: string }

/** How a server creates Meet links: at once, after some reads of the event, or not at all. */
export type ConferenceCreation = 'at-once' | { readonly afterReads: number } | 'fail'

interface CreateRequest {
  readonly requestId: string
  readonly status?: { readonly statusCode: string }
}

interface ConferenceData extends JsonObject {
  readonly createRequest?: CreateRequest
  readonly entryPoints?: readonly JsonObject[]
}

const dataOf = (event: GoogleEvent | undefined) =>
  (event?.conferenceData ?? undefined) as ConferenceData | undefined

/** The Meet links of Google's calendar events, by the rules of `conferenceData`. */
export class GoogleConferences {
  readonly #creation: () => ConferenceCreation
  readonly #readsLeft = new Map<string, number>()
  #count = 0

  constructor(creation: () => ConferenceCreation) {
    this.#creation = creation
  }

  /** An event as it is stored after a request that gave it. */
  written(
    before: GoogleEvent | undefined,
    given: GoogleEvent,
    query: URLSearchParams,
  ): GoogleEvent {
    const { conferenceData: _, ...rest } = given
    const old = dataOf(before)
    const kept = old === undefined ? rest : { ...rest, conferenceData: old }
    // Without the version, whatever a request says of conferences is ignored.
    if (query.get('conferenceDataVersion') !== '1') return kept
    const data = dataOf(given)
    if (data === undefined) return rest
    const request = data.createRequest
    // A request with the id of the one before is ignored.
    if (request === undefined || request.requestId === old?.createRequest?.requestId) return kept
    return { ...rest, conferenceData: this.#create(given.id, request) }
  }

  /** An event as it is when it is read. Reading is what lets time pass for a pending link. */
  read(event: GoogleEvent): GoogleEvent {
    const data = dataOf(event)
    const left = this.#readsLeft.get(event.id) ?? 0
    if (data?.createRequest?.status?.statusCode !== 'pending') return event
    this.#readsLeft.set(event.id, left - 1)
    return left > 1 ? event : { ...event, conferenceData: this.#created(data.createRequest) }
  }

  #create(eventId: string, request: CreateRequest): ConferenceData {
    const creation = this.#creation()
    if (creation === 'fail') {
      return { createRequest: { ...request, status: { statusCode: 'failure' } } }
    }
    if (creation === 'at-once') return this.#created(request)
    this.#readsLeft.set(eventId, creation.afterReads)
    return { createRequest: { ...request, status: { statusCode: 'pending' } } }
  }

  #created(request: CreateRequest): ConferenceData {
    this.#count += 1
    const conferenceId = `aaa-bbbb-${String(this.#count).padStart(3, '0')}`
    const uri = `https://meet.google.com/${conferenceId}`
    return {
      createRequest: { ...request, status: { statusCode: 'success' } },
      conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
      conferenceId,
      entryPoints: [
        { entryPointType: 'phone', uri: 'tel:+1-234-567-8901' },
        { entryPointType: 'video', uri, label: uri.slice('https://'.length) },
      ],
    }
  }
}
