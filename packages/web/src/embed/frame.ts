import type { HoldfastEventName, HoldfastEvents } from '@holdfast/react/element'
import { watchFrame } from './frame-watch.ts'

type News = Exclude<HoldfastEventName, 'open' | 'close'> | 'hello' | 'escape'
type Message = Readonly<Record<string, unknown>>

/** A message of the page in a frame. */
export type FrameNews = {
  [Name in News]: {
    readonly name: Name
    readonly detail: Name extends HoldfastEventName ? HoldfastEvents[Name] : undefined
  }
}[News]

const HEIGHT_MAX = 20_000

/** A booking of a message; undefined unless both members are texts. It copies nothing else. */
const booking = ({ id, start }: Message) =>
  typeof id === 'string' && typeof start === 'string' ? { id, start } : undefined

function booked(message: Message): HoldfastEvents['booked'] | undefined {
  const { status } = message
  const found = booking(message)
  if (status !== 'confirmed' && status !== 'pending') return undefined
  return found && { ...found, status }
}

function height({ height: pixels }: Message) {
  return typeof pixels === 'number' && pixels > 0
    ? { height: Math.min(pixels, HEIGHT_MAX) }
    : undefined
}

function leave({ url, reason }: Message): HoldfastEvents['leave'] | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  if (reason !== 'payment' && reason !== 'redirect') return undefined
  return /^https?:$/.test(new URL(url).protocol) ? { url, reason } : undefined
}

/** The news in a message, of which nothing but a valid detail is taken; undefined for any other message. */
export function readNews(data: unknown): FrameNews | undefined {
  const message = Object(data) as Message
  const name = /^holdfast:(\w+)$/.exec(String(message.type))?.[1]
  switch (name) {
    case 'hello':
    case 'escape':
      return { name, detail: undefined }
    case 'ready':
      return { name, detail: {} }
    case 'held':
    case 'rescheduled':
    case 'cancelled': {
      const detail = booking(message)
      return detail && { name, detail }
    }
    case 'booked': {
      const detail = booked(message)
      return detail && { name, detail }
    }
    case 'height': {
      const detail = height(message)
      return detail && { name, detail }
    }
    case 'leave': {
      const detail = leave(message)
      return detail && { name, detail }
    }
    default:
      return undefined
  }
}

/** A frame with the page of a server, and what it tells. */
export interface BookingFrame {
  readonly element: HTMLIFrameElement
  /** Removes the frame, and listens no more. */
  readonly remove: () => void
}

/** What a frame shows. */
interface FrameContent {
  readonly address: string
  /** Names the frame for screen readers. */
  readonly title: string
  /** Of the texts, such as `de`. */
  readonly language: string
  /** Gets the messages of that page alone: of its window, and of the server's origin. */
  readonly onNews: (news: FrameNews) => void
}

let frames = 0

/** Creates a frame for a page, with a notice if it does not load. The caller puts the frame into the document. */
export function createFrame({ address, title, language, onNews }: FrameContent): BookingFrame {
  const element = document.createElement('iframe')
  const { origin } = new URL(address)
  frames += 1
  // By its name, the page keeps its hold apart from those of other frames.
  element.name = `holdfast-${frames}`
  element.title = title
  element.src = address
  element.setAttribute('part', 'frame')
  // Gives the page the origin to which it posts its messages, whatever this site's own policy.
  element.referrerPolicy = 'origin'
  const endWatch = watchFrame(element, language)
  const listen = (event: MessageEvent) => {
    if (event.origin !== origin || event.source !== element.contentWindow) return
    const news = readNews(event.data)
    if (news) endWatch()
    if (news?.name === 'hello')
      event.source?.postMessage({ type: 'holdfast:hello' }, { targetOrigin: origin })
    else if (news) onNews(news)
  }
  window.addEventListener('message', listen)
  return {
    element,
    remove: () => {
      window.removeEventListener('message', listen)
      endWatch()
      element.remove()
    },
  }
}
