'use client'

import { useCallback, useEffect, useRef } from 'react'
import {
  type BookingSettings,
  forwardTo,
  type HoldfastBookingElement,
  type PopupOptions,
} from './element.ts'
import { loadEmbed } from './load-embed.ts'

/** The settings of `useHoldfastPopup`. */
export interface PopupSettings extends PopupOptions {
  /** The address of the Holdfast server, such as `https://book.example.com`. */
  readonly server: string
}

/** Opens and closes a popup. Both functions stay the same over all renders. */
export interface HoldfastPopup {
  /**
   * Opens the popup, with other settings if some are given. Resolves once it is open, or once the component is gone.
   * Rejects if the script did not load.
   */
  readonly open: (settings?: Partial<BookingSettings>) => Promise<void>
  /** Closes the popup that this hook opened. */
  readonly close: () => void
}

/** A popup for any element, such as a button or a menu item. It is closed when the component goes. */
export function useHoldfastPopup(settings: PopupSettings): HoldfastPopup {
  const { server } = settings
  const latest = useRef(settings)
  const opened = useRef<HoldfastBookingElement>(undefined)
  const isMounted = useRef(false)
  useEffect(() => {
    latest.current = settings
  })
  useEffect(() => {
    // `open` tries again, and tells if it fails.
    loadEmbed(server).catch(() => undefined)
  }, [server])
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      opened.current?.close()
    }
  }, [])
  const open = useCallback(async (more: Partial<BookingSettings> = {}) => {
    const holdfast = await loadEmbed(latest.current.server)
    if (!isMounted.current) return
    const callbacks = forwardTo(() => latest.current)
    opened.current = holdfast.open({ ...latest.current, ...more, ...callbacks })
  }, [])
  const close = useCallback(() => opened.current?.close(), [])
  return { open, close }
}
