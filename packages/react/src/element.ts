/** A booking in an event: never the booker's details, and never the token that manages the booking. */
export interface BookingDetail {
  /** The id of the booking, or of the stay. */
  readonly id: string
  /** The start, an instant such as `2026-04-21T07:00:00Z`. Of a stay: the arrival, `YYYY-MM-DD`. */
  readonly start: string
}

/** A new booking in an event. */
export interface BookedDetail extends BookingDetail {
  /** `pending`: it waits for an approval, or for the confirmation of the booker's email address. */
  readonly status: 'confirmed' | 'pending'
}

/** The page in the frame wants to go to another page. */
export interface LeaveDetail {
  /** An http or https URL. */
  readonly url: string
  readonly reason: 'payment' | 'redirect'
}

/** The detail of each event that an embedded page sends, by the part of its name after `holdfast:`. */
export interface HoldfastEvents {
  /** The first times are shown. */
  readonly ready: Readonly<Record<never, never>>
  /** A time is held while the booker enters details. Again with each other time that the booker holds. */
  readonly held: BookingDetail
  /** A booking or request was made. One event for each date of a series. */
  readonly booked: BookedDetail
  /** The booker moved the booking, in the same frame. `start` is the new one. */
  readonly rescheduled: BookingDetail
  /** The booker cancelled the booking, in the same frame. */
  readonly cancelled: BookingDetail
  /** The height of the page in the frame, in CSS pixels. */
  readonly height: { readonly height: number }
  /** Can be prevented. Otherwise, the window goes to `url`. */
  readonly leave: LeaveDetail
  /** The popup was opened. */
  readonly open: Readonly<Record<never, never>>
  /** The popup was closed. */
  readonly close: Readonly<Record<never, never>>
}

/** The name of an event, without `holdfast:`. */
export type HoldfastEventName = keyof HoldfastEvents

/** What is filled in. The booker can change all of it. */
export interface Prefill {
  readonly name?: string
  readonly email?: string
  readonly phone?: string
  /** The day to show first, `YYYY-MM-DD`. */
  readonly date?: string
  /** One of the durations to choose from. */
  readonly durationMinutes?: number
  /** Email addresses. */
  readonly guests?: readonly string[]
  /** Answers by the ids of their questions. */
  readonly answers?: Readonly<Record<string, string>>
}

/** What is booked and how it looks. */
export interface BookingSettings {
  /** The provider and the event type, as in the link: `ada/first-visit`. */
  readonly eventType: string
  /** The account, if its links begin with `/a/`. */
  readonly account?: string
  /** The language, such as `de`. Default: the visitor's. */
  readonly lang?: string
  /** The color of buttons and links, `#rrggbb`. Default: that of the brand. */
  readonly color?: string
  /** Default: as the visitor's system. */
  readonly theme?: 'light' | 'dark'
  /** What screen readers call the frame. Default: "Book a time", in the language. */
  readonly title?: string
  readonly prefill?: Prefill
}

/** A callback for each event, such as `onBooked`. */
export type EventCallbacks = {
  readonly [Name in HoldfastEventName as `on${Capitalize<Name>}`]?: (
    detail: HoldfastEvents[Name],
    event: CustomEvent<HoldfastEvents[Name]>,
  ) => void
}

/** What is booked, and at which server. */
export interface ShownSettings extends BookingSettings {
  /** The address of the server, such as `https://book.example.com`. Default: that of the script. */
  readonly server?: string
}

/** The argument of `Holdfast.open`. */
export interface PopupOptions extends ShownSettings, EventCallbacks {}

/** The element `<holdfast-booking>`. */
export interface HoldfastBookingElement extends HTMLElement {
  /** Opens the popup. Does nothing with `mode="inline"`, or if it is open. */
  open(): void
  /** Closes the popup, which gives the focus back. */
  close(): void
}

/** `window.Holdfast`, which `embed.js` defines. */
export interface HoldfastApi {
  /** Opens a popup, and closes the one that is open. The element is removed when it is closed. */
  open(options: PopupOptions): HoldfastBookingElement
  /** Closes the popup that is open. */
  close(): void
}

/** The settings as attributes of `<holdfast-booking>`. Those that are absent or empty are left out. */
export function attributesOf(settings: ShownSettings): Readonly<Record<string, string>> {
  const { eventType, account, server, lang, color, theme, title, prefill = {} } = settings
  const { durationMinutes, guests, answers = {}, ...texts } = prefill
  const all = {
    'event-type': eventType,
    account,
    server,
    lang,
    color,
    theme,
    'frame-title': title,
    ...texts,
    duration: durationMinutes?.toString(),
    guests: guests?.join(','),
    ...Object.fromEntries(Object.entries(answers).map(([id, text]) => [`answer-${id}`, text])),
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  )
}

/** The names of the events, without `holdfast:`. */
export const EVENT_NAMES = [
  'ready',
  'held',
  'booked',
  'rescheduled',
  'cancelled',
  'height',
  'leave',
  'open',
  'close',
] as const satisfies readonly HoldfastEventName[]

const callbackName = (name: HoldfastEventName): keyof EventCallbacks =>
  `on${name[0]?.toUpperCase()}${name.slice(1)}` as keyof EventCallbacks

/** Any of the callbacks. The types pair each name with its detail; in a loop, the name is any of them. */
type Callback = ((detail: unknown, event: Event) => void) | undefined

/** Callbacks that call those that `read` returns at that time. */
export const forwardTo = (read: () => EventCallbacks): EventCallbacks =>
  Object.fromEntries(
    EVENT_NAMES.map((name) => [
      callbackName(name),
      (detail: unknown, event: Event) => (read()[callbackName(name)] as Callback)?.(detail, event),
    ]),
  )

/** Calls the callback of each event of an element. Returns a function that stops this. */
export function listenTo(element: EventTarget, callbacks: EventCallbacks): () => void {
  const stopped = new AbortController()
  for (const name of EVENT_NAMES) {
    const callback = callbacks[callbackName(name)] as Callback
    if (callback === undefined) continue
    const listen = (event: Event) => callback((event as CustomEvent<unknown>).detail, event)
    element.addEventListener(`holdfast:${name}`, listen, { signal: stopped.signal })
  }
  return () => stopped.abort()
}
