import type { JsonObject } from './vendor-server.ts'

/** How a server creates Teams meetings: at once, after some reads of the event, or not at all. */
export type ConferenceCreation = 'at-once' | { readonly afterReads: number } | 'fail'

type GraphEvent = JsonObject & { readonly id: string }

const textOf = (joinUrl: string) =>
  `<div style="width:100%"><span style="opacity:.36">${'_'.repeat(80)}</span></div><a href="${joinUrl}">Join the meeting</a></body></html>`

const contentOf = ({ body }: GraphEvent): string =>
  String((body as JsonObject | undefined)?.content ?? '')

/** The Teams meetings of Graph's events, by the rules of `isOnlineMeeting`. */
export class GraphMeetings {
  readonly #creation: () => ConferenceCreation
  readonly #readsLeft = new Map<string, number>()
  #count = 0

  constructor(creation: () => ConferenceCreation) {
    this.#creation = creation
  }

  /** An event as it is stored after a request that gave it. */
  written(before: GraphEvent | undefined, given: GraphEvent): GraphEvent {
    if (before?.isOnlineMeeting === true) {
      // A body without the text of Teams ends the meeting. Otherwise it stays, whatever a request says of it.
      if (!contentOf(given).includes('_'.repeat(80)) && before.onlineMeeting !== null) {
        return { ...given, isOnlineMeeting: false, onlineMeeting: null }
      }
      return { ...given, isOnlineMeeting: true, onlineMeeting: before.onlineMeeting }
    }
    if (given.isOnlineMeeting !== true) return given
    const creation = this.#creation()
    if (creation === 'fail') return { ...given, isOnlineMeeting: false, onlineMeeting: null }
    if (creation === 'at-once') return this.#created(given)
    this.#readsLeft.set(given.id, creation.afterReads)
    return { ...given, onlineMeeting: null }
  }

  /** An event as it is when it is read. Reading is what lets time pass for a pending meeting. */
  read(event: GraphEvent): GraphEvent {
    if (event.isOnlineMeeting !== true || event.onlineMeeting !== null) return event
    const left = this.#readsLeft.get(event.id) ?? 0
    this.#readsLeft.set(event.id, left - 1)
    return left > 1 ? event : this.#created(event)
  }

  #created(event: GraphEvent): GraphEvent {
    this.#count += 1
    const joinUrl = `https://teams.microsoft.com/l/meetup-join/19%3ameeting_${this.#count}%40thread.v2/0?context=%7b%22Tid%22%3a%22x%22%7d`
    const body = {
      contentType: 'html',
      content: `<html><body>${contentOf(event)}<br>${textOf(joinUrl)}`,
    }
    return { ...event, isOnlineMeeting: true, onlineMeeting: { joinUrl }, body }
  }
}
