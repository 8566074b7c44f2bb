'use client'

import {
  type CSSProperties,
  createElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
} from 'react'
import {
  attributesOf,
  type BookingSettings,
  type EventCallbacks,
  forwardTo,
  listenTo,
} from './element.ts'
import { loadEmbed } from './load-embed.ts'

/** The props of `<HoldfastBooking>`. */
export interface HoldfastBookingProps extends BookingSettings, EventCallbacks {
  /** The address of the Holdfast server, such as `https://book.example.com`. */
  readonly server: string
  /** The page itself, a floating button that opens it, or a popup that a click on the children opens. Default: `inline`. */
  readonly mode?: 'inline' | 'popup' | 'button'
  /** The text of the floating button. Default: "Book a time", in the language. */
  readonly label?: string
  readonly className?: string
  readonly style?: CSSProperties
  /** With `popup`: what opens it, such as a button. Otherwise: what shows until the script has loaded, such as a link. */
  readonly children?: ReactNode
}

/** A booking page of a Holdfast server. On a server, it renders the empty element, which the browser fills. */
export function HoldfastBooking(props: HoldfastBookingProps): ReactElement {
  const { server, mode, label, className, style, children } = props
  const element = useRef<HTMLElement>(null)
  const latest = useRef<EventCallbacks>(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const { current } = element
    return current === null
      ? undefined
      : listenTo(
          current,
          forwardTo(() => latest.current),
        )
  }, [])
  useEffect(() => {
    // The children stay, and the browser reports the address that failed.
    loadEmbed(server).catch(() => undefined)
  }, [server])
  const attributes = {
    ...attributesOf(props),
    ...(mode && { mode }),
    ...(label && { label }),
    // React 18 does not translate `className` on custom elements.
    ...(className && { class: className }),
  }
  return createElement('holdfast-booking', { ...attributes, ref: element, style }, children)
}
